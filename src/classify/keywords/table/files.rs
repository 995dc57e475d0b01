//! Files and what is in them.

use crate::classify::Class;
use crate::classify::keywords::rule::{
    Rule, Sign,
    Strength::{Firm, Sure, Usual, Weak},
};

pub(super) const RULES: &[Rule] = &[
    Rule::phrase(
        "file.format",
        Class::WrongArguments,
        "file is not a database | is not a database | not in gzip format | not a zip file | is not a zip | does not look like a tar |
         not a tar archive | invalid tar | not an archive | unrecognized archive format | cannot find or open zipfile | end-of-central-directory |
         not a valid zip | not a valid archive | invalid data found when processing | moov atom not found | not a png | not a jpeg | not a valid image |
         cannot identify image file | unsupported image | not an image | not a pdf | not a valid pdf | no pdf header | may not be a pdf |
         file has not been decompressed | not a text file | binary file | appears to be binary | appears to be a binary | file is binary |
         cannot read binary | can't decode byte | invalid start byte | invalid continuation byte | invalid utf-8 | stream did not contain valid utf-8 |
         malformed utf-8 | not valid utf-8 | not utf-8 | unsupported file format | unsupported format | unknown file format | unknown file type |
         unsupported file extension | unsupported extension | file format not recognized | not recognized as a supported file format |
         file format cannot be determined | bad magic number | wrong magic | magic number | not in the expected format | not a recognized |
         excel file format cannot be determined | not a parquet file | parquet magic bytes | not an excel | expected file | not a sqlite |
         not a valid json | no frame named | binary content | is binary | cannot be displayed as text | not shown as text",
    )
    .strength(Firm)
    .sign(Sign::Format)
    .from(
        "SQLite SQLITE_NOTADB; gzip, tar, libarchive, ffmpeg and codec messages",
        "gzip: logs.gz: not in gzip format",
        "the gzip format: connection refused",
    ),
    Rule::phrase(
        "parse",
        Class::WrongArguments,
        "parse error | parsing error | error parsing | failed to parse | could not parse | cannot parse | unable to parse | can't parse | syntax error |
         syntaxerror | incorrect syntax | error in your sql syntax | invalid syntax | unexpected token | unknown token | unexpected character | unexpected end of |
         invalid json | not valid json | malformed json | is not json | invalid yaml | yaml: line | mapping values are not allowed |
         found character that cannot start | invalid toml | invalid xml | not well-formed | expecting value | expecting property name |
         expecting ',' delimiter | unterminated string | invalid numeric literal | invalid character ~ looking for beginning | unfinished string |
         error tokenizing data | expected ',' or '}' | in json at position | unable to decode | failed to decode | decode error | decoding error |
         could not decode | cannot decode | invalid object name | invalid number of fields | unexpected eof | premature end of file |
         content is not allowed in prolog | doctype is disallowed | start tag expected | document is empty | jsondecodeerror",
    )
    .sign(Sign::Format)
    .from("RFC 8259; messages of common parsers", "parse error: Invalid numeric literal at line 9, column 31", "the parser errored_out: connection refused"),
    Rule::phrase(
        "file.missing",
        Class::WrongArguments,
        "file not found | file does not exist | file doesn't exist | path not found | path does not exist | no such path | could not find file |
         could not find a part of the path | cannot find the path | cannot find the file | cannot find path | directory not found |
         directory does not exist | folder not found | no files found | no files matched | not a git repository | no such directory |
         cannot access ~ no such | unable to open database file | unable to open file | not found in archive | specified file | object not found |
         key does not exist | failed to open/read local data | could not open input file | does not exist (os error",
    )
    .strength(Usual)
    .sign(Sign::Missing)
    .from("Messages of .NET, PHP, PowerShell, git and SQLite for POSIX ENOENT", "Could not find file 'C:\\a.txt'.", "the file nofound: connection refused"),
    Rule::phrase(
        "file.write",
        Class::WrongArguments,
        "failure writing output | failed writing body | cannot overwrite | would be overwritten | refusing to overwrite | target exists |
         destination already exists | destination path ~ already exists | output file exists | already exists. overwrite",
    )
    .from(
        "libcurl error code 23; GNU coreutils cp and mv",
        "cp: cannot overwrite directory 'a' with non-directory 'b'",
        "overwritten 3 files; connection refused",
    ),
    Rule::phrase("file.unavailable", Class::WrongArguments, "file ~ is unavailable").strength(Firm).from(
        "bc(1): files that cannot be opened",
        "File sums.bc is unavailable.",
        "profile service is unavailable",
    ),
    Rule::phrase("archive.form", Class::WrongArguments, "not a gzip file | not a bzip2 file | not an lzma file | not a zip file | could not be opened successfully | empty header | truncated header | not in gzip format")
        .strength(Firm)
        .sign(Sign::Format)
        .from("Python tarfile and zipfile; gzip(1)", "tarfile.ReadError: not a bzip2 file", "the gzip file is here: permission denied"),
    Rule::phrase("archive.end", Class::WrongArguments, "premature end of archive | premature end of file | premature end of data | premature end of input | : premature end | eof on")
        .strength(Sure)
        .sign(Sign::Format)
        .from("cpio(1), cmp(1), libxml2 and libarchive messages", "cpio: premature end of archive", "the premature ending: permission denied"),
    Rule::phrase(
        "yaml.found",
        Class::WrongArguments,
        "found unexpected | that cannot start any token | while scanning a | while parsing a | did not find expected",
    )
    .strength(Sure)
    .sign(Sign::Format)
    .from("YAML 1.2 parsers: PyYAML, libyaml", "found unexpected end of stream", "we found unexpectedX: permission denied"),
    Rule::phrase(
        "script.position",
        Class::WrongArguments,
        "expression #* | extra characters after | extra characters at | at column | at character | at offset | at position | at byte | near line |
         parse error at | error at line | on line",
    )
    .strength(Weak)
    .from(
        "GNU sed and awk messages; JSON, TOML and SQL parsers: the place in the input that is complained of",
        "sed: -e expression #1, char 7: extra characters after command",
        "expressions: 3; connection refused",
    ),
];
