//! What services say in other languages than English: sessions, rights, rates, maintenance.

use crate::classify::keywords::rule::{
    Rule, Sign,
    Strength::{Faint, Firm, Usual, Weak},
};
use crate::classify::{Class, Subkind};

const SOURCE: &str = "usual wordings of services in de, fr, es, pt, it, nl, pl, tr, sv, ja, zh, ko, ru; message catalogues of libc and SQL Server";

pub(super) const RULES: &[Rule] = &[
    Rule::phrase("app.auth", Class::Authentication, "sitzung ist abgelaufen | sitzung abgelaufen | token ist abgelaufen | token abgelaufen | erneut anmelden | bitte anmelden | melden sie sich an |
         melden sie sich erneut an | fehler bei der anmeldung | anmeldung fehlgeschlagen | anmeldefehler | nicht angemeldet | falsches passwort |
         passwort ist falsch | ungültige anmeldedaten | ungültige zugangsdaten | ungültiges passwort | ungültiger api-schlüssel | authentifizierung erforderlich |
         session a expiré | session expirée | jeton a expiré | jeton expiré | jeton invalide | veuillez vous connecter | vous reconnecter |
         vous identifier | échec de l'ouverture de session | échec de la connexion de l'utilisateur | échec de l'authentification | échec d'authentification |
         mot de passe incorrect | mot de passe invalide | identifiants invalides | identifiants incorrects | clé api invalide | authentification requise |
         non authentifié* | l'authentification a échoué | sesión ha expirado | sesión ha caducado | sesión expirada | sesión caducada | token ha expirado |
         token expirado | token inválido | token no válido | inicie sesión | inicia sesión | iniciar sesión | contraseña incorrecta | contraseña no válida |
         credenciales inválidas | credenciales no válidas | credenciales incorrectas | error de inicio de sesión | error de autenticación |
         autenticación requerida | requiere autenticación | no autenticado | la autenticación falló | falló la autenticación | clave de api no válida |
         sessão expirou | sessão expirada | token expirou | faça login | faça o login | iniciar sessão | senha incorreta | senha inválida |
         falha de autenticação | falha na autenticação | autenticação necessária | requer autenticação | não autenticado | falha de logon | falha de login |
         sessione è scaduta | sessione scaduta | token scaduto | token non valido | effettua l'accesso | effettuare l'accesso | accedi di nuovo |
         password errata | credenziali non valide | autenticazione fallita | autenticazione non riuscita | autenticazione richiesta | accesso non riuscito |
         sessie is verlopen | token is verlopen | log opnieuw in | onjuist wachtwoord | ongeldige inloggegevens | authenticatie mislukt | aanmelden is mislukt |
         sesja wygasła | token wygasł | zaloguj się | nieprawidłowe hasło | nieprawidłowe dane logowania | uwierzytelnianie nie powiodło się |
         wymagane uwierzytelnienie | oturumunuzun süresi | oturum süresi | oturum açın | giriş yapın | hatalı şifre | geçersiz kimlik bilgileri |
         kimlik doğrulama | sessionen har gått ut | logga in | fel lösenord | felaktigt lösenord | autentisering misslyckades | ログインしてください | 再ログイン |
         ログインに失敗 | サインインしてください | 有効期限が切れ | 有効期限切れ | パスワードが正しくありません | パスワードが間違って | 認証が必要 | 認証エラー | 请登录 | 请先登录 | 重新登录 | 登录已过期 |
         登录状态 | 会话已失效 | 会话已过期 | 已过期 | 密码错误 | 密码不正确 | 身份验证失败 | 身份認證 | 未登录 | 鉴权失败 | 签名错误 | 签名不正确 | 請登入 | 重新登入 | 登入失敗 | 密碼錯誤 | 驗證失敗 | 已過期 |
         로그인이 필요 | 다시 로그인 | 로그인에 실패 | 로그인하지 못했습니다 | 만료되었습니다 | 만료된 | 비밀번호가 올바르지 | 비밀번호가 일치하지 | 인증이 필요 | 인증 오류 | войдите в | необходимо войти |
         сеанс истек* | сессия истекла | срок действия токена | срок действия сессии | токен истек | токен недействителен | неверный пароль | неверный логин |
         требуется аутентификация | требуется авторизация | не удалось войти | ошибка входа | ошибка авторизации | ошибка при входе")
        .strength(Firm)
        .from(SOURCE, "Ihre Sitzung ist abgelaufen.", "Die Sitzung läuft; Keine Berechtigung"),
    Rule::phrase("app.permission", Class::Permission, "nicht berechtigt | keine rechte | fehlende berechtigung* | wurde verweigert | nicht gestattet | keine zugriffsrechte |
         unzureichende berechtigung* | berechtigung ~ verweigert | zugriff ~ verweigert | nicht die erforderlichen berechtigungen | a été refusée | autorisation ~ refusée |
         pas l'autorisation | pas la permission | pas les droits | pas le droit | droits insuffisants | permissions insuffisantes | autorisations insuffisantes |
         pas autorisé | accès interdit | accès refusé* | no tiene permiso* | no tienes permiso* | no tiene autorización | permisos insuficientes | se denegó el permiso |
         se ha denegado | no está autorizado a | no está autorizada | acceso prohibido | no tem permissão | não tem permissão | sem permissão | permissões insuficientes |
         permissão ~ negada | não está autorizado a | acesso proibido | non hai i permessi | non hai l'autorizzazione | non hai il permesso |
         autorizzazioni insufficienti | permessi insufficienti | non dispone delle autorizzazioni | autorizzazione ~ negata | accesso vietato | accesso non consentito |
         geen toestemming | geen rechten | onvoldoende rechten | geen toegang | odmowa dostępu | brak dostępu | nie masz uprawnień | niewystarczające uprawnienia |
         erişim engellendi | izniniz yok | yetkiniz yok | izin verilmedi | erişim reddedildi | åtkomst nekad | åtkomst nekas | behörighet saknas | saknar behörighet |
         inte behörig | 権限がありません | 権限が不足 | 権限が必要 | 許可されていません | 権限がない | アクセスを拒否 | 权限不足 | 无权限 | 无权 | 没有访问权限 | 禁止访问 | 拒绝了 ~ 权限 | 權限不足 | 無權 | 禁止存取 |
         권한이 없 | 권한이 필요 | 권한이 부족 | 접근이 거부 | 액세스할 수 없 | нет прав | нет доступа | недостаточно полномочий | недостаточно привилегий | доступ запрещ* | в доступе отказано |
         отказано в разрешении | не имеет разрешения | не имеете разрешения")
        .strength(Firm)
        .from(SOURCE, "Sie sind nicht berechtigt, dies zu tun.", "Die Berechtigung gilt; Verbindungsaufbau abgelehnt"),
    Rule::phrase("app.limit", Class::RateLimited, "anfragelimit | ratenlimit | limit erreicht | limit überschritten | zu viele versuche | limite de débit | limite atteinte | limite de requêtes |
         trop de tentatives | trop d'appels | nombre maximal de requêtes | límite de solicitudes | límite de peticiones | límite alcanzado | límite de uso |
         demasiados intentos | demasiadas llamadas | se ha superado el límite | limite de requisições | limite atingido | limite de taxa | muitas tentativas |
         limite de uso | limite di richieste | limite raggiunto | troppi tentativi | te veel verzoeken | te veel aanvragen | te veel pogingen | limiet bereikt |
         limiet overschreden | zbyt wiele żądań | zbyt wiele prób | przekroczono limit żądań | przekroczono limit zapytań | çok fazla istek | çok fazla deneme |
         istek sınırı | för många förfrågningar | för många försök | för många anrop | 回数制限 | 利用制限 | 上限に達し | リクエスト制限 | リクエスト数の上限 | 超过限额 | 超出限额 | 调用次数 | 频率超限 |
         频繁 | 达到上限 | 已达上限 | 限流 | 次数超限 | 达到限制 | 頻繁 | 요청 한도 | 호출 한도 | 한도를 초과 | 너무 많은 요청 | слишком часто | слишком много попыток | достигнут лимит |
         превышен лимит | превышено количество запросов | превышена частота").sub(Subkind::Throttle)
        .strength(Firm)
        .from(SOURCE, "Das Anfragelimit gilt.", "Limitierte Ausgabe; Keine Berechtigung"),
    Rule::phrase("app.quota", Class::RateLimited, "kontingent ist erschöpft | kontingent erschöpft | guthaben ist aufgebraucht | guthaben reicht nicht | quota atteint | quota épuisé | crédit insuffisant |
         cuota agotada | cuota superada | saldo insuficiente | cota esgotada | quota esaurita | credito insufficiente | quotum overschreden | onvoldoende tegoed |
         przekroczono kwotę | przydział wyczerpany | niewystarczające środki | kota aşıldı | kotanız doldu | yetersiz bakiye | kvoten har överskridits | kvoten är slut |
         残高が不足 | 利用枠 | 容量の上限 | 配额不足 | 配额已用完 | 额度已用完 | 欠费 | 餘額不足 | 配額 | 잔액이 부족 | 사용량 한도 | 한도 소진 | лимит исчерпан | недостаточно средств | закончилась квота")
        .sub(Subkind::Quota)
        .strength(Firm)
        .from(SOURCE, "Ihr Guthaben reicht nicht.", "Guthaben: 3; Keine Berechtigung"),
    Rule::phrase("app.retry", Class::Transient, "später erneut | versuchen sie es später | versuche es später | versuchen sie es erneut | wartungsarbeiten | im wartungsmodus | überlastet | ausgelastet |
         réessayer plus tard | réessayez plus tard | veuillez réessayer | réessayez | en maintenance | est occupé | surchargé* | más tarde | inténtelo de nuevo |
         inténtalo de nuevo | vuelva a intentarlo | en mantenimiento | está ocupado | sobrecargado | tente novamente | tente mais tarde | em manutenção |
         sobrecarregado | riprova | riprovare | in manutenzione | sovraccarico | è occupato | probeer het later | probeer het opnieuw | tijdelijk niet |
         overbelast | spróbuj ponownie | spróbuj później | tymczasowo | przekroczono czas | przekroczono limit czasu | daha sonra tekrar | tekrar deneyin |
         zaman aşımı | geçici olarak | bakımda | försök igen | tillfälligt | överbelastad | tidsgränsen | 混み合って | 後でもう一度 | しばらくしてから | 再度お試し | もう一度お試し | 再試行 |
         メンテナンス中 | アクセスが集中 | 時間をおいて | 系统繁忙 | 服务繁忙 | 服务器繁忙 | 稍候再试 | 稍后再试 | 稍后重试 | 稍候重试 | 请重试 | 维护中 | 系統繁忙 | 稍後再試 | 維護中 | 잠시 후 다시 | 나중에 다시 | 다시 시도 |
         점검 중 | 일시적인 | попробуйте позже | повторите попытку | повторите позже | перегружен | на обслуживании | превышено время | истекло время | geen ruimte meer over |
         brak miejsca na urządzeniu | aygıtta yer kalmadı | enheten är full | interblocage | deadlock-opfer")
        .strength(Usual)
        .from(SOURCE, "Bitte versuchen Sie es später.", "Später Start; Keine Berechtigung"),
    Rule::phrase("app.service", Class::Unavailable, "nicht erreichbar | keine verbindung | verbindung zum server | verbindung ~ fehlgeschlagen | verbindung fehlgeschlagen | nicht aufgelöst werden |
         injoignable | impossible de se connecter | connexion impossible | impossible de joindre | connexion au serveur ~ échou* | n'a pas pu être résolu |
         no se puede conectar | no se pudo conectar | no se ha podido conectar | inalcanzable | no se pudo resolver | imposible conectar | conexión al servidor ~ falló |
         não foi possível conectar | não foi possível ligar | não foi possível resolver | inacessível | impossibile connettersi | non raggiungibile |
         impossibile collegarsi | impossibile risolvere | connessione al server ~ fallita | kan geen verbinding | kon geen verbinding | verbinding geweigerd | onbereikbaar |
         nie można połączyć | nie można nawiązać | odmowa połączenia | połączenie odrzucone | nieosiągaln* | bağlantı kurulamadı | bağlanılamadı |
         bağlantı reddedildi | ulaşılamıyor | kunde inte ansluta | anslutningen nekades | förbindelse vägras | går inte att nå | 接続できません | 接続に失敗 | 到達できません |
         への接続に失敗 | 名前を解決できません | 无法连接 | 连接失败 | 无法解析 | 無法連線 | 連線失敗 | 無法解析 | 연결할 수 없 | 연결에 실패 | 연결하지 못했습니다 | 접속할 수 없 | 접속 실패 | не удалось подключиться |
         невозможно подключиться | не удается подключиться | не удаётся подключиться | не удалось разрешить").sub(Subkind::Service)
        .strength(Firm)
        .from(SOURCE, "Der Server ist nicht erreichbar.", "Verbindungen: 3; Keine Berechtigung"),
    Rule::phrase("app.absent", Class::Unavailable, "nicht verfügbar | indisponible | no disponible | indisponível | non disponibile | niet beschikbaar | niedostępn* | kullanılamıyor | inte tillgänglig |
         利用できません | 不可用 | 无法访问 | 無法使用 | 사용할 수 없 | недоступ*").sub(Subkind::Service).strength(Usual).from(SOURCE, "Der Dienst ist nicht verfügbar.", "Verfügbare Dienste: 3; Keine Berechtigung"),
    Rule::phrase("app.module", Class::Unavailable, "opdracht niet gevonden | commando niet gevonden | nie znaleziono polecenia | komut bulunamadı | kommandot hittades inte | kommandot finns inte |
         keine übereinstimmung für | ziel nicht gefunden | aucune correspondance pour | cible introuvable | no hay coincidencias para | sin coincidencias para |
         nessuna corrispondenza per | 引数に一致する結果 | 没有任何匹配 | 未找到匹配的参数 | 没有可用软件包 | 没有找到软件包 | 일치하는 항목 없음 | нет соответствия аргументу | совпадений не найдено | niet geïnstalleerd | nie jest zainstalowan* |
         yüklü değil | är inte installera*").sub(Subkind::Module).strength(Firm).from(SOURCE, "bash: helm: opdracht niet gevonden", "Commando's: 3; Keine Berechtigung"),
    Rule::phrase("app.unsupported", Class::Unsupported, "niet ondersteund | geïmplementeerd | nieobsługiwan* | nie jest obsługiwan* | desteklenmiyor | desteklenmeyen | stöds inte | stöds ej | 対応していません | 未対応 | 未実装 |
         非対応 | 未实现 | 尚未支持 | 暂不支持 | 구현되지 않 | не поддержива* | nicht unterstützt | pas pris en charge | ne prend pas en charge | no admitid* | no compatible | no se admite |
         não suporta | sem suporte | non supporta").strength(Firm).from(SOURCE, "Formaat wordt niet ondersteund.", "Ondersteuning: ja; Keine Berechtigung"),
    Rule::phrase("app.noent", Class::WrongArguments, "bestand of map bestaat niet | nie ma takiego pliku ani katalogu | böyle bir dosya ya da dizin yok | filen eller katalogen finns inte")
        .sign(Sign::Missing)
        .strength(Firm)
        .from(SOURCE, "cat: a.txt: Bestand of map bestaat niet", "Bestanden: 3; Keine Berechtigung"),
    Rule::phrase("app.isdir", Class::WrongArguments, "is een map | jest katalogiem | bir dizindir | är en katalog").sign(Sign::Directory).from(
        SOURCE,
        "cat: docs: Jest katalogiem",
        "Katalogi: 3; Keine Berechtigung",
    ),
    Rule::phrase("app.weak", Class::WrongArguments, "bestaat niet | niet gevonden | ongeldig* | onbekend* | ontbreekt | verplicht | bestaat al | nie istnieje | nie znaleziono | nieprawidłow* | nieznan* |
         błędn* | brakuje | wymagan* | już istnieje | bulunamadı | mevcut değil | geçersiz | bilinmeyen | gerekli | eksik | zaten var | hittades inte | finns inte | ogiltig* |
         okänd* | saknas | krävs | felaktig* | finns redan | nicht gültig | fehlerhaft* | darf nicht | unerwartet* | überschreitet | ist leer | muss ~ sein | n'est pas valide |
         doit être | ne doit pas | non reconnu* | est vide | dépasse | no válid* | no es válid* | debe ser | debe estar | no debe | incorrect* | não é válid* | deve ser |
         deve estar | não deve | incorret* | não reconhecid* | deve essere | non deve | errat* | 不正な | 正しくありません | 間違って | 重複 | 必要です | 必须 | 不正确 | 不合法 | 格式错误 | 重复 | 应为 | 不得 | 不能为空 |
         參數錯誤 | 参数错误 | 不正確 | 올바르지 않 | 유효하지 않 | 중복 | 필요합니다 | 입력해 | должен | должно | должна | некорректн* | пуст*")
        .strength(Weak)
        .from(SOURCE, "Der Wert darf nicht 3 sein", "Keine Berechtigung"),
    Rule::phrase("app.refusal", Class::WrongArguments, "kann nicht | ne peut pas | impossible de | no se puede | no puede | não pode | non può | kan niet | nie można | kan inte | できません | 不能 | 无法 | 無法 | 할 수 없습니다 |
         нельзя | невозможно | не удалось | не может").strength(Faint).from(SOURCE, "Der Beleg kann nicht gebucht werden", "Keine Berechtigung"),
];
