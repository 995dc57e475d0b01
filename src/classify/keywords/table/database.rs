//! Databases: SQLSTATE classes (ISO/IEC 9075-2) and the servers' own messages.

use crate::classify::keywords::rule::{
    Rule, Sign,
    Strength::{Firm, Sure, Usual, Weak},
};
use crate::classify::{Class, Subkind};

const SQL: &str = "ISO/IEC 9075-2 SQLSTATE classes; PostgreSQL appendix A; MySQL and SQL Server error references";

pub(super) const RULES: &[Rule] = &[
    Rule::phrase(
        "sql.reference",
        Class::WrongArguments,
        "no such table | no such column | no such index | no such view | no such database | relation ~ does not exist | column ~ does not exist |
         table ~ doesn't exist | table ~ does not exist | schema ~ does not exist | role ~ does not exist | database ~ does not exist |
         type ~ does not exist | operator does not exist | unknown column | unknown table | unknown database | unknown collation | invalid column name |
         invalid object name | invalid identifier | table or view does not exist | could not find stored procedure | column reference ~ is ambiguous |
         ambiguous column | must appear in the group by | must be aggregated | not in group by | misuse of aggregate | misuse of window |
         aggregate functions are not allowed | missing from-clause | no such key | namespace not found | ns not found | index_not_found |
         collection not found | no such index | is ambiguous | has no column named | columns but ~ values | column count doesn't match |
         more expressions than target columns | more target columns than expressions | incorrect number of bindings | bind message supplies |
         could not determine data type | because it is a view | keyspace ~ does not exist | unconfigured table | wrongtype | crossslot | noscript",
    )
    .strength(Firm)
    .sign(Sign::None)
    .from(SQL, "ERROR:  relation \"oders\" does not exist", "the relations exist; connection refused"),
    Rule::phrase(
        "sql.constraint",
        Class::WrongArguments,
        "constraint failed | violates unique constraint | violates foreign key constraint | violates not-null constraint | violates check constraint |
         violates exclusion constraint | duplicate key | duplicate entry | unique constraint | foreign key constraint | integrity constraint |
         cannot be null | cannot insert the value null | cannot insert duplicate key | cannot insert explicit value | data too long for column |
         value too long for type | string or binary data would be truncated | out of range for type | out of range value | numeric field overflow |
         numeric value out of range | numeric overflow | arithmetic overflow | invalid input syntax | invalid input value for enum |
         incorrect integer value | incorrect datetime value | incorrect string value | truncated incorrect | conversion failed when converting |
         invalid datetime format | date/time field value out of range | e11000 | value is not an integer | wrong number of arguments for |
         document failed validation | cannot add or update a child row | cannot delete or update a parent row | field ~ doesn't have a default value |
         datatype mismatch | cannot be cast | is of type ~ but expression is of type",
    )
    .strength(Firm)
    .from(SQL, "ERROR:  duplicate key value violates unique constraint \"users_pkey\"", "constraints: 3, failed: 0; connection refused"),
    Rule::phrase(
        "sql.syntax",
        Class::WrongArguments,
        "syntax error at or near | syntax error near | you have an error in your sql syntax | incorrect syntax near | sql command not properly ended |
         missing expression | mismatched input | no viable alternative | extraneous input | : syntax error | line ~ no viable",
    )
    .strength(Firm)
    .sign(Sign::Format)
    .from(SQL, "ERROR:  syntax error at or near \"SELET\"", "the syntax errors_x: connection refused"),
    Rule::phrase(
        "sql.function",
        Class::Unsupported,
        "no such function | unsupported sql | not supported by this server | not supported in this version | feature not supported |
         not implemented yet | doesn't yet support | this version of mysql doesn't | unknown storage engine | is not supported on this database |
         not supported by the database | feature not enabled | no such module:",
    )
    .strength(Sure)
    .from(SQL, "Error: no such function: regexp_like", "no such functionality flag: invalid argument"),
    Rule::phrase(
        "sqlstate.connection",
        Class::Unavailable,
        "sqlstate[08* | sqlstate 08* | sqlstate: 08* | sqlstate=08* | [08001] | (08001) | sqlstate[hy000] [2002] | sqlstate[hy000] [2003]",
    )
    .sub(Subkind::Service)
    .strength(Firm)
    .from(SQL, "SQLSTATE[08006] the peer went", "SQLSTATE[42000] [7] x"),
    Rule::phrase(
        "sqlstate.auth",
        Class::Authentication,
        "sqlstate[28* | sqlstate 28* | sqlstate: 28* | sqlstate=28* | (28p01) | (28000) | [28000] | sqlstate[hy000] [1045] | ora-01017 | ora-01005 |
         error 18456",
    )
    .strength(Sure)
    .from(SQL, "SQLSTATE: 28P01 x", "SQLSTATE[42000] [7] x"),
    Rule::phrase(
        "sqlstate.permission",
        Class::Permission,
        "sqlstate[42501* | sqlstate 42501 | sqlstate: 42501 | sqlstate=42501 | (42501) | [42501] | ora-01031 | ora-01749 | sqlstate[25006* |
         sqlstate: 25006 | sqlstate 25006 | [25006]",
    )
    .strength(Sure)
    .from(SQL, "SQLSTATE: 42501 x", "SQLSTATE: 42P01 x"),
    Rule::phrase(
        "sqlstate.retry",
        Class::Transient,
        "sqlstate[40* | sqlstate 40* | sqlstate: 40* | sqlstate=40* | sqlstate[53* | sqlstate: 53* | sqlstate 53* | sqlstate[55p03 | sqlstate: 55p03 |
         sqlstate[57* | sqlstate: 57* | sqlstate 57* | sqlstate[hyt00 | sqlstate: hyt00 | [hyt00] | [hyt01] | (40p01) | (40001) | [40001] | [40p01] |
         (55p03) | (57014) | ora-00054 | ora-00060 | ora-12516 | ora-12519 | ora-12520 | error 1205 | error 1213 | sqlstate[hy000]: general error: 1205 |
         sqlite_busy | sqlite_locked",
    )
    .strength(Sure)
    .from(SQL, "SQLSTATE: 40001 x", "SQLSTATE: 42P01 x"),
    Rule::phrase(
        "sqlstate.argument",
        Class::WrongArguments,
        "sqlstate[42* | sqlstate: 42* | sqlstate 42* | sqlstate=42* | sqlstate[22* | sqlstate: 22* | sqlstate 22* | sqlstate=22* | sqlstate[23* |
         sqlstate: 23* | sqlstate 23* | sqlstate=23* | sqlstate[3d000 | sqlstate: 3d000 | (42000) | (42s02) | (42s22) | (23000) | (22001) | [42s02] |
         [42s22] | [42000] | [23000] | ora-00942 | ora-00904 | ora-00933 | ora-00936 | ora-00001 | ora-01400 | ora-01722 | ora-12514 | ora-00905 |
         ora-00907 | ora-00911 | ora-00917 | ora-01830 | ora-01861 | ora-01843 | ora-06550 | ora-00955",
    )
    .strength(Usual)
    .from(SQL, "SQLSTATE: 42P01 x", "SQLSTATE: 40001 x"),
    Rule::phrase(
        "sqlstate.unsupported",
        Class::Unsupported,
        "sqlstate[0a000 | sqlstate: 0a000 | sqlstate 0a000 | sqlstate=0a000 | (0a000) | [0a000] | [hyc00]",
    )
    .strength(Sure)
    .from(SQL, "SQLSTATE: 0A000 x", "SQLSTATE: 42P01 x"),
    Rule::phrase(
        "sql.refused",
        Class::Unavailable,
        "could not connect to server | connection to server ~ failed | can't connect to mysql server | can't connect to local mysql | ora-12541 |
         ora-12154 | ora-12170 | tns:no listener | server was not found or was not accessible | a network-related or instance-specific error |
         no reachable servers | server selection | is the docker daemon running | clusterdown | nodes are down | database disk image is malformed |
         no nodes available | ora-01034 | oracle not available",
    )
    .sub(Subkind::Service)
    .strength(Firm)
    .from(SQL, "ORA-12541: TNS:no listener", "ORA-00942: table or view does not exist"),
    Rule::phrase(
        "sql.transaction",
        Class::WrongArguments,
        "current transaction is aborted | no transaction is active | cannot start a transaction within a transaction | there is already a transaction |
         can't execute ~ inside a transaction",
    )
    .strength(Weak)
    .from(SQL, "current transaction is aborted, commands ignored", "the transaction runs; connection refused"),
    Rule::phrase(
        "sql.undefined",
        Class::WrongArguments,
        "function ~ does not exist | operator does not exist | aggregate ~ does not exist | functions are not allowed in | is not allowed in ~ clause |
         are not allowed in ~ clause",
    )
    .strength(Sure)
    .from(
        "SQLSTATE classes 42 and 0A: undefined_function, grouping_error, syntax_error",
        "ERROR:  function frobnicate(integer) does not exist",
        "the functions exist: permission denied",
    ),
    Rule::phrase("sql.combination", Class::Unsupported, "is not allowed with ~ clause | are not allowed with ~ clause").strength(Firm).from(
        "SQLSTATE class 0A: feature_not_supported",
        "ERROR:  WINDOW is not allowed with RETURNING clause",
        "allowed without: permission denied",
    ),
];
