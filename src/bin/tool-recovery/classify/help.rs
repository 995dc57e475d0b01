//! What `classify --help` says.

pub(crate) const LONG_ABOUT: &str = "\
Say for recorded tool calls what the recovery stack makes of them, one answer a line

Every row goes through the stack that an agent would run: the adapter of its transport makes facts
of the recorded result, the facts or else the text rules give the class, the ledger counts, and one
action is advised. Nothing is executed, and nothing leaves this process in another mode than jev.

In the mode jev (builds with that feature) a decision model is asked about failures that facts and
certain text rules leave open: at --jev-base-url, else at the vendor by TYPESAFE_API_KEY. It gets a
scrubbed part of the error text, and the names and types of the arguments. What it
answered, and why the text rules stand where it is not followed, is in the answer's decision.

A row is one JSON object on one line. It needs
  id      a string, repeated in the answer
  call    an object with \"tool\"; \"arguments\" (an object) and \"candidates\" ([{\"key\": …}]) if known
  result  an object with \"transport\" (process, http, mcp, jsonrpc, python, node, sql or grpc), and
          what that has of exit_code, signal, http_status, headers (names in any case), is_error
          and text
and may have
  effect  read_only, not_applied, applied, uncertain_write or unknown: taken as a fact
  phase   pre_execution, execution or unknown: taken as a fact
  session, step
          rows of one session that have a step run in the order of their steps through one ledger
          run; every other row is a run of its own
Labels and other members are not read.

A call has failed by its error flag, its exit code, its signal or its status. Without the flag,
exit code 1 of grep, diff, test and their like is an answer, unless an error is printed.

An answer has id, failed, class, subkind, source (trusted: by facts; keywords: by text), action,
verdict (continue, nudge, halt), retry_advised and latency_ns. The class is null where nothing
failed. A write of unknown outcome is to be reconciled, and no retry of it is advised.

Recorded calls did run, so none is refused here: where the stack would have refused one, because
its operation was halted, or held after a write of unknown outcome, its failure is counted and
classified all the same, and the verdict is halt. Pauses count for nothing, because rows do not
tell how long the agent waited.

Answers come in the order of the rows. A row with a session and a step waits until the input has
ended, because an earlier step may follow; answers behind it wait too. At most --hold MiB wait:
beyond that the session that began first is taken for complete, and a later row of it is an error.
Without sessions, one row is in memory at a time. A line may have 1 MiB.";

pub(crate) const EXAMPLES: &str = "\
Examples:
  One call, from a shell:
    echo '{\"id\":\"1\",\"call\":{\"tool\":\"get\"},\"result\":{\"transport\":\"http\",\"http_status\":429}}' |
      tool-recovery classify

  A file of rows:
    tool-recovery classify --input rows.jsonl --output answers.jsonl

  What facts alone settle, without reading any text: the failed rows whose class is not unknown.
    tool-recovery classify --mode off --input rows.jsonl | grep '\"failed\":true' | grep -vc '\"class\":\"unknown\"'

  With the limits of a host:
    tool-recovery classify --config agent.toml --input rows.jsonl --output answers.jsonl

Exit codes:
  0  every row has an answer; also when the reader of the output went away
  2  a file cannot be read or written, the command line or the configuration is wrong, or a line
     is no row: standard error gives its number and what is wrong (of the first twenty), and every
     other row has an answer";
