//! System administration: directories, keys, devices, containers, compilers and document tools.

use crate::classify::keywords::rule::{
    Rule, Sign,
    Strength::{Firm, Sure, Usual},
};
use crate::classify::{Class, Subkind};

pub(super) const RULES: &[Rule] = &[
    Rule::phrase(
        "regex",
        Class::WrongArguments,
        "lookbehind | look-behind | quantifier does not | nothing to repeat | nothing to quantify | range out of order | missing closing | missing terminating |
         invalid preceding regular | invalid repetition | invalid content of | trailing backslash | invalid back reference | invalid collation |
         invalid character class | unknown posix class | regular expression too big | not balanced | unbalanced parenthes* | unterminated character set |
         bad character range | invalid group reference | unmatched ( | unmatched [ | unmatched ) | bad search filter | invalid filter",
    )
    .strength(Firm)
    .from("POSIX regcomp; PCRE2 and Python re error texts; RFC 4515", "rg: nothing to repeat at 3", "the lookbehinds_x: connection refused"),
    Rule::phrase(
        "ldap.service",
        Class::Unavailable,
        "can't contact ldap server | cannot contact ldap server | cannot contact any kdc | cannot find kdc | cannot resolve network address for kdc |
         cannot locate kdc | no kdc found | server is unavailable (52) | connect error (-11) | can't connect to the agent | no keyserver available |
         no agent running | could not open a connection to your authentication agent",
    )
    .sub(Subkind::Service)
    .strength(Sure)
    .from("RFC 4511 appendix A; RFC 4120; GnuPG", "ldapsearch: Can't contact LDAP server (-1)", "ldap server: permission denied"),
    Rule::phrase(
        "ldap.auth",
        Class::Authentication,
        "invalid credentials (49) | stronger authentication required | strong(er) authentication required | inappropriate authentication |
         successful bind must be | password incorrect | client not found in kerberos database | no credentials cache found | bad session key |
         bad passphrase | wrong passphrase | incorrect passphrase | invalid passphrase | passphrase ~ incorrect | bad decrypt | mac verify error |
         mac verify failure | maybe wrong password | wrong key or corrupt | no key available with this passphrase | unable to get password |
         credentials have been revoked | confidentiality required | bad auth | login mechanism",
    )
    .strength(Firm)
    .from("RFC 4511 appendix A; RFC 4120; OpenSSL and GnuPG messages", "openssl: bad decrypt", "the decrypted bads: connection refused"),
    Rule::phrase("ldap.kinit", Class::Authentication, "kinit").strength(Usual).from("MIT Kerberos kinit(1)", "run kinit", "kinit_x: connection refused"),
    Rule::phrase(
        "ldap.transient",
        Class::Transient,
        "server is busy (51) | time limit exceeded (3) | timed out (-5) | time limit exceeded",
    ).strength(Sure).from(
        "RFC 4511 appendix A",
        "result: 3 Time limit exceeded",
        "limits: time 3; permission denied",
    ),
    Rule::phrase(
        "ldap.argument",
        Class::WrongArguments,
        "size limit exceeded | naming violation | object class violation | invalid dn syntax | undefined attribute type | type or value exists |
         no such attribute | no such object | unknown authentication method | constraint violation",
    )
    .strength(Sure)
    .from("RFC 4511 appendix A", "result: 34 Invalid DN syntax", "class violations_x: connection refused"),
    Rule::phrase(
        "admin.unsupported",
        Class::Unsupported,
        "unknown filesystem type | unknown file system type | unknown filesystem | unknown file system | unsupported filesystem |
         no decode delegate | no encode delegate | no delegate for this | cipher algorithm is invalid | digest algorithm is invalid | unknown digest |
         unknown cipher | unknown hash | invalid digest | not been booted with systemd | not supported by the kernel | kernel does not support |
         kernel doesn't support | server does not support | server doesn't support | only allowed on | critical extension is unavailable |
         conversion ~ not supported | conversion from ~ unsupported | requires kubeversion | incompatible with kubernetes | incompatible with version |
         only supports ~ version | version ~ or later is required | version ~ or higher is required | or newer is required | or higher is required |
         requires at least version | requires kernel | glibc_* | version `glibc | cannot load ~ codec | no such codec",
    )
    .strength(Firm)
    .from(
        "mount(8); ImageMagick delegates; libgcrypt; Helm kubeVersion; PostgreSQL client messages",
        "magick: no decode delegate for this image format",
        "delegates: none; connection refused",
    ),
    Rule::phrase(
        "tls.refused",
        Class::Unsupported,
        "server does not support ssl | server does not support tls | does not support starttls",
    ).strength(Sure).from(
        "PostgreSQL sslmode; RFC 3207",
        "server does not support SSL, but SSL was required",
        "ssl: connection refused",
    ),
    Rule::phrase(
        "admin.module",
        Class::Unavailable,
        "no interpreter found | interpreter not found | no suitable python | no suitable java | no jdk found | no jvm could be found |
         not found in the package registry | not found in the registry | target not found: | unable to select packages | no available formula |
         no matching package named | no matching versions for query | no provider of | no package found matching | no packages found |
         .sty' not found | .cls' not found | .sty not found | pdf-engine | no version is set | does not provide attribute | modprobe: fatal: module |
         kernel module ~ not found | extension ~ is not installed | undefined function imagecreate* | not a recognized builtin | no such plugin |
         plugin ~ is not installed | plugin reinitialization | could not load plugin | no such package | requires ~ to be installed |
         loader not found | could not find a required | .sty` not found | missing binary | could not find any ~ installation |
         provider ~ could not be found | could not find ~ (missing: | dependency ~ not found | module ~ is not available | java_home ~ not defined |
         java_home ~ not set | active developer path | missing xcrun | failed loading language | could not initialize tesseract | no devices found |
         no device found | no emulators | could not find ~ installation | library ~ not found | libraries ~ not found | package ~ not found on |
         header file ~ not found | headers ~ not found | compiler ~ not found | interpreter ~ not found | runtime ~ not found | sdk ~ not found | toolchain ~ not installed |
         toolchain ~ not found | target ~ may not be installed | component ~ not installed | linker ~ not found |
         npm error 404 | npm err! 404 | 404 not found - get https://registry",
    )
    .sub(Subkind::Module)
    .strength(Sure)
    .from(
        "messages of uv, pacman, apk, Homebrew, Cargo, Go, winget, TeX, pandoc, modprobe and PHP",
        "! LaTeX Error: File `tikz.sty' not found.",
        "packages: 3 found; connection refused",
    ),
    Rule::phrase(
        "admin.memory",
        Class::Transient,
        "allowed memory size of | cache resources exhausted | resources exhausted | oomkilled | oom-killed | unable to extend | transaction log ~ is full |
         filegroup is full | out of disk | no free space | no free memory | not enough free | unable to allocate | failed to allocate |
         insufficient cpu | insufficient system resources | evicted | low on resource",
    )
    .strength(Firm)
    .from("PHP memory_limit; ImageMagick policy; Kubernetes pod states; Oracle ORA-01653", "convert: cache resources exhausted", "resources: 3; permission denied"),
    Rule::phrase(
        "connect.absent",
        Class::Unavailable,
        "error connecting to ~ no such file | cannot connect to ~ no such file | connecting to ~ no such file | failed to connect to ~ no such file |
         could not connect to ~ no such file | can't connect to ~ no such file | socket ~ datei oder verzeichnis nicht gefunden |
         socket ~ aucun fichier ou dossier | socket ~ no existe el | connection to ~ could not be established | node may not be available |
         vault is sealed | is sealed | no endpoints available | crashloopbackoff | origin dns error | dns resolution error | dns points to |
         web server is down | dns error | can't reach database | cannot reach | keyserver receive failed | keyserver search failed |
         keyserver send failed | remote server failed | winrm cannot | network path was not found | rpc server is unavailable |
         no such instance is running",
    )
    .sub(Subkind::Service)
    .strength(Sure)
    .from(
        "unix(7), connect(2): ENOENT; Kafka, Vault, Kubernetes and reverse proxy messages",
        "screen: error connecting to /run/a (No such file or directory)",
        "connected, sealed_x: permission denied",
    ),
    Rule::phrase(
        "sql.text_dump",
        Class::WrongArguments,
        "appears to be a ~ format | appears to be a text | text format dump | is not in ~ format",
    )
        .sign(Sign::Format)
        .strength(Firm)
        .from("PostgreSQL pg_restore", "restore: input appears to be a text dump", "it appears well; connection refused"),
    Rule::phrase(
        "admin.argument",
        Class::WrongArguments,
        "cannot find device | not in sorted order | is not sorted | not in order | redirections exceeded | too many redirect* |
         exceeded maximum redirects | maximum redirects | redirect loop | redirects followed | err_too_many_redirects | redirected you too many |
         redirects to a different | redirect detected | cannot run inside a transaction | no active ~ selected | no database selected |
         is not the current | swap header | insecure permissions | wrong fs type | changed significantly since | lockfile is out of date |
         lockfile needs to be updated | lock file ~ outdated | lock file ~ not up to date | bad ownership | no valid openpgp | no public key |
         unusable public key | unusable secret key | no start line | unable to load certificate | unable to load key | no symbol | no symbol table |
         no executable file | undefined control sequence | unknown chain | no chain/target/match | idempotent requests | idempotency key |
         no such element | invalid selector | stale element | move target out of bounds | strict mode violation | migrations are pending |
         pending migration* | not interactable | already mounted | is mounted | apparently in use by",
    )
    .strength(Firm)
    .from("messages of coreutils, wget, util-linux, GnuPG, OpenSSL, gdb, TeX, iptables and WebDriver", "ip: Cannot find device \"eth9\"", "devices: 3; connection refused"),
];
