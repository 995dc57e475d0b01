//! Scripts and programs that a call carries: languages, compilers, tests.

use crate::classify::Class;
use crate::classify::keywords::rule::{
    Rule,
    Strength::{Faint, Firm, Usual, Weak},
};

pub(super) const RULES: &[Rule] = &[
    Rule::phrase(
        "script.name",
        Class::WrongArguments,
        "is not defined | has no attribute | cannot import name | name ~ is not defined | undefined variable | undefined method |
         undefined local variable | undefined function | undefined reference to | undefined name | undefined: | undeclared identifier |
         use of undeclared | cannot find symbol | cannot find name | cannot find value | cannot find type | cannot find function | cannot find macro |
         not found in this scope | was not declared in this scope | undeclared (first use | implicit declaration | no member named |
         has no member named | has no field | no method named | no field | does not have a member | is not a function | is not a constructor |
         is not iterable | is not callable | is not subscriptable | object is not | cannot read propert* | cannot set propert* | of undefined |
         of null | of nil | for nil | nil pointer dereference | null pointer | null reference | object reference not set | unbound variable |
         uninitialized constant | uninitialized value | global symbol ~ requires explicit package | can't locate object method |
         not an array reference | not a hash reference | call to undefined | call to a member function | attempt to index a nil |
         attempt to call a nil | attempt to perform arithmetic | no such method | no such property | property ~ does not exist on type |
         does not provide an export named | is not exported | cannot be resolved to a | the name ~ does not exist in the current context |
         does not contain a definition for | no matching function | no matching method | no overload | redeclared | redefinition of |
         multiple definition of | duplicate symbol | imported and not used | declared and not used | unused variable |
         declared but its value is never read | is undefined",
    )
    .strength(Firm)
    .from(
        "Python, JavaScript, Ruby, Perl, PHP, Lua, C, Go, Rust, Java and C# diagnostics",
        "main.js:3 vlaue is not defined here",
        "the function is not defined_here: connection refused",
    ),
    Rule::phrase(
        "script.type",
        Class::WrongArguments,
        "unexpected keyword argument | positional argument* | missing ~ required positional | unsupported operand type | can only concatenate |
         cannot concatenate | must be str, not | must be real number | cannot unpack | too many values to unpack | not enough values to unpack |
         list index out of range | index out of range | index out of bounds | slice bounds out of range | string index out of range |
         tuple index out of range | division by zero | divide by zero | divided by 0 | integer overflow | stack overflow | maximum recursion depth |
         maximum call stack | mismatched types | incompatible types | type mismatch | type error | cannot use ~ as | cannot assign |
         is not assignable to | cannot convert | cannot be converted to | invalid literal for | could not convert string | could not be converted to |
         invalid conversion | borrow of moved value | cannot borrow | use of moved value | does not live long enough | the trait bound |
         trait ~ is not implemented for | doesn't implement | does not implement | lvalue required | incompatible pointer | from incompatible |
         makes integer from pointer | makes pointer from integer | too few arguments to function | too many arguments to function |
         wrong number of arguments | expected ~ argument | expects exactly ~ argument | given ~ expected | odd number of elements | isn't numeric |
         not a coderef | not a code reference | can't use string | can't use an undefined value | can't modify | can't call method |
         illegal division by zero | modification of a read-only value | no implicit conversion | comparison of ~ failed | can't convert |
         not comparable | unhashable type | unorderable | not supported between instances | must be a callable | not a valid identifier |
         expected identifier | expected expression | expected ';' | expected '}' | expected ')' | expected declaration | expected unqualified-id |
         missing separator | missing semicolon | missing return | unterminated | unexpected indent | unindent does not match |
         expected an indented block | eol while scanning | eof while parsing | was never closed | unmatched | near unexpected token |
         unexpected end of file | assertion failed | assertion error | assertionerror | panicked at | control reaches end",
    )
    .strength(Firm)
    .from(
        "Python, JavaScript, Ruby, Perl, PHP, Lua, C, Go, Rust, Java and C# diagnostics",
        "TypeError: f() got an unexpected keyword argument 'indnt'",
        "typed errors are unmatchedX: connection refused",
    ),
    Rule::phrase(
        "script.result",
        Class::WrongArguments,
        "test failed | tests failed | failing tests | failed tests | test result: failed | could not compile | compilation failed | compile error |
         compilation error | compilation terminated | lint | failed with errors | problems ( | errors generated | error generated | npm err! test failed | checks failed | expected ~ to equal | expected ~ received | to be ~ but got | trailing whitespace |
         merge conflict | fix conflicts | no newline at end | being treated as errors | warnings treated as errors | problem ( | never used |
         no-unused-vars",
    )
    .strength(Weak)
    .from("Messages of build tools and test runners", "error: could not compile `kea` (lib)", "the test failedX: connection refused"),
    Rule::phrase(
        "script.location",
        Class::WrongArguments,
        "^error[e | #: error: | #: fatal error: | #): error | ^error ts | error cs | error ts | #: note: expected",
    )
    .strength(Usual)
    .from("rustc, tsc, csc and MSVC diagnostics carry a code", "main.c:4:9: error: something odd about this", "error: something odd: connection refused"),
    Rule::phrase(
        "wrapper",
        Class::Unknown,
        "ld returned 1 exit status | linker command failed | returned non-zero exit status | exit status | exit code | exited with | command failed |
         make: *** [ | make[1]: *** [ | make[2]: *** [ | child returned status | exiting with failure status | begin failed--compilation aborted |
         compilation terminated | died at | subprocess-exited-with-error | non-zero exit | build step | process completed with | aborting due to |
         error is not recoverable | previous error | previous errors | failed with result | script returned exit code | lifecycle script | a complete log of this run |
         unhandled exception | build failed",
    )
    .strength(Faint)
    .from(
        "messages of build tools and process wrappers about another program",
        "make: *** [Makefile:2: check] Error 3",
        "check failed: connection refused",
    ),
    Rule::phrase("tests.failed", Class::WrongArguments, "failed ~ passed | failed (failures=* | failed (errors=*")
        .strength(Usual)
        .from("pytest and unittest summaries", "2 failed, 7 passed in 0.4s", "passed over: connection refused"),
    Rule::phrase("setup.first", Class::WrongArguments, "initialization required | has to be initialized | must be initialized | is not initialized, run")
        .strength(Firm)
        .from("Terraform and its backends", "Error: Backend initialization required", "initializing; connection refused"),
];
