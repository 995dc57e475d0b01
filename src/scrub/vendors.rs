//! How the keys of known services begin.

/// Beginnings that nothing else has. Sorted.
const SURE: &[&str] = &[
    "AAAAB3NzaC1",
    "AAAAC3NzaC1",
    "ABIA",
    "ABSK",
    "ACCA",
    "AGE-SECRET-KEY-",
    "AIza",
    "AKIA",
    "APP_USR-",
    "AQ.A",
    "ASIA",
    "ATATT3",
    "ATBB",
    "ATCTT3",
    "CFPAT-",
    "EZAK",
    "EZTK",
    "FLWPUBK",
    "FLWSECK",
    "FwoGZX",
    "GOCSPX-",
    "HRKU-",
    "IQoJb3",
    "LTAI",
    "MII",
    "NRAK-",
    "NRII-",
    "NRJS-",
    "NRRA-",
    "PMAK-",
    "PuTTY-User-Key",
    "SG.",
    "SWMTKN-",
    "TWSK",
    "atlasv1.",
    "bedrock-api-key-",
    "cio_",
    "csk-",
    "ctx7sk",
    "dapi",
    "dckr_oat_",
    "dckr_pat_",
    "doo_v1_",
    "dop_v1_",
    "doppler_",
    "dor_v1_",
    "dp.ct.",
    "dp.pt.",
    "dp.sa.",
    "dp.st.",
    "duffel_",
    "e2b_",
    "eyJ",
    "fc-",
    "figd_",
    "figu_",
    "fm1_",
    "fm2_",
    "fw_",
    "gho_",
    "ghp_",
    "ghr_",
    "ghs_",
    "ghu_",
    "github_pat_",
    "glagent-",
    "glc_",
    "glcbt-",
    "gldt-",
    "glft-",
    "glimt-",
    "gloas-",
    "glpat-",
    "glptt-",
    "glrt-",
    "glsa_",
    "glsoat-",
    "gsk_",
    "hf_oauth_",
    "hvb.",
    "hvr.",
    "hvs.",
    "jina_",
    "lin_api_",
    "lin_oauth_",
    "lsv2_pt_",
    "lsv2_sk_",
    "nfp_",
    "ntn_",
    "nvapi-",
    "ops_eyJ",
    "pcsk_",
    "phc_",
    "phx_",
    "pk_live_",
    "pk_test_",
    "pplx-",
    "pscale_oauth_",
    "pscale_pw_",
    "pscale_tkn_",
    "pypi-AgE",
    "r8_",
    "rdme_",
    "rk_live_",
    "rk_test_",
    "rubygems_",
    "rzp_live_",
    "rzp_test_",
    "sb_secret_",
    "sbp_",
    "secret-token:",
    "sgp_",
    "shippo_live_",
    "shippo_test_",
    "shpat_",
    "shpca_",
    "shppa_",
    "shpss_",
    "sk-ant-",
    "sk-or-",
    "sk-proj-",
    "sk-svcacct-",
    "sk_live_",
    "sk_test_",
    "sntrys_",
    "sntryu_",
    "sq0atp-",
    "sq0csp-",
    "sq0idp-",
    "tfp_",
    "tskey-",
    "tvly-",
    "v1.public.",
    "v2.local.",
    "v4.local.",
    "v4.public.",
    "vcp_",
    "vercel_blob_rw_",
    "waka_",
    "whsec_",
    "xai-",
    "xapp-",
    "xkeysib-",
    "xoxa-",
    "xoxb-",
    "xoxc-",
    "xoxd-",
    "xoxe-",
    "xoxe.",
    "xoxp-",
    "xoxr-",
    "xoxs-",
    "xsmtpsib-",
    "ya29.",
];

/// Beginnings that words and names have, too: what follows has to look like a key. Sorted.
const LIKELY: &[&str] = &[
    "AC", "AKID", "AKLT", "EAA", "SK", "api_", "at_", "hf_", "key-", "key_", "npm_", "op_", "pat_", "pk-", "pk_", "pul-", "pypi-", "re_", "rk_", "rt_",
    "secret_", "sess-", "sess_", "sk-", "sk_", "tk-", "token_", "v1.0-", "v2.0-",
];

/// Whether a key begins at the start of `text`.
pub(super) fn begins_key(text: &[u8]) -> bool {
    let known = |table: &'static [&'static str], rest: fn(&[u8], &str) -> bool| {
        let from = table.partition_point(|known| known.as_bytes().first() < text.first());
        let same = table.iter().skip(from).take_while(|known| known.as_bytes().first() == text.first());
        same.filter(|known| text.starts_with(known.as_bytes())).any(|known| rest(text.get(known.len()..).unwrap_or_default(), known))
    };
    known(SURE, |rest, known| rest.first().is_some_and(|b| is_key(*b)) && !is_plain_word(rest, known)) || known(LIKELY, |rest, _| looks_like_key(rest))
}

const fn is_key(b: u8) -> bool {
    b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.')
}

/// Beginnings of letters alone may open a word: `dapi` does not, `SG.` might.
fn is_plain_word(rest: &[u8], known: &str) -> bool {
    let word = rest.iter().take(64).take_while(|b| is_key(**b)).count();
    let rest = rest.get(..word).unwrap_or_default();
    let short = matches!(
        known,
        "MII"
            | "LTAI"
            | "dapi"
            | "fc-"
            | "fw_"
            | "SG."
            | "glc_"
            | "cio_"
            | "eyJ"
            | "EZAK"
            | "EZTK"
            | "ATBB"
            | "ASIA"
            | "duffel_"
            | "waka_"
            | "r8_"
            | "xai-"
            | "csk-"
    );
    short
        && !rest.iter().any(u8::is_ascii_digit)
        && rest.len() < 16
        && (rest.iter().all(|b| b.is_ascii_lowercase() || !b.is_ascii_alphabetic()) || rest.iter().all(u8::is_ascii_uppercase))
}

fn looks_like_key(rest: &[u8]) -> bool {
    let run = rest.iter().take(64).take_while(|b| is_key(**b)).count();
    let run = rest.get(..run).unwrap_or_default();
    let digits = run.iter().filter(|b| b.is_ascii_digit()).count();
    let longest = run.split(|b| !b.is_ascii_alphanumeric()).map(<[u8]>::len).max().unwrap_or(0);
    (run.len() >= 8 && digits >= 2) || longest >= 16
}

#[cfg(test)]
#[path = "vendors_tests.rs"]
mod tests;
