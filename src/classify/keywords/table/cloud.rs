//! Error codes of cloud services, package registries and work-group services.

use crate::classify::keywords::rule::{
    Rule,
    Strength::{Firm, Sure, Usual},
};
use crate::classify::{Class, Subkind};

const CLOUD: &str = "AWS API common errors; Azure Resource Manager errors; Google Cloud API errors";

pub(super) const RULES: &[Rule] = &[
    Rule::code(
        "cloud.argument",
        Class::WrongArguments,
        "malformed_query_string | malformed_policy_document | invalid_query_parameter | no_such_bucket | no_such_key | no_such_upload | no_such_entity |
         no_such_version | bucket_already_exists | bucket_not_empty | bucket_already_owned_by_you | invalid_bucket_name | resource_group_not_found |
         subscription_not_found | parent_resource_not_found | channel_not_found | user_not_found | users_not_found | message_not_found |
         thread_not_found | no_text | msg_too_long | invalid_blocks | invalid_channel | is_archived | name_taken | already_in_channel |
         cant_update_message | invalid_name | invalid_cursor | invalid_ts_latest | too_many_attachments | missing_argument | missing_required_field |
         missing_field | invalid_field | invalid_type | invalid_enum_value | invalid_value | invalid_format | invalid_json | parse_error |
         json_parse_error | unknown_field | unrecognized_keys | unknown_parameter | parameter_missing | parameter_invalid_empty | parameter_unknown |
         context_length_exceeded | string_above_max_length | model_not_found | resource_conflict | resource_in_use_exception | dependency_violation |
         delete_conflict | constraint_violation | duplicate_key | unique_violation | condition_not_met | stale_object | version_conflict |
         version_conflict_engine | mapper_parsing | index_not_found | parsing_exception | illegal_argument | query_parsing | object_not_found |
         invalid_user_id | invalid_range | range_error | key_error | schema_validation | schema_mismatch | invalid_schema | item_already_exists |
         name_already_exists | resource_exists | instance_not_found | cluster_not_found | db_instance_not_found | function_not_found | stack_not_found |
         queue_does_not_exist | non_existent_queue | topic_not_found | secret_not_found | image_not_found | tag_not_found | ref_not_found |
         invalid_url | invalid_body | bad_param | invalid_query | undefined_table | undefined_column | card_declined | expired_card | incorrect_number |
         invalid_expiry_year | incorrect_cvc | graphql_validation_failed | graphql_parse_failed | bad_user_input | unknown_method_parameter |
         variable_not_defined | timezone_invalid | invalid_time | time_in_past | unsupported_media_type | unsupported_value | unsupported_type |
         unsupported_content_type | unsupported_file_type",
    )
    .strength(Firm)
    .from(
        CLOUD,
        "An error occurred (NoSuchBucket) when calling the ListObjects operation",
        "{\"message\":\"connection refused\",\"path\":\"/invalid_argument\"}",
    ),
    Rule::code(
        "cloud.unsupported",
        Class::Unsupported,
        "unsupported_operation | operation_not_supported | feature_not_supported | feature_not_available | not_supported | unsupported |
         unimplemented | not_implemented | unsupported_grant_type | unsupported_response_type | unsupported_api_version |
         invalid_api_version | method_deprecated | deprecated_endpoint | endpoint_removed | unknown_method |
         unsupported_feature | invalid_action | not_available_in_region | opt_in_required_region | unsupported_format | unsupported_version |
         method_not_supported_for_channel_type | action_not_supported | unsupported_document | unsupported_protocol_version | method_not_found |
         unsupported_region | unsupported_command | api_not_supported | support_is_disabled",
    )
    .from(CLOUD, "{\"code\":\"UnsupportedOperation\"}", "{\"message\":\"connection refused\",\"path\":\"/not_supported\"}"),
    Rule::code(
        "cloud.service",
        Class::Unavailable,
        "connection_refused | connect_error | host_unreachable | dns_error | name_resolution_failed | endpoint_connection | could_not_connect |
         service_not_found | service_not_running | unknown_host | server_not_found | network_unreachable | no_healthy_upstream | err_connection_refused |
         err_name_not_resolved | enotcached | site_not_found | connection_closed",
    )
    .sub(Subkind::Service)
    .from(
        "Node error codes; Envoy response flags; Chromium net errors",
        "{\"code\":\"connection_refused\"}",
        "{\"message\":\"permission denied\",\"path\":\"/connection_refused\"}",
    ),
    Rule::code(
        "cloud.module",
        Class::Unavailable,
        "module_not_found | err_module_not_found | command_not_found | tool_not_found | plugin_not_found | dependency_missing | package_not_found |
         extension_not_found | unknown_tool | driver_not_found | err_pnpm_no_matching_version | e404 | not_installed",
    )
    .sub(Subkind::Module)
    .from(
        "Node.js error codes; Model Context Protocol",
        "{\"code\":\"MODULE_NOT_FOUND\"}",
        "{\"message\":\"permission denied\",\"path\":\"/module_not_found\"}",
    ),
    Rule::phrase(
        "cloud.notfound",
        Class::WrongArguments,
        "the object has been modified | the server doesn't have a resource type | no matches for kind | error validating data | manifest unknown |
         manifest for ~ not found | repository does not exist | repository not found | no such container | no such image | no such volume |
         no such network | no such object | invalid reference format | pull access denied | unit ~ not found | unit ~ could not be found |
         unit ~ not loaded | unit not found | no such unit | could not find resource | unsupported argument | unsupported block type |
         unsupported attribute | reference to undeclared | missing required argument | invalid resource type | invalid index |
         invalid function argument | call to unknown function | resource ~ not found | release: not found | chart ~ not found | stack ~ does not exist |
         has no upstream branch | did not match any file | unknown revision | no upstream | non-fast-forward | fetch first |
         not something we can merge | does not appear to be a git repository | refusing to merge unrelated histories | not fully merged |
         unstaged changes | uncommitted changes | local changes | commit your changes | needs merge | unmerged files | no stash entries |
         patch does not apply | patch failed | corrupt patch | src refspec | remote ~ already exists | eresolve | unable to resolve dependency tree |
         eusage | ejsonparse | version solving failed | conflicting dependencies | resolutionimpossible | dependency conflict | version conflict |
         pathspec | requirements could not be resolved | not up to date | out of date | does not appear to contain",
    )
    .strength(Firm)
    .from(
        "Messages of kubectl, docker, systemctl, terraform, helm, git, npm and pip",
        "error: pathspec 'mian' is unknown here",
        "the unit notfound_x: connection refused",
    ),
    Rule::phrase(
        "package.version",
        Class::WrongArguments,
        "could not find a version that satisfies | no versions of ~ match | no matching version found | notarget | no such version |
         package _ is not installed | package(s) not found | is not installed, so not removed | no packages found matching | no installed package |
         not in the list of installed",
    )
    .strength(Firm)
    .from(
        "messages of pip, npm, yarn, dpkg and rpm for a version or a package that is not there",
        "npm error notarget No matching version found for left-pad@99",
        "the versions match; connection refused",
    ),
    Rule::code(
        "cloud.generic",
        Class::WrongArguments,
        "invalid_parameter | invalid_parameter_value | invalid_parameter_combination | missing_parameter | invalid_argument | invalid_arguments |
         invalid_args | validation_error | validation_exception | validation_failed | failed_precondition | out_of_range | invalid_operation |
         type_error | value_error | invalid_state | bad_argument | unprocessable | malformed | invalid_input | invalid_params |
         conditional_check_failed",
    )
    .strength(Usual)
    .from(
        "AWS API common errors; Azure Resource Manager errors; Google Cloud API errors",
        "An error occurred (InvalidParameterValue) when calling the RunInstances operation",
        "{\"message\":\"connection refused\",\"path\":\"/invalid_argument\"}",
    ),
    Rule::phrase(
        "reference.hidden",
        Class::WrongArguments,
        "does not exist or you do not have* | not found or you do not have* | does not exist or you don't have* | not exist, or you do not have* |
         not found or not accessible | not found or access | does not exist or is not accessible | does not exist or is not visible |
         not found or insufficient | does not exist or not authorized | doesn't exist or not authorized | does not exist or is not authorized",
    )
    .strength(Sure)
    .from(
        "GitHub, Jira and OpenAI answers that do not tell an absent object from a hidden one",
        "Issue does not exist or you do not have permission to see it.",
        "you do not have permission to see it",
    ),
    Rule::exact("npm.auth", Class::Authentication, "ENEEDAUTH | E401 | EOTP").from("npm error codes", "npm error code ENEEDAUTH", "npm error code EISGIT"),
    Rule::exact("npm.permission", Class::Permission, "E403").from("npm error codes", "npm error code E403", "npm error code EISGIT"),
    Rule::exact(
        "npm.argument",
        Class::WrongArguments,
        "ETARGET | EUSAGE | EJSONPARSE | ERESOLVE | EINTEGRITY | ENOVERSIONS | EDUPLICATEWORKSPACE | EINVALIDPACKAGENAME | EINVALIDTAGNAME |
         EPUBLISHCONFLICT",
    )
    .strength(Firm)
    .from("npm error codes", "npm error code ETARGET", "npm error code ENEEDAUTH"),
    Rule::exact("npm.missing", Class::Unavailable, "E404 | ENOTCACHED").sub(Subkind::Module).strength(Firm).from(
        "npm error codes",
        "npm error code E404",
        "npm error code ENEEDAUTH",
    ),
];
