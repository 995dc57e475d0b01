//! Authentication: credentials that are missing, invalid or expired.

use crate::classify::Class;
use crate::classify::keywords::rule::{
    Rule,
    Strength::{Firm, Sure, Usual},
};

pub(super) const RULES: &[Rule] = &[
    Rule::code(
        "oauth.token",
        Class::Authentication,
        "invalid_token | invalid_grant | invalid_client | unauthorized | unauthenticated | token_expired | expired_token | invalid_auth | not_authed |
         token_revoked | account_inactive | invalid_api_key | missing_api_key | api_key_invalid | api_key_expired | authentication_required |
         authentication_error | authentication_failed | auth_required | login_required | bad_credentials | invalid_credentials | missing_credentials |
         credentials_expired | invalid_authentication_token | authentication_failure | invalid_access_token | missing_access_token |
         access_token_expired | expired_access_token | jwt_expired | session_expired | invalid_session | invalid_session_id | interaction_required |
         consent_required | reauth_required | reauthentication_required | mfa_required | two_factor_required | otp_required | missing_token | no_token |
         unrecognized_client | invalid_client_token_id | signature_does_not_match | invalid_signature | auth_failure | incomplete_signature |
         missing_authentication_token | invalid_access_key_id | invalid_user_credentials | expired_authentication_token | no_credential_providers |
         invalid_oauth_token | wrong_password | invalid_password | access_token_scope_expired | jwt_invalid | authorization_required | auth_error |
         not_logged_in | invalid_refresh_token | refresh_token_expired | credential_expired | token_invalid | authorization_header_malformed |
         auth_token_expired | unauthorised | not_authenticated | unknown_api_key",
    )
    .from(
        "RFC 6749 section 5.2; RFC 6750 section 3.1; AWS, Slack and Azure error lists",
        "{\"error\":\"invalid_grant\"}",
        "{\"message\":\"connection refused\",\"path\":\"/invalid_grant\"}",
    ),
    Rule::phrase(
        "auth.failed",
        Class::Authentication,
        "authentication failed | authentication required | authentication failure | authentication is required | failed to authenticate |
         could not authenticate | unable to authenticate | cannot authenticate | not authenticated | unauthenticated | unauthorized | unauthorised |
         authorization required | authorization header | login required | login failed | login incorrect | incorrect login | sign in again |
         please sign in | please log in | please login | log in again | you must log in | you need to log in | must be logged in | not logged in |
         not signed in | requires authentication | requires login | need to be authenticated | must authenticate | must be authenticated |
         re-authenticate | reauthenticate | authenticate again | bad credentials | invalid credentials | wrong credentials | incorrect credentials |
         invalid login | could not read username | could not read password | terminal prompts disabled | no credentials | unable to locate credentials |
         credentials could not be found | could not find default credentials | could not load the default credentials | could not load credentials |
         could not find credentials | credentials not found | missing credentials | credentials were not provided | credentials are not valid |
         credentials are invalid | credentials have expired | credentials are missing | credentials provided | credentials required |
         no valid credential | no valid credentials | failed to get credentials | failed to retrieve credentials | unable to load credentials |
         access denied for user ~ using password | password authentication failed | no password supplied | incorrect password | wrong password |
         invalid password | invalid username | invalid user name or password | invalid username/password | incorrect username or password |
         username or password is incorrect | bad password | login denied | logon denied | login failed for user | peer authentication failed |
         ident authentication failed | sasl authentication failed | auth fail | authorization not provided | unauthenticated request |
         not currently logged in | not logged into | session token not found | requires you to log in | password required | password is required |
         wrongpass | noauth | reset your password | two-factor | verification code | one-time password | please run ~ login | run ~ auth login |
         gh auth login | az login | aws sso login | gcloud auth | docker login | npm login | npm adduser | reauthentication failed | auth tokens |
         auth failed | sudo password | password has expired | password expired | account is locked | account locked | account has been locked |
         login was refused | api_key ~ required | api_key ~ not set | api_key ~ missing | api_key ~ must be | api_key environment |
         api_token ~ required | api_token ~ not set | _token ~ is required | _token ~ not set | _token ~ is missing | token ~ environment variable |
         no vault secrets | vault password | vault secrets | token not configured | credentials not configured | credentials not set | ora-28001 |
         ora-28000 | to be logged in",
    )
    .strength(Firm)
    .from(
        "RFC 9110 section 11; messages of git, PostgreSQL, MySQL, Redis and cloud SDKs",
        "fatal: Authentication failed for 'https://example.test/a.git'",
        "the unauthorized_users table does not exist",
    ),
    Rule::phrase(
        "auth.token",
        Class::Authentication,
        "invalid token | token is invalid | token is expired | token has expired | token expired | expired token | token was revoked |
         token has been revoked | token revoked | token is missing | missing token | missing bearer token | missing api key | invalid api key |
         incorrect api key | api key not valid | api key is invalid | api key expired | api key is missing | no api key | api key required |
         api key is required | provide an api key | api key not found | api key missing | invalid access token | access token expired |
         access token has expired | access token is missing | access token could not be | access token is invalid | invalid bearer token |
         bearer token | token could not be verified | token is not valid | token validation failed | jwt expired | jwt malformed | invalid jwt |
         invalid signature | signature verification failed | signature has expired | invalid authentication | invalid authentication credentials |
         session has expired | session expired | session is invalid | session has timed out | invalid session | refresh token | token refresh failed |
         security token included in the request | the request signature we calculated does not match | missing authentication token | invalid_grant |
         invalid_token | token not provided | no auth token | token required | not a valid api key | no authorization token | unable to parse jwt |
         api_key client option must be set | api_key must be set | token signature is invalid | invalid personal access token |
         personal access token ~ expired | invalid service account | invalid x-api-key | authentication token | invalid subscription key |
         subscription key | api key invalid | key is invalid | invalid key | api key is not valid | key invalid | token invalid | session invalid | token ~ expired | session ~ expired | credentials ~ expired | credential ~ expired | login ~ expired |
         key ~ has expired | password ~ has expired",
    )
    .strength(Firm)
    .from("RFC 6750 section 3.1; RFC 7519 section 4.1.4", "The access token expired on Tuesday", "unexpected token at line 3"),
    Rule::phrase(
        "auth.key",
        Class::Authentication,
        "permission denied (publickey | permission denied (password | permission denied (keyboard | permission denied (gssapi |
         permission denied, please try again | host key verification failed | no supported authentication methods available |
         too many authentication failures | no more authentication methods | unable to authenticate, attempted methods | sign_and_send_pubkey |
         no identities | gpg failed to sign the data | no secret key | inappropriate pinentry | gpg: signing failed | decryption failed: no secret key |
         client certificate required | a client certificate is required | certificate required | no kerberos credentials |
         credentials cache file | clock skew too great | ticket expired | preauthentication failed | unprotected private key file",
    )
    .strength(Sure)
    .from(
        "RFC 4252; OpenSSH client messages; RFC 4120",
        "git@example.test: Permission denied (publickey).",
        "public key stored; open a: permission denied",
    ),
    Rule::phrase(
        "auth.prefix",
        Class::Authentication,
        "^noauth | ^wrongpass | a password is required | a terminal is required to read the password | no tty present and no askpass |
         sudo: a password | interactive authentication required | authentication is needed | polkit | http basic: access denied | token is incorrect |
         2fa enabled",
    )
    .strength(Sure)
    .from("redis.io AUTH; sudo(8); polkit(8)", "sudo: a password is required", "passwords are required_by policy: connection refused"),
    Rule::phrase("auth.login_page", Class::Authentication, "^sign in | ^log in | sign in to | log in to | ^login | ^signin").strength(Usual).from(
        "RFC 9110 section 15.4.3 with a page for signing in",
        "<html><head><title>Sign in</title></head><body>x</body></html>",
        "Login nodes are full: no space left on device",
    ),
    Rule::phrase(
        "aws.credentials",
        Class::Authentication,
        "the sso session associated with this profile has expired | unrecognizedclientexception | invalidclienttokenid | expiredtoken |
         aws_access_key_id | invalidaccesskeyid | authfailure | signaturedoesnotmatch |
         application default credentials | aadsts* | please run 'az login' | requestexpired | no active account |
         you do not currently have an active account",
    )
    .strength(Firm)
    .from(
        "AWS common errors; Microsoft Entra AADSTS codes; Google application default credentials",
        "AADSTS700082: the grant is too old",
        "profile picture could not be found",
    ),
    Rule::phrase(
        "auth.account",
        Class::Authentication,
        "password has expired | account is locked | account has been locked | login was refused | ora-28001 | ora-28000 | missing sudo password |
         incorrect sudo password | api_key environment variable",
    )
    .strength(Sure)
    .from("Oracle database error messages; RFC 9110 section 11", "ORA-28000: The account is locked.", "the database is locked"),
];
