//! Error numbers and their messages: POSIX.1-2024 `errno.h`, `strerror` of glibc, musl and the BSDs, WinSock and Win32.

use crate::classify::keywords::rule::{
    Rule, Sign,
    Strength::{Firm, Sure, Usual, Weak},
};
use crate::classify::{Class, Subkind};

const POSIX: &str = "POSIX.1-2024 errno.h; glibc strerror";

pub(super) const RULES: &[Rule] = &[
    Rule::phrase(
        "errno.noent",
        Class::WrongArguments,
        "no such file or directory | the system cannot find the file specified | the system cannot find the path specified | no such file",
    )
    .strength(Firm)
    .sign(Sign::Missing)
    .from(POSIX, "cat: notes.txt: No such file or directory", "wiki page 'No such file or directory' saved, then: read timed out"),
    Rule::phrase(
        "errno.isdir",
        Class::WrongArguments,
        "is a directory | illegal operation on a directory | is a folder | is a directory, not a file | path is a directory | omitting directory |
         not a plain file | not a regular file |
         it is a folder | path is a folder | is a folder, not",
    )
    .sign(Sign::Directory)
    .from(POSIX, "cp: src: Is a directory", "src: Not a directory"),
    Rule::phrase("errno.notdir", Class::WrongArguments, "not a directory | is not a directory | is a file, not a directory | not a folder")
        .strength(Firm)
        .sign(Sign::NotDirectory)
        .from(POSIX, "ls: a.txt/x: Not a directory", "a.txt: Is a directory"),
    Rule::phrase(
        "errno.exist",
        Class::WrongArguments,
        "file exists | file already exists | directory not empty | cannot create a file when that file already exists",
    )
    .from(POSIX, "mkdir: build: File exists", "the files existed; connection refused"),
    Rule::phrase(
        "errno.inval",
        Class::WrongArguments,
        "invalid argument | file name too long | argument list too long | numerical argument out of domain | numerical result out of range |
         invalid cross-device link | illegal seek | too many levels of symbolic links | inappropriate ioctl for device | bad address |
         the parameter is incorrect | the filename, directory name, or volume label syntax is incorrect | bad file descriptor | file too large",
    )
    .from(POSIX, "mount: /mnt: invalid argument", "counted 3 invalid arguments, then: connection refused"),
    Rule::phrase(
        "errno.acces",
        Class::Permission,
        "permission denied | operation not permitted | access is denied | read-only file system | a required privilege is not held by the client |
         permission is denied",
    )
    .strength(Firm)
    .from(POSIX, "open /etc/shadow: permission denied", "documented in 'Permission denied explained': connection refused"),
    Rule::phrase(
        "errno.refused",
        Class::Unavailable,
        "connection refused | no route to host | network is unreachable | host is unreachable | host is down | network is down |
         no connection could be made because the target machine actively refused it | connect failed: refused | actively refused",
    )
    .sub(Subkind::Service)
    .strength(Firm)
    .from(POSIX, "dial tcp 10.0.0.2:5432: connect: connection refused", "test connection_refused_test passed; disk: No space left on device"),
    Rule::phrase(
        "errno.reset",
        Class::Transient,
        "connection reset by peer | connection reset | broken pipe | software caused connection abort | connection aborted |
         an existing connection was forcibly closed by the remote host | forcibly closed | network dropped connection on reset",
    )
    .strength(Firm)
    .from(POSIX, "read tcp: connection reset by peer", "counter 'connection reset' is 0: permission denied"),
    Rule::phrase("errno.timedout", Class::Transient, "connection timed out | operation timed out | the semaphore timeout period has expired | timer expired")
        .strength(Firm)
        .from(POSIX, "connect to host a port 22: Connection timed out", "retry policy 'connection timed out' unknown: invalid argument"),
    Rule::phrase(
        "errno.busy",
        Class::Transient,
        "resource temporarily unavailable | device or resource busy | text file busy | address already in use | interrupted system call |
         resource deadlock avoided | resource busy | no locks available | stale file handle |
         the process cannot access the file because it is being used by another process | being used by another process |
         only one usage of each socket address | target is busy | device is busy | resource busy or locked | is already in use by another process |
         port is already allocated | port already in use | port ~ already in use | browser is already in use | profile is already in use |
         appears to be in use | is running incompatible operation | was preempted | has disappeared | file has vanished | files vanished |
         snapshot too old | initialization or shutdown in progress | end-of-file on communication channel | ora-01555 | ora-01033 | ora-01089 |
         ora-03113 | ora-03114 | ora-03135 | ora-00018 | ora-00020 | ora-02391 | mount point busy | currently used by process | used by process |
         in use by process | is currently in use",
    )
    .strength(Firm)
    .from(POSIX, "bind: Address already in use", "the flag 'device is busy' is unknown: invalid argument"),
    Rule::phrase(
        "errno.nospc",
        Class::Transient,
        "no space left on device | disk quota exceeded | cannot allocate memory | too many open files | there is not enough space on the disk |
         not enough space on the disk | no buffer space available | not enough memory | insufficient memory | out of memory | memory exhausted |
         disk full | disk is full | storage full | not enough storage | virtual memory exhausted | heap out of memory | java heap space |
         std::bad_alloc | cannot fork | fork: retry | memory limit exceeded | memory limit ( | memory limit reached",
    )
    .from(POSIX, "write /var/log/a: no space left on device", "panel 'out of memory' missing: no such file or directory"),
    Rule::phrase(
        "errno.nosys",
        Class::Unsupported,
        "function not implemented | operation not supported | protocol not supported | address family not supported | socket type not supported |
         exec format error | cannot execute binary file | protocol not available | inappropriate file type or format | is not a valid win32 application |
         not a valid win32 application | bad cpu type in executable | value too large for defined data type | operation is not supported |
         not supported by this kernel",
    )
    .strength(Firm)
    .from(POSIX, "setxattr: a: Operation not supported", "the key 'exec format error' is missing: no such file or directory"),
    Rule::exact("errno.name.noent", Class::WrongArguments, "ENOENT | EEXIST | ENOTEMPTY | EINVAL | ENAMETOOLONG | ELOOP | E2BIG | ERANGE | EXDEV | EBADF")
        .strength(Usual)
        .sign(Sign::Missing)
        .from(POSIX, "ENOENT: open 'a.txt'", "set ENOENT_POLICY: read ECONNRESET"),
    Rule::exact("errno.name.isdir", Class::WrongArguments, "EISDIR").sign(Sign::Directory).from(POSIX, "EISDIR: read", "EISDIRX: read ECONNRESET"),
    Rule::exact("errno.name.notdir", Class::WrongArguments, "ENOTDIR").sign(Sign::NotDirectory).from(
        POSIX,
        "ENOTDIR: scandir 'a'",
        "ENOTDIRX: read ECONNRESET",
    ),
    Rule::exact("errno.name.acces", Class::Permission, "EACCES | EPERM | EROFS").from(
        POSIX,
        "EACCES: open '/root/a'",
        "the list of eacces handlers: ECONNRESET",
    ),
    Rule::exact(
        "errno.name.refused",
        Class::Unavailable,
        "ECONNREFUSED | EHOSTUNREACH | ENETUNREACH | EHOSTDOWN | ENETDOWN | ENOTFOUND | WSAECONNREFUSED | WSAHOST_NOT_FOUND | EADDRNOTAVAIL",
    )
    .sub(Subkind::Service)
    .from(POSIX, "connect ECONNREFUSED 127.0.0.1:5432", "MY_ECONNREFUSED_X: EACCES"),
    Rule::exact(
        "errno.name.reset",
        Class::Transient,
        "ECONNRESET | ETIMEDOUT | EPIPE | ECONNABORTED | EAGAIN | EWOULDBLOCK | EBUSY | EADDRINUSE | ETXTBSY | EDEADLK | EINTR | ESTALE | ENOLCK |
         ESOCKETTIMEDOUT | EAI_AGAIN | WSAECONNRESET | WSAETIMEDOUT",
    )
    .from(POSIX, "read ECONNRESET", "MY_ETIMEDOUT_X: EACCES"),
    Rule::exact("errno.name.nospc", Class::Transient, "ENOSPC | EDQUOT | ENOMEM | EMFILE | ENFILE | ENOBUFS").from(
        POSIX,
        "ENOSPC: write",
        "MY_ENOSPC_X: EACCES",
    ),
    Rule::exact("errno.name.nosys", Class::Unsupported, "ENOSYS | ENOTSUP | EOPNOTSUPP | EPROTONOSUPPORT | EAFNOSUPPORT | ENOEXEC").from(
        POSIX,
        "ENOTSUP: copy_file_range",
        "MY_ENOSYS_X: EACCES",
    ),
    Rule::phrase(
        "errno.number.acces",
        Class::Permission,
        "[errno 13] | [errno 1] | [errno 30] | (os error 13) | (os error 1) | (os error 30) | errno = 13 | errno: 13 | [winerror 5]",
    )
    .strength(Sure)
    .from(POSIX, "OSError: [Errno 13] x", "[Errno 130] Connection refused"),
    Rule::phrase(
        "errno.number.refused",
        Class::Unavailable,
        "[errno 111] | [errno 113] | [errno 101] | [errno 61] | [errno 65] | [errno -2] | [errno -5] | (os error 111) | (os error 113) | (os error 61) |
         [winerror 10061] | [errno 11001] | [errno 8] nodename",
    )
    .sub(Subkind::Service)
    .strength(Sure)
    .from(POSIX, "OSError: [Errno 111] x", "[Errno 1110] Permission denied"),
    Rule::phrase(
        "errno.number.busy",
        Class::Transient,
        "[errno 104] | [errno 110] | [errno 32] | [errno 11] | [errno 16] | [errno 98] | [errno 48] | [errno 26] | [errno 28] | [errno 12] | [errno 24] |
         [errno 122] | [errno -3] | (os error 104) | (os error 110) | (os error 32) | (os error 11) | (os error 16) | (os error 98) | (os error 28) |
         (os error 24) | [winerror 32] | [winerror 10054] | [winerror 10060]",
    )
    .strength(Sure)
    .from(POSIX, "OSError: [Errno 104] x", "[Errno 1040] Permission denied"),
    Rule::phrase(
        "errno.number.noent",
        Class::WrongArguments,
        "[errno 2] | (os error 2) | [errno 17] | (os error 17) | [errno 22] | (os error 22) | [errno 36] | [errno 39] | [errno 7] | [winerror 2] |
         [winerror 3] | [winerror 123] | [winerror 183]",
    )
    .sign(Sign::Missing)
    .from(POSIX, "OSError: [Errno 22] x", "[Errno 220] Permission denied"),
    Rule::phrase("errno.number.isdir", Class::WrongArguments, "[errno 21] | (os error 21)").strength(Sure).sign(Sign::Directory).from(
        POSIX,
        "OSError: [Errno 21] x",
        "[Errno 210] Permission denied",
    ),
    Rule::phrase("errno.number.notdir", Class::WrongArguments, "[errno 20] | (os error 20)").strength(Sure).sign(Sign::NotDirectory).from(
        POSIX,
        "OSError: [Errno 20] x",
        "[Errno 200] Permission denied",
    ),
    Rule::phrase("errno.unknown", Class::Unknown, "input/output error | remote i/o error | unknown error 255").strength(Weak).from(
        POSIX,
        "read /dev/sdb: Input/output error",
        "read: connection reset by peer",
    ),
];
