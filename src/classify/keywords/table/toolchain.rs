//! Package managers, build tools and programs for hardware: what they cannot find, combine or run here.

use crate::classify::keywords::rule::{
    Rule, Sign,
    Strength::{Firm, Sure, Usual},
};
use crate::classify::{Class, Subkind};

pub(super) const RULES: &[Rule] = &[
    Rule::phrase(
        "toolchain.conflict",
        Class::WrongArguments,
        "(conflict: * | conflict set: * | conflicting requirements | conflicting versions | have conflicting | has conflicting |
         incompatible with ~ in the same | unsatisfiable | cannot be satisfied | could not be satisfied | conflicts with the following",
    )
    .strength(Sure)
    .from(
        "cabal-install, pip, pub, conda and npm: dependency solvers",
        "rejecting: kea-4 (conflict: mill => kea>=5)",
        "the conflicts_x: permission denied",
    ),
    Rule::phrase(
        "toolchain.required",
        Class::Unavailable,
        "do you have ~ installed | have you installed | is ~ installed? | did you install | requires a container runtime |
         needs a container runtime | is not installed or | not installed or not | script engine for | no script engine | no engine for |
         could not detect ~ install | unable to detect ~ install",
    )
    .sub(Subkind::Module)
    .strength(Sure)
    .from("messages of build tools about what they call", "Packing needs zopfli. Have you installed it?", "the installed_x: permission denied"),
    Rule::phrase(
        "toolchain.device",
        Class::Unavailable,
        "cannot find usb | can't find usb | could not find usb | no usb device | usb device not found | no smart card reader* | no card reader* |
         no readers found | no reader found | no readers available | unable to open programmer | programmer is not responding |          no debug probe | no probe found | no debugger found | no st-link | no j-link | unable to find a matching cmsis-dap | no boards found |
         no board found | no emulator | no adb device | no fastboot | no bluetooth adapter | no sound card* | no video device |
         no capable devices | no suitable gpu | no gpus | no accelerator | no such interface present",
    )
    .sub(Subkind::Service)
    .strength(Sure)
    .from(
        "avrdude(1), OpenOCD, pcsc_scan(1), adb, aplay(1), bluetoothctl(1)",
        "opensesame: No card readers detected",
        "the device_x is here: permission denied",
    ),
    Rule::phrase(
        "toolchain.version",
        Class::Unsupported,
        "but the installed version | but installed version | but the installed | but the current version | but this is version |          requires different compiler | different compiler version | too old to | is too new for | is newer than this |
         newer version of ~ is required | later version of ~ is required | no binary release for | no pre-built | no precompiled | no binary for |
         no binaries for | no build for | no builds for | no wheel for | no release for this | no package for this | for this platform |
         on this architecture | on your platform",
    )
    .strength(Firm)
    .from("SwiftPM, solc, cargo-binstall and installers of binaries", "no binaries for mips64", "the platforms match; connection refused"),
    Rule::phrase(
        "toolchain.language",
        Class::Unsupported,
        "unsupported language construct* | unsupported language feature* | unsupported construct* | unsupported statement* | unsupported syntax |
         unsupported feature* | unsupported function* | unsupported clause* | unsupported directive* | unsupported instruction* |
         unsupported pragma* | not a supported feature | only supported on | deprecated and no longer |
         only supported in | only supported by | only supported for | only available in ~ edition | endpoint is deprecated | api is deprecated",
    )
    .strength(Sure)
    .from(
        "compilers and simulators about parts of a language",
        "sheet.v:3: Unsupported statement: forever with a delay",
        "unsupported_statements: connection refused",
    ),
    Rule::phrase("toolchain.bogus", Class::WrongArguments, "bogus").strength(Firm).from(
        "nmap(1), qmail, X.Org: values that mean nothing",
        "Bogus --ttl argument",
        "bogus_x: connection refused",
    ),
    Rule::phrase(
        "toolchain.specify",
        Class::WrongArguments,
        "please specify | please supply | please provide | please give | please pass | please choose",
    )
    .strength(Usual)
    .from("messages that ask for an argument", "Please supply the width of the page.", "please_specify_x: connection refused"),
    Rule::phrase(
        "toolchain.named",
        Class::WrongArguments,
        "no keyword with name | no test with name | no task with name | no target with name | no rule named | no target named | no task named |
         no test named | no job named | no such target | no such rule",
    )
    .sign(Sign::Missing)
    .strength(Firm)
    .from("Robot Framework, Bazel, Rake, Gradle", "No task with name 'pakc' found.", "no such_targets: connection refused"),
];
