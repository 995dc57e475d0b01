//! Rates and quotas.

use crate::classify::keywords::rule::{
    Rule,
    Strength::{Firm, Sure, Usual},
};
use crate::classify::{Class, Subkind};

pub(super) const RULES: &[Rule] = &[
    Rule::code(
        "code.throttle",
        Class::RateLimited,
        "rate_limited | ratelimited | rate_limit_exceeded | rate_limit_error | rate_limit_reached | rate_limit | rate_exceeded | too_many_requests |
         throttling | throttled | throttling_exception | throttled_exception | request_limit_exceeded | requests_limit_exceeded |
         user_rate_limit_exceeded | slow_down | slowdown | provisioned_throughput_exceeded | request_throttled | flood_wait | limit_exceeded |
         priority_request_not_complete | bandwidth_limit_exceeded | over_rate_limit | secondary_rate_limit | concurrency_limit_exceeded |
         server_throttled | tokens_per_minute_exceeded | too_many_requests_error | api_limit_reached | rate_limit_hit | calls_per_minute_exceeded",
    )
    .sub(Subkind::Throttle)
    .from(
        "AWS common errors; Google API errors; Slack ratelimited; RFC 6585",
        "{\"error\":\"ratelimited\"}",
        "{\"message\":\"connection refused\",\"path\":\"/rate_limited\"}",
    ),
    Rule::code(
        "code.quota",
        Class::RateLimited,
        "insufficient_quota | quota_exceeded | daily_limit_exceeded | monthly_limit_exceeded | billing_hard_limit_reached | usage_limit_reached |
         usage_limit_exceeded | insufficient_credits | insufficient_credit | insufficient_balance | credit_balance_too_low | plan_limit_reached |
         plan_limit_exceeded | payment_required | service_quota_exceeded | out_of_credits | credits_exhausted | quota_exhausted | insufficient_funds |
         storage_quota_exceeded | spending_limit_reached | monthly_quota_exceeded | daily_quota_exceeded | free_tier_exhausted | billing_limit | storage_cap_exceeded | cap_exceeded |
         dead_line_quota | allowance_exhausted",
    )
    .sub(Subkind::Quota)
    .from(
        "OpenAI error codes; Google API errors; RFC 9110 section 15.5.3",
        "{\"code\":\"insufficient_quota\"}",
        "{\"message\":\"connection refused\",\"path\":\"/quota_exceeded\"}",
    ),
    Rule::phrase(
        "limit.rate",
        Class::RateLimited,
        "rate limit exceeded | rate limit reached | rate limit has been | rate limited | rate-limited | rate limiting | rate exceeded | rate limit |
         api rate limit | exceeded a secondary rate limit | secondary rate limit | ratelimit | requests per minute | requests per second |
         requests per hour | requests per day | tokens per minute | calls per minute | calls per second | queries per minute | queries per second |
         per minute exceeded | per second exceeded | too many attempts | too many calls | too many requests | too many login attempts |
         too many failed | too many api | too many concurrent | too many active ~ sessions | too many active sessions | too many active requests | too many open sessions | too many messages | too many queries | request limit exceeded | request was throttled |
         was throttled | been throttled | is throttled | being throttled | throttling | throttled | slow down | please reduce your request rate |
         reduce your request rate | request rate | request rate is large | sending requests too quickly | too quickly | requests too fast |
         too frequently | flood control | retry after | wait before making | concurrent requests limit | concurrency limit | abuse detection |
         toomanyrequests | limit of ~ requests | pull rate limit | exceeded the rate | exceeded your rate | request quota per | burst limit |
         tokens per min | requests per min | requests too quickly | received too many | reduce request rate | concurrent connections | sending too",
    )
    .sub(Subkind::Throttle)
    .strength(Firm)
    .from(
        "RFC 6585 section 4; GitHub REST API, rate limits",
        "You have exceeded a secondary rate limit. Please wait a few minutes.",
        "unknown field 'rate limit': invalid argument",
    ),
    Rule::phrase(
        "limit.minute_quota",
        Class::RateLimited,
        "quota ~ per minute | quota ~ per second | quota ~ per 100 seconds | quota ~ requests per | quota ~ rpm | quota ~ tpm | quota: ~ per minute |
         per-minute quota | per minute quota | queries per minute' and limit | insufficient quota ~ per minute",
    )
    .sub(Subkind::Throttle)
    .strength(Sure)
    .from("Google Cloud quotas: rate quotas are per minute", "quota for reads per minute is used up", "Quota exceeded: monthly allowance is spent"),
    Rule::phrase(
        "limit.quota",
        Class::RateLimited,
        "quota exceeded | exceeded your current quota | exceeded your quota | exceeded the quota | over quota | out of quota | insufficient quota |
         quota has been | quota limit | quota reached | quota is exhausted | quota exhausted | exceeded quota | daily limit | monthly limit |
         daily quota | monthly quota | weekly limit | hourly limit | usage limit | usage cap | spending limit | spend limit | billing limit |
         insufficient credits | insufficient credit | not enough credits | out of credits | no credits | credits remaining | credit balance |
         insufficient balance | insufficient funds | payment required | free tier limit | free plan limit | plan limit | reached your limit |
         reached the limit | hit your limit | hit the limit | exceeded your limit | limit reached for | exceeded the limit of |
         limit exceeded for your | allowance | check your plan and billing | upgrade to continue | vcpulimitexceeded | quotaexceeded | limitexceeded |
         limit exceeded: | maximum number of ~ reached | number of allowed | sending limit | limit exceeded | limit reached |
         exceeded storage allocation | (quota) | cap exceeded | cap reached | storage cap | spending cap | data cap | overquota | has exceeded the ~ resource | quota ~ exceeded | credits limit | exceeded your credits |
         exceeds your plan | exceeding approved | space quota | passed the daily limit | maximum number of ~ has been reached",
    )
    .sub(Subkind::Quota)
    .strength(Firm)
    .from(
        "OpenAI and Google Cloud error guides; AWS Service Quotas",
        "You exceeded your current quota, please check your plan and billing details.",
        "quota_exceeded_test.py: syntax error",
    ),
    Rule::phrase(
        "limit.words",
        Class::RateLimited,
        "retry in ~ seconds | try again in ~ seconds | try again in ~ minutes | wait ~ seconds before | retry after ~ seconds | please wait ~ before",
    )
    .sub(Subkind::Throttle)
    .strength(Usual)
    .from(
        "RFC 9110 section 10.2.3 (Retry-After) in prose",
        "Hold on. Please wait 30 seconds before sending another message",
        "retrying in 3 rounds; permission denied",
    ),
];
