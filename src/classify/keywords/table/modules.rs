//! Modules, programs and tools that are not installed or not found.

use crate::classify::keywords::rule::{
    Rule, Sign,
    Strength::{Firm, Sure, Usual},
};
use crate::classify::{Class, Subkind};

pub(super) const RULES: &[Rule] = &[
    Rule::phrase(
        "program.missing",
        Class::Unavailable,
        "command not found | executable file not found in | is not recognized as an internal or external command |
         is not recognized as the name of a cmdlet | is not recognized as a name of a cmdlet | not found in $path | not found in path |
         not found in your path | no such command in path | could not find executable | cannot find executable | executable not found |
         unable to find executable | cannot run program | spawn ~ enoent | program not found | program ~ not found | binary not found |
         unknown command or not installed | required file not found | no such program | bad interpreter | exec: not found | is not installed |
         not installed | isn't installed | is it installed | is currently not installed | not been installed | needs to be installed |
         must be installed | must install | compiler not found | no acceptable c compiler | failed to find tool | sh: 1: ~ not found |
         sh: line ~ not found | sh: ~: not found | env: ~ no such file or directory | failed to execute ~ no such file |
         failed to spawn ~ no such file | error spawning | failed to run ~ no such file | unable to execute ~ no such file | xargs: ~ no such file |
         can't exec ~ no such file | error 127 | exit status 127 | exit code 127 | exited with code 127 | exited with 127 | status 127 |
         make: _ no such file | starting container process caused | nohup: failed to run | sudo: ~ command not found | cannot open shared object file |
         error while loading shared libraries | cannot find -l* | 找不到 -l* | executable doesn't exist | could be found in your path |
         could not be found in your path | requires the extension | required component | no .net sdks were found | sdk was not found | sdk not found |
         java_home is not set | no java runtime | unable to locate a java runtime | could not open extension control file | env: ~ no such file |
         is not a docker command | required but was not found | is required but not found | required but not installed | not set up on this machine |
         no such plugin | is not on the path | /env: ~ no such file or directory",
    )
    .sub(Subkind::Module)
    .strength(Sure)
    .from(
        "POSIX shell command language section 2.8.2; bash, cmd and PowerShell messages",
        "bash: terraform: command not found",
        "ERROR: command not found_in_history: connection refused",
    ),
    Rule::phrase(
        "module.missing",
        Class::Unavailable,
        "no module named | cannot find module | can't find module | could not find module | module not found | modulenotfounderror |
         cannot load such file | can't locate ~ in @inc | could not find or load main class | package ~ does not exist | cannot find package |
         is not in std | no required module provides package | there is no package called | can't find crate | can't find package | cannot find crate | (are you missing a using |
         no export template* | the framework ~ was not found | platform plugin | no packages exist with this id | could not load file or assembly |
         unable to load dynamic library | unable to load shared | library not loaded | dylib | unable to load library | failed to load library |
         could not load library | shared library not found | dll not found | the specified module could not be found | dll load failed |
         undefined symbol: | missing dependency | missing dependencies | missing optional dependency | missing required dependenc* |
         unmet dependencies | dependency not found | unresolved import | unresolved module | can't resolve | failed to resolve import |
         could not resolve dependency: no | plugin ~ not found | plugin not found | extension ~ is not available | extension is not available |
         driver not found | could not find driver | no suitable driver | can't open lib | driver ~ not found | provider ~ not found |
         unable to locate package | no package ~ available | no match for argument | unable to find a match | package not found |
         could not find package | has no installation candidate | could not find gem | bundler could not find | could not find artifact |
         no matching package | package ~ not found | is not in this registry | e404 | no versions available |
         could not find the required | missing module | import ~ failed | libcuda | no nvidia driver | cuda driver | no cuda | no gpu |
         only-if-cached | header file not found | package configuration file | pkg-config | could not find a package configuration file |
         no such file to load | failed opening required | class not found | class ~ not found | (from versions: none) | use pip, conda |
         paket ~ kann nicht gefunden werden | unable to find package | not available from current channels | could not resolve all |
         packagesnotfounderror | no such module | module ~ is not installed | has not been installed | cannot load lib* | no available formula |
         no such formula | no cask with this name | could not find ~ in locally installed | missing gems | module _ not found | module ~ not found |
         no such package",
    )
    .sub(Subkind::Module)
    .strength(Firm)
    .from(
        "Messages of Python, Node, Ruby, Perl, Java, Go, .NET loaders and of package managers",
        "Error: Cannot find module 'express'",
        "no modulenamed_x in the list; connection refused",
    ),
    Rule::phrase("package.imported", Class::Unavailable, "error: package ~ does not exist | : package ~ does not exist")
        .sub(Subkind::Module)
        .strength(Sure)
        .from("javac, compiler.properties: doesnt.exist", "A.java:1: error: package com.acme does not exist", "the package is here: permission denied"),
    Rule::phrase("header.missing", Class::Unavailable, ".h: no such file or directory | .hpp: no such file or directory | fatal error: ~ file not found")
        .sub(Subkind::Module)
        .strength(Firm)
        .from(
            "GCC and Clang preprocessor messages",
            "main.c:1:10: fatal error: zlib.h: No such file or directory",
            "cat: notes.html: No such file or directory",
        ),
    Rule::phrase(
        "tool.missing",
        Class::Unavailable,
        "tried to call unavailable tool | unknown tool | no such tool | tool not found | tool is not available | no tool named | no tool with name | tool not available |
         tool _ not found | tool _ does not exist | tool _ is not available | tool _ is not registered | tool with name _ not found |
         mcp server _ not found | function _ not found in tools | unrecognized tool | unregistered tool | invalid tool name | nonexistent tool |
         is not a known tool | is not a valid tool | is not a registered tool | is not an available tool | no tool called | no tool by the name |
         there is no tool | unavailable tool _ | tool is unknown | tool _ is unknown | tool does not exist | tool is not registered | tool not registered",
    )
    .sub(Subkind::Module)
    .strength(Sure)
    .sign(Sign::Tool)
    .from(
        "Model Context Protocol, tools: unknown tools",
        "MCP error -32602: Unknown tool: web_serch",
        "the tool chain found nothing: record does not exist",
    ),
    Rule::phrase(
        "install.hint",
        Class::Unavailable,
        "please install | you may need to install | try installing | need to install | can be installed with | to install ~ run | apt install |
         brew install | pip install | npm install | conda install | gem install | cpan | run `bundle install` | install it | not found on this machine |
         not found on this system | was not found on your system",
    )
    .sub(Subkind::Module)
    .strength(Usual)
    .from(
        "messages that name the missing package and how to install it",
        "ripgrep was missed. Install it to use the search tool.",
        "could not install x: connection refused",
    ),
    Rule::phrase(
        "package.query",
        Class::WrongArguments,
        "dpkg-query: ~ is not installed | is not installed and no information is available | is not installed, skipping |
         is not installed, so not removed",
    )
    .strength(Sure)
    .from(
        "dpkg-query(1); rpm(8), queries; apt-get(8)",
        "dpkg-query: package 'frobnicate' is not installed and no information is available",
        "the package curl is needed: permission denied",
    ),
    Rule::phrase("compiler.missing", Class::Unavailable, "compiler could be found | _compiler not set | _compiler could be found | no compiler found")
        .sub(Subkind::Module)
        .strength(Firm)
        .from("CMake, enable_language", "No CMAKE_Fortran_COMPILER could be found.", "the compiler was foundX: permission denied"),
];
