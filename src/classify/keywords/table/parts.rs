//! What an error code or the name of an exception type says by its parts, where no rule knows the whole.

use crate::classify::keywords::rule::{
    Rule, Sign,
    Strength::{Firm, Sure, Usual},
};
use crate::classify::{Class, Subkind};

const CODES: &str = "naming of error codes and exception types: RFC 6749 section 5.2; AWS, Google and Slack error lists; OPC UA status codes; class libraries";

pub(super) const RULES: &[Rule] = &[
    Rule::part(
        "part.argument",
        Class::WrongArguments,
        "already_exists | already_taken | invalid | bad | malformed | mismatch | duplicate | too_long | too_short | too_large | too_small | too_big | too_many |
         required | not_unique | out_of_range | conflict | exists | empty | in_use | incorrect | illegal | parse_failed | not_empty | taken | closed |
         archived | too_low | too_high | too_few | parse | parsing | format | pattern | ambiguous | syntax | schema | validation | constraint | violation |
         overflow | underflow | out_of_bounds | conversion | decode | decoding | encoding | mapping | corrupt | corrupted | truncated | not_interactable |
         not_registered | not_selectable | underpriced",
    )
    .strength(Usual)
    .from(CODES, "{\"code\":\"ColumnAlreadyExists\"}", "{\"message\":\"connection refused\",\"path\":\"/x_not_found\"}"),
    Rule::part(
        "part.field",
        Class::WrongArguments,
        "unexpected_field | unexpected_token | unexpected_argument | unexpected_value | unexpected_type | unexpected_key | unexpected_character |
         unexpected_end | unexpected_input | duplicate_key | integrity_error | already_in_use | illegal_data | illegal_value",
    )
    .strength(Firm)
    .from(CODES, "{\"code\":\"rowUnexpectedKey\"}", "{\"message\":\"connection refused\",\"path\":\"/unexpected_key\"}"),
    Rule::part(
        "part.permission",
        Class::Permission,
        "not_allowed | forbidden | denied | restricted | disabled | not_permitted | not_authorized | no_permission | permission | permissions | suspended |
         blocked | not_in_channel | prohibited | disallowed | permission_error | not_writable | access_refused | not_readable | privilege | privileges |
         role_required | scope_missing | missing_scope | scopes_missing | read_only | readonly | write_protected | not_participant | banned | authorization |
         authorization_failed | path_traversal | sandbox_violation | not_whitelisted | not_allowlisted | content_filtered | policy_violation |
         privilege_not_held | is_private | channel_private | access_rights | not_entitled | approval_required | opted_out",
    )
    .strength(Firm)
    .from(CODES, "channel_sharing_restricted", "{\"message\":\"connection refused\",\"path\":\"/x_denied\"}"),
    Rule::part(
        "part.auth",
        Class::Authentication,
        "expired | revoked | unauthenticated | not_authed | invalid_token | invalid_credentials | credentials | signature | login_required | auth_failed |
         not_logged_in | bad_password | wrong_password | password_incorrect | incorrect_password | password_invalid | invalid_password | password_required |
         invalid_credential | bad_credential | bad_credentials | api_key_missing | missing_api_key | invalid_api_key | invalid_api_keys | api_key_invalid |
         api_key_required | login_failed | logon_failure | logon_denied | login_denied | sec_e_logon_denied | auth_key | unregistered | recent_login |
         identity_token | user_signature | signature_invalid | otp_invalid | invalid_otp | two_factor | factor_auth | mfa_required | account_locked |
         locked_out | preauth | authentication | authentication_failed | authentication_error | authentication_required | auth_header | token_invalid |
         token_missing | missing_token | bad_token | token_rejected | certificate_untrusted | certificate_revoked | credentials_not_found | auth_required |
         auth_error | session_invalid | invalid_session | signed_out | logged_out",
    )
    .strength(Firm)
    .from(CODES, "session_key_revoked", "{\"message\":\"connection refused\",\"path\":\"/x_revoked\"}"),
    Rule::part(
        "part.limit",
        Class::RateLimited,
        "limit_exceeded | rate_limit | rate_limited | throttled | throttling | quota_exceeded | quota | too_many_requests | limit_reached | exhausted |
         quota_reached | cap_reached | maximum_reached | runs_reached",
    )
    .sub(Subkind::Quota)
    .strength(Firm)
    .from(CODES, "{\"code\":\"AddressLimitExceeded\"}", "{\"message\":\"connection refused\",\"path\":\"/x_limit_exceeded\"}"),
    Rule::part(
        "part.throttle",
        Class::RateLimited,
        "too_many_login | too_many_attempts | too_many_calls | too_many_concurrent | too_many_failed | too_many_messages | too_many_queries | flood_wait |
         flood | slow_mode | slowmode_wait | burst_limit | rate_exceeded | too_fast | slow_down | backoff",
    )
    .sub(Subkind::Throttle)
    .strength(Firm)
    .from(CODES, "{\"code\":\"DAEMON_TOO_FAST\"}", "{\"message\":\"connection refused\",\"path\":\"/too_many_calls\"}"),
    Rule::part(
        "part.transient",
        Class::Transient,
        "timeout | timed_out | temporarily | unavailable | busy | locked | in_progress | not_ready | overloaded | retry | try_again | conflict_retry |
         deadlock | reset | interrupted | dropped | too_slow | would_block | contention | worker_lost | time_limit_exceeded | time_limit | timelimit |
         connection_closed | peer_closed | stream_closed | socket_closed | pool_closed | closed_pool | connection_lost | connection_aborted | disconnect |
         halted | retryable | transient | temporary | temporary_failure | gateway_error | bad_gateway | starting | recovering | initializing | not_initialized |
         not_yet_initialized | queue_full | buffer_full | no_space | no_space_left | disk_full | memory_pressure | out_of_memory | not_primary | not_master |
         stepped_down | no_shard_available | network_request_failed | network_failed | network_error | network_changed | link_failure | communication_error |
         lock_not_granted | lock_failed | deadline_exceeded | not_leader | rebalance | shutting_down | restarting | too_many_operations | incomplete_read |
         stale | server_starting | backpressure | replica_error | server_halted",
    )
    .strength(Firm)
    .from(CODES, "{\"code\":\"replica_not_ready\"}", "{\"message\":\"connection refused\",\"path\":\"/x_timeout\"}"),
    Rule::part(
        "part.unavailable",
        Class::Unavailable,
        "host_not_found | server_not_found | service_not_found | not_running | not_connected | server_not_connected | offline | disconnected | unreachable |
         no_route | no_route_to_host | lookup_failed | lookup_error | resolution_failed | resolution_error | name_not_resolved | not_resolved |
         connection_refused | cannot_connect | could_not_connect | connection_failure | connection_failed | connect_failed | connect_error | connection_error |
         server_gone | server_selection | broker_not_available | server_not_available | service_not_available | node_not_available | no_servers | no_brokers |
         no_hosts | no_nodes | no_runner | no_workers | no_host_available | not_active | service_not_active | kernel_died | dead_kernel | process_died |
         server_died | server_unavailable | certificate_error | cert_verification | ssl_error | tls_error | not_started | no_response | not_responding |
         device_disconnected | no_device | server_down | service_down | institution_down | host_down | is_down | not_reachable",
    )
    .sub(Subkind::Service)
    .strength(Firm)
    .from(CODES, "{\"code\":\"probeNotConnected\"}", "{\"message\":\"permission denied\",\"path\":\"/x_offline\"}"),
    Rule::part(
        "part.module",
        Class::Unavailable,
        "module_not_found | package_not_found | driver_not_found | executable_not_found | binary_not_found | program_not_found | library_not_found |
         plugin_not_found | extension_not_found | dependency_not_found | missing_dependency | dependency_missing | not_installed | missing_module |
         interpreter_not_found | device_not_found",
    )
    .sub(Subkind::Module)
    .strength(Firm)
    .from(CODES, "{\"code\":\"TESSERACT_NOT_INSTALLED\"}", "{\"message\":\"permission denied\",\"path\":\"/x_not_installed\"}"),
    Rule::part(
        "part.unsupported",
        Class::Unsupported,
        "not_supported | unsupported | not_implemented | deprecated | unimplemented | not_available | removed | not_enabled | yet_implemented |
         illegal_function | not_capable | removed_in | retired | method_not_allowed | unknown_command | unknown_method | not_provided",
    )
    .strength(Firm)
    .from(CODES, "{\"code\":\"ColumnTypeNotSupported\"}", "{\"message\":\"connection refused\",\"path\":\"/x_not_supported\"}"),
    Rule::part("part.missing", Class::WrongArguments, "not_found | does_not_exist | non_existent | no_such | unknown | missing")
        .sign(Sign::Missing)
        .strength(Usual)
        .from(CODES, "workflow_not_found", "{\"message\":\"connection refused\",\"path\":\"/x_not_found\"}"),
    Rule::part("part.unsaid", Class::Unknown, "internal | internal_error | unexpected | unexpected_error | unspecified | unhandled | generic")
        .strength(Usual)
        .from(CODES, "{\"code\":\"layer_unspecified\"}", "{\"message\":\"connection refused\",\"path\":\"/x_internal\"}"),
    Rule::code("part.nothing", Class::Unknown, "unknown | internal | generic_failure | general_error | fatal_error | generic_error")
        .strength(Firm)
        .from(CODES, "{\"code\":\"generic_failure\"}", "{\"message\":\"connection refused\",\"path\":\"/unknown\"}"),
    Rule::code(
        "windows.status",
        Class::Authentication,
        "status_logon_failure | error_logon_failure | status_password_expired | status_account_locked_out | sec_e_logon_denied | nt_status_logon_failure",
    )
    .from("Windows NTSTATUS, Win32 and SSPI codes", "STATUS_PASSWORD_EXPIRED", "{\"message\":\"permission denied\",\"path\":\"/status_logon_failure\"}"),
    Rule::exact("windows.access", Class::Permission, "E_ACCESSDENIED").from("Windows HRESULT codes", "HRESULT: E_ACCESSDENIED", "E_ACCESSDENIEDX: ETIMEDOUT"),
    Rule::exact("windows.argument", Class::WrongArguments, "E_INVALIDARG").from("Windows HRESULT codes", "HRESULT: E_INVALIDARG", "E_INVALIDARGX: ETIMEDOUT"),
    Rule::exact("windows.unsupported", Class::Unsupported, "E_NOTIMPL").from("Windows HRESULT codes", "HRESULT: E_NOTIMPL", "E_NOTIMPLX: ETIMEDOUT"),
    Rule::phrase("modbus.unsupported", Class::Unsupported, "illegal function").strength(Sure).from(
        "Modbus application protocol 1.1b3 section 7",
        "device 3 answered: illegal function",
        "the illegal functionX: permission denied",
    ),
    Rule::phrase("modbus.argument", Class::WrongArguments, "illegal data address | illegal data value").strength(Sure).from(
        "Modbus application protocol 1.1b3 section 7",
        "device 3 answered: illegal data value",
        "the illegal data: permission denied",
    ),
    Rule::phrase("modbus.transient", Class::Transient, "slave device busy | server device busy | device failure").strength(Firm).from(
        "Modbus application protocol 1.1b3 section 7",
        "device 3 answered: slave device busy",
        "the device failures: permission denied",
    ),
];
