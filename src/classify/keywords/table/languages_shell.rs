//! What shells say of a program that is not there, and services of a wrong password or of too many calls, in other languages than English.

use crate::classify::keywords::rule::{
    Rule,
    Strength::{Firm, Sure},
};
use crate::classify::{Class, Subkind};

const SHELLS: &str = "message catalogues of cmd.exe, PowerShell, bash, zsh and dash";
const SERVICES: &str = "usual wordings of services in de, fr, es, pt, it, nl, pl, tr, sv, ja, zh, ko, ru";

pub(super) const RULES: &[Rule] = &[
    Rule::phrase(
        "shell.missing",
        Class::Unavailable,
        "内部コマンドまたは外部コマンド | 不是内部或外部命令 | 不是內部或外部命令 | 내부 또는 외부 명령 | není názvem vnitřního | iç ya da dış komut | wordt niet herkend als een interne |
         känns inte igen som ett internt | ikke genkendt som en intern | nem ismerhető fel belső | wurde nicht als name eines cmdlet* |
         nom d'applet de commande | no se reconoce como nombre de un cmdlet | non è riconosciuto come nome di cmdlet |
         não é reconhecido como nome de cmdlet | コマンドレット、関数 | 识别为 cmdlet | 辨識為 cmdlet | cmdlet, 함수 | не распознано как имя |
         nie został rozpoznany jako nazwa | comando no encontrado | 找不到指令 | 命令未找到 | 명령어를 찾을 수 없 | не найдена команда | n'est pas installé* |
         no está instalado* | não está instalado* | 尚未安裝",
    )
    .sub(Subkind::Module)
    .strength(Sure)
    .from(SHELLS, "bash: helm: 命令未找到", "Befehle: 3; Keine Berechtigung"),
    Rule::phrase(
        "shell.password",
        Class::Authentication,
        "benutzername oder passwort | benutzername oder kennwort | kennwort ist falsch | falsches kennwort | ungültiges kennwort | passwort falsch |
         anmeldedaten sind | zugangsdaten sind | anmeldung erforderlich | nom d'utilisateur ou mot de passe | identifiant ou mot de passe |
         identifiants erronés | mot de passe erroné | mauvais mot de passe | usuario o contraseña | contraseña incorrect* |
         contraseña errónea | clave incorrecta | credenciales inválid* | acceso requerido | usuário ou senha | usuário e/ou senha |
         utilizador ou palavra-passe | palavra-passe incorreta | senha incorret* | credenciais inválid* | nome utente o password |
         utente o password | password non corretta | credenziali errate | gebruikersnaam of wachtwoord | nazwa użytkownika lub hasło | błędne hasło |
         kullanıcı adı veya | şifre yanlış | användarnamn eller lösenord | ユーザー名またはパスワード | パスワードが違います | パスワードが一致しません | 用户名或密码 | 账号或密码 | 帳號或密碼 |
         使用者名稱或密碼 | 아이디 또는 비밀번호 | 잘못된 비밀번호 | имя пользователя или пароль | логин или пароль | неправильный пароль | неверные учетные данные |
         неверные учётные данные",
    )
    .strength(Sure)
    .from(SERVICES, "530 Utilizador ou palavra-passe errados.", "Passwörter: 3; Keine Berechtigung"),
    Rule::phrase(
        "shell.calls",
        Class::RateLimited,
        "zu viele abrufe | zu viele aufrufe | zu viele zugriffe | zu viele anmelde* | abrufe pro | anfragen pro | aufrufe pro | trop de demandes |
         requêtes par | appels par | demasiadas consultas | peticiones por | solicitudes por | llamadas por | consultas por | requisições por |
         chamadas por | richieste al | chiamate al | verzoeken per | żądań na | zapytań na | dakikada | förfrågningar per | 回/分 | 回/日 | 请求太频繁 |
         请求次数过多 | 次/分钟 | 次/天 | 請求過多 | 분당 요청 | запросов в минуту | запросов в день | запросов в секунду",
    )
    .sub(Subkind::Throttle)
    .strength(Firm)
    .from(SERVICES, "Höchstens 4 Abrufe pro Tag.", "Anfragen: 3; Keine Berechtigung"),
];
