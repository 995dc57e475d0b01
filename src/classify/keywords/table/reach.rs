//! What is not there to be reached: a daemon behind its socket, a device, a program that another one starts, a kernel or a dictionary.

use crate::classify::keywords::rule::{
    Rule,
    Strength::{Firm, Sure, Usual},
};
use crate::classify::{Class, Subkind};

const SYSTEMS: &str = "unix(7), exec(3) and posix_spawn(3) as programs report them";
const DEVICES: &str = "messages of sound, scanner, camera and device tools";

pub(super) const RULES: &[Rule] = &[
    Rule::phrase(
        "reach.talk",
        Class::Unavailable,
        "cannot talk to | can't talk to | could not talk to | couldn't talk to | unable to talk to | failed to talk to | cannot communicate with |
         can't communicate with | could not communicate with | couldn't communicate with | unable to communicate with | failed to communicate with |
         connection to daemon | connection to the daemon | connection to ~ daemon | connection to ~ agent | activate remote peer | no agent running | program not registered |
         no nodes replied | no workers replied | - no response |
         no daemon running | no daemon is running | is the editor open | addon is running | plugin is running | open the plugin | screen to be resumed |
         no ~ instance found | is _ running? | is the _ running? | must be running | needs to be running | has to be running |
         cannot access the hardware",
    )
    .sub(Subkind::Service)
    .strength(Firm)
    .from(SYSTEMS, "518 Could not talk to the clock daemon", "the connection to daemon_x: permission denied"),
    Rule::phrase(
        "reach.socket",
        Class::Unavailable,
        "failed to connect ~ no such file | could not connect ~ no such file | couldn't connect ~ no such file | cannot connect ~ no such file |
         can't connect ~ no such file | unable to connect ~ no such file | failed to open ~ bus: no such file |
         connection failed: no such file | connection failure: no such file | connection aborted ~ filenotfounderror | unix:/// ~ no such file |
         connection failed ~ no such file | control socket ~ no such file | unable to connect ~ bad file descriptor |
         could not connect ~ bad file descriptor | failed to connect ~ bad file descriptor | serviceunavailable: couldn't connect |
         serviceunavailable: could not connect | serviceunavailable: failed to connect | serviceunavailable: unable to | max retries per request",
    )
    .sub(Subkind::Service)
    .strength(Sure)
    .from(SYSTEMS, "hub: connection failed (No such file or directory)", "failed to connect the file: permission denied"),
    Rule::phrase(
        "reach.exec",
        Class::Unavailable,
        "failed to exec ~ no such file | cannot exec ~ no such file | could not exec ~ no such file | couldn't exec ~ no such file |
         unable to exec ~ no such file | cannot execute ~ no such file | could not execute ~ no such file | couldn't execute ~ no such file |
         can't execute ~ no such file | failed to launch ~ no such file | could not launch ~ no such file | cannot launch ~ no such file |
         unable to launch ~ no such file | could not spawn ~ no such file | cannot spawn ~ no such file | unable to spawn ~ no such file |
         failed to start process ~ no such file | could not start process ~ no such file | cannot start process ~ no such file |
         cannot run ~ no such file | command failed to start | execvp ~ no such file | execvp: no such file | execve ~ no such file | execv ~ no such file | execl ~ no such file |
         posix_spawn ~ no such file | exec failed ~ no such file | /bin/sh: 1: ~ not found | /bin/sh: ~: not found | /bin/ash: ~: not found |
         /bin/bash: ~ command not found | /bin/zsh: ~ command not found",
    )
    .sub(Subkind::Module)
    .strength(Sure)
    .from(SYSTEMS, "runner: could not exec 'mill': No such file or directory", "failed to exec the query: permission denied"),
    Rule::phrase(
        "reach.device",
        Class::Unavailable,
        "devices connected | device connected | no devices found | no devices were found | no device found | no _ devices found | no _ device found |
         no ~ devices detected | no devices detected | no ~ device available |
         no ~ devices available | no default output device | no default input device | no default controller | no default sink |
         no default printer | no default destination | no sound card | no soundcard | no soundcards | cannot find card | no audio device | no audio devices |
         no cameras | no camera found | no webcam | no scanners | no sensors found | no joystick | no gamepad | no printers | no printer found |
         cannot open device /dev/* | can't open device /dev/* | could not open device /dev/* | unable to open device /dev/* | no microphone",
    )
    .sub(Subkind::Service)
    .strength(Usual)
    .from(DEVICES, "turntable: no MIDI devices found", "the devices_found: permission denied"),
    Rule::phrase("reach.sound", Class::Unavailable, "audio open error: no such | open error: no such device | pcm device: no such")
        .sub(Subkind::Service)
        .strength(Sure)
        .from(DEVICES, "jack: audio open error: No such file or directory", "the open errors: permission denied"),
    Rule::phrase(
        "reach.resource",
        Class::Unavailable,
        "could not find kernel | can't find kernel | cannot find kernel | no kernel named | no kernel called | kernel not found | no word lists |
         dictionary files for | dictionary files ~ named | no dictionary | no dictionaries | dictionary ~ not installed | can't find model |
         cannot find model | could not find model | no voices | voice ~ not installed | no default toolchain | no toolchain | no default is configured |
         could not choose a version | executable needs to be in | needs to be in path | needs to be in your path | must be in your path |
         not in your path | language pack | either install | requires the installation of | dlopen ~ not found |
         no library called | could not find lib* | can't find lib* | unable to find lib* | unable to find application | no method available for opening | download the model | no compiler is | java_home is set to an invalid | couldn't load any languages | failed loading language",
    )
    .sub(Subkind::Module)
    .strength(Firm)
    .from("Jupyter, Enchant, Hunspell, eSpeak and rustup messages", "Could not find kernel 'ada'", "the kernels_named: permission denied"),
    Rule::code("reach.code", Class::Unavailable, "service_unknown | name_has_no_owner | service_not_found").sub(Subkind::Service).from(
        "D-Bus specification, org.freedesktop.DBus.Error",
        "{\"code\":\"NameHasNoOwner\"}",
        "{\"message\":\"permission denied\",\"path\":\"/service_unknown\"}",
    ),
    Rule::phrase("reach.build", Class::Unsupported, "not compiled into | not built with | was built without | not compiled in")
        .strength(Sure)
        .from("messages of programs that leave out parts when they are built", "grep: -P is not compiled into this binary", "the build_without: permission denied"),
    Rule::phrase(
        "reach.passing",
        Class::Transient,
        "(104, 'connection reset by peer | (32, 'broken pipe | connection closed by server | connection was closed by server | closed by the server |
         transienttransactionerror | waiting for ~ lock in | ^maintenance",
    )
    .strength(Sure)
    .from("Python, errno as a tuple; redis-py; MongoDB transactions; CVS locks", "read: (104, 'Connection reset by peer')", "a maintenance_plan: permission denied"),
];
