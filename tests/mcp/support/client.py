"""The official Python client: asks a server for everything, and prints what it got."""

import asyncio
import json
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client


def shown(value):
    return json.loads(value.model_dump_json(by_alias=True, exclude_none=True))


async def main():
    server = StdioServerParameters(command=sys.argv[1], args=sys.argv[2:])
    async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
        print(json.dumps(shown(await session.initialize()), sort_keys=True))
        for ask in (session.list_tools, session.list_resources, session.list_prompts, session.list_resource_templates, session.send_ping):
            print(json.dumps(shown(await ask()), sort_keys=True))
        for number in range(20):
            print(json.dumps(shown(await session.call_tool("get-sum", {"a": number, "b": 1})), sort_keys=True))
        print(json.dumps(shown(await session.call_tool("get-structured-content", {"location": "Chicago"})), sort_keys=True))
        print(json.dumps(shown(await session.call_tool("get-sum", {"a": "x", "b": 1})), sort_keys=True))
        together = await asyncio.gather(*(session.call_tool("echo", {"message": str(number)}) for number in range(50)))
        print(json.dumps([shown(one) for one in together], sort_keys=True))


asyncio.run(main())
