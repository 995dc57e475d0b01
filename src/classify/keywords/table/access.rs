//! Permission: a caller who is known and may not.

use crate::classify::Class;
use crate::classify::keywords::rule::{
    Rule, Sign,
    Strength::{Firm, Sure, Usual},
};

pub(super) const RULES: &[Rule] = &[
    // The canonical code that goes with a 403 says no more than the status: the reason beside it says more.
    Rule::code("code.permission.general", Class::Permission, "permission_denied | forbidden").strength(Firm).from(
        "Google API error model; RFC 9110 section 15.5.4",
        "{\"code\":\"forbidden\"}",
        "{\"message\":\"connection refused\",\"path\":\"/forbidden\"}",
    ),
    Rule::code(
        "code.permission",
        Class::Permission,
        "access_denied | insufficient_scope | insufficient_permissions | insufficient_permission |
         insufficient_privilege | insufficient_privileges | missing_scope | not_allowed | unauthorized_operation | authorization_failed |
         authorization_error | not_permitted | operation_not_permitted | policy_violation | ip_not_allowed | account_suspended | account_disabled |
         not_in_channel | restricted_action | cant_invite_self | is_archived_forbidden | access_forbidden | access_not_allowed | permission_error |
         no_permission | no_access | not_authorized | not_authorised | request_denied | org_login_required_forbidden | ekm_access_denied |
         user_not_in_channel | cannot_dm_bot | admin_only | read_only_mode | readonly | linked_authorization_failed | role_assignment_missing |
         request_disallowed_by_policy | disallowed_by_policy | access_denied_error | insufficient_access | insufficient_access_rights |
         insufficient_access_or_readonly | team_access_not_granted | no_permission_error | user_is_restricted | channel_is_read_only |
         posting_to_general_channel_denied | service_disabled | access_not_configured | billing_not_enabled | permission_not_granted |
         blocked_by_policy | content_policy_violation | model_access_denied | scope_not_granted | feature_not_enabled_for_plan | request_forbidden |
         unsupported_country_region_territory | security_exception | access_refused | not_writable",
    )
    .from(
        "RFC 6749 section 4.1.2.1 (access_denied); RFC 6750 section 3.1 (insufficient_scope); vendors' error lists",
        "{\"error\":\"insufficient_scope\"}",
        "{\"message\":\"connection refused\",\"path\":\"/access_denied\"}",
    ),
    Rule::phrase(
        "permission.denied",
        Class::Permission,
        "access denied | access is forbidden | access forbidden | forbidden | not authorized | not authorised | is not authorized to perform |
         not permitted | is not permitted | insufficient permission | insufficient permissions | insufficient privilege | insufficient privileges |
         insufficient rights | insufficient access | insufficient scope | insufficient_scope | missing scope | missing_scope | required scope |
         required scopes | lacks the ~ scope | lacks permission | lacks the required | does not have permission | do not have permission |
         doesn't have permission | don't have permission | has no permission | have no permission | no permission to | does not have access |
         do not have access | don't have access | doesn't have access | no access to | not have the required | does not have ~ access to |
         does not have storage | missing permission | missing permissions | missing required permission | permission is required |
         permissions are required | requires permission | requires the ~ permission | requires ~ role | requires admin | requires root |
         requires superuser | root privileges | root access | root permission* | root rights | superuser privileges | administrator privileges | administrative privileges | admin privileges | admin rights | requires elevated | requires elevation | must be root | must be superuser | must be run as root | must be an admin |
         must have admin | must be owner | must be the owner | must be a member | only the owner | only administrators | only admins | only members |
         are you root | you must be root | need root | needs to be run as root | run as root | run this command as administrator |
         with superuser privileges | you are not allowed | not allowed to | is not allowed to | is not allowed for | not allowed for this |
         you may not | you cannot access | you can't access | permission error | permission to ~ denied | denied to | command denied |
         command denied to user | select command denied | permission denied for | not the owner | is not the owner | not owner of | not a member of |
         resource not accessible by | not accessible by integration | cannot be accessed by | outside allowed director | outside of allowed |
         outside the allowed | outside of the allowed | path outside | outside the workspace | outside the sandbox | outside workspace |
         escapes the workspace | not in allowed | not on the allow list | not in the allowlist | not in the allow list | not whitelisted |
         not allowlisted | is blocked by | blocked by policy | blocked by your | blocked by administrator | blocked by the administrator |
         has been blocked | been blocked | has been suspended | is suspended | account suspended | account is disabled | account has been disabled |
         has been disabled by | is disabled by | disabled by your administrator | is restricted to | access restricted | protected branch |
         protected branch hook declined | pre-receive hook declined | hook declined | policy violation | violates policy | denied by policy |
         refused by policy | prohibited by | is prohibited | not granted | dubious ownership | unsafe repository | csrf verification failed |
         csrf token | attention required | cross-origin request blocked | admission webhook ~ denied the request | violates podsecurity |
         not available on your plan | upgrade your plan | not included in your plan | not available in your country | not available in your region |
         permission_denied | contact your administrator | ask your administrator | noperm | no permissions | eacces | running scripts is disabled |
         could not open lock file ~ permission | approval required | has not been used in project | it is disabled. enable it | sandbox denied |
         user denied | user rejected | declined by user | rejected by user | operation was rejected | the user doesn't want | operator denied |
         must be made through | region, or territory | do not have permissions | does not have permissions | not accepted due to | dmarc policy |
         client does not have | has been temporarily denied | not in the sudoers | sudoers file | security solution | you have been blocked |
         permission was denied | permission ~ denied | does not have authorization | have authorization to | externally managed | externally-managed |
         authorization failed | requires ~ permission | contact your admin | by policy | under a legal hold | insufficient authentication scopes |
         insufficient ~ scopes | insufficient ~ scope",
    )
    .strength(Firm)
    .from(
        "RFC 9110 section 15.5.4; messages of PostgreSQL, MySQL, Kubernetes and cloud services",
        "User ann is not authorized to perform s3:PutObject",
        "column \"forbidden_at\" does not exist",
    ),
    Rule::phrase(
        "permission.kubernetes",
        Class::Permission,
        "is forbidden: user | forbidden: user ~ cannot | cannot list resource | cannot get resource | cannot create resource | cannot delete resource |
         cannot patch resource | cannot update resource | cannot watch resource | is unauthorized for user | unauthorized for user",
    )
    .strength(Sure)
    .from("Kubernetes authorization, RBAC", "pods is forbidden: User \"ann\" cannot list resource \"pods\"", "cannot create resources: quota exceeded"),
    Rule::phrase("permission.prefix", Class::Permission, "^noperm | ^err permission").strength(Sure).from(
        "redis.io ACL",
        "NOPERM No permissions to access a key",
        "ERR unknown option NOPERM",
    ),
    Rule::phrase(
        "readonly",
        Class::Permission,
        "readonly database | read-only database | read only database | read-only transaction | read only transaction | read only replica | read-only replica |
         in read-only mode | in read only mode | is read-only | is read only | are read-only | is readonly | opened read-only |
         cannot write to read-only | running with the --read-only option | --read-only option | attempt to write a readonly | ^readonly |
         read-only mode | write operation ~ not allowed | only select | only select queries | only select statements | only read-only queries |
         run ~ in a read-only",
    )
    .strength(Firm)
    .sign(Sign::ReadOnly)
    .from(
        "SQLite SQLITE_READONLY; SQLSTATE 25006; redis.io READONLY",
        "ERROR: cannot run this in a read-only transaction",
        "reads only 3 rows; connection refused",
    ),
    Rule::phrase("program.forbidden", Class::Permission, "error 126 | exit status 126 | exit code 126 | exited with code 126").strength(Usual).from(
        "POSIX shell command language section 2.8.2",
        "make: *** [deploy] Error 126",
        "make: *** [deploy] Error 1267",
    ),
    Rule::phrase(
        "permission.word",
        Class::Permission,
        "restricted | is protected | write access | push access | privilege | security policy | read-only access | read only access | prohibited |
         write permissions | is blocked | are blocked | blocked by | not writable | query refused | (refused) | err_blocked_by* | refused for user |
         is denied | not eligible | off limits | is not allowed",
    )
    .strength(Usual)
    .from("RFC 9110 section 15.5.4; Chromium net error list", "Access to \"file:\" protocol is blocked.", "restrictedX zones: connection refused"),
    Rule::phrase("permission.required", Class::Permission, "required ' ~ permission for | required \" ~ permission for | required ~ permission for")
        .strength(Firm)
        .from("Google Cloud IAM errors", "Required 'storage.buckets.get' permission for 'projects/p'", "required permission levels_x: connection refused"),
    Rule::code(
        "permission.plan",
        Class::Permission,
        "option_not_in_plan | not_in_plan | plan_required | plan_upgrade_required | feature_not_in_plan | upgrade_required_plan",
    )
    .from(
        "error codes of metered web services",
        "{\"code\":\"PLAN_UPGRADE_REQUIRED\"}",
        "{\"message\":\"connection refused\",\"path\":\"/plan_required\"}",
    ),
    Rule::phrase(
        "permission.subscription",
        Class::Permission,
        "not subscribed in the plan | not subscribed to this plan | not in your plan | not part of your plan",
    )
    .strength(Firm)
    .from("error texts of metered web services", "This option is not in your plan.", "plan b: connection refused"),
    Rule::phrase("key.open", Class::Permission, "permissions ~ are too open | permissions are too open | unprotected private key | permissions violation | trial accounts cannot | trial account cannot")
        .strength(Firm)
        .from("ssh(1); NATS protocol, -ERR; Twilio error 21608", "Permissions 0777 for 'id_ed25519' are too open.", "permissions for all: connection refused"),
];
