//! How the keys of known services begin.

/// Beginnings that nothing else has.
const SURE: &[&str] = &[
    "AKIA",
    "ASIA",
    "ABIA",
    "ACCA",
    "ABSK",
    "bedrock-api-key-",
    "ghp_",
    "gho_",
    "ghu_",
    "ghs_",
    "ghr_",
    "github_pat_",
    "glpat-",
    "gldt-",
    "glrt-",
    "glcbt-",
    "glptt-",
    "glft-",
    "glimt-",
    "glagent-",
    "gloas-",
    "glsoat-",
    "xoxb-",
    "xoxp-",
    "xoxa-",
    "xoxr-",
    "xoxs-",
    "xoxc-",
    "xoxd-",
    "xoxe-",
    "xoxe.",
    "xapp-",
    "sk_live_",
    "sk_test_",
    "pk_live_",
    "pk_test_",
    "rk_live_",
    "rk_test_",
    "whsec_",
    "sk-ant-",
    "sk-proj-",
    "sk-or-",
    "sk-svcacct-",
    "AIza",
    "ya29.",
    "GOCSPX-",
    "pypi-AgE",
    "dop_v1_",
    "doo_v1_",
    "dor_v1_",
    "gsk_",
    "pplx-",
    "xai-",
    "lin_api_",
    "lin_oauth_",
    "shpat_",
    "shpss_",
    "shpca_",
    "shppa_",
    "sq0atp-",
    "sq0csp-",
    "sq0idp-",
    "dckr_pat_",
    "dckr_oat_",
    "dp.pt.",
    "dp.st.",
    "dp.ct.",
    "dp.sa.",
    "ATATT3",
    "ATCTT3",
    "ATBB",
    "hvs.",
    "hvb.",
    "hvr.",
    "AGE-SECRET-KEY-",
    "PMAK-",
    "rubygems_",
    "figd_",
    "figu_",
    "FLWSECK",
    "FLWPUBK",
    "glsa_",
    "glc_",
    "HRKU-",
    "NRAK-",
    "NRJS-",
    "NRII-",
    "NRRA-",
    "phc_",
    "phx_",
    "pscale_tkn_",
    "pscale_oauth_",
    "pscale_pw_",
    "sntrys_",
    "sntryu_",
    "sbp_",
    "sb_secret_",
    "CFPAT-",
    "LTAI",
    "SWMTKN-",
    "fm1_",
    "fm2_",
    "lsv2_pt_",
    "lsv2_sk_",
    "pcsk_",
    "tskey-",
    "xkeysib-",
    "xsmtpsib-",
    "rzp_live_",
    "rzp_test_",
    "APP_USR-",
    "dapi",
    "EZAK",
    "EZTK",
    "IQoJb3",
    "FwoGZX",
    "eyJ",
    "vcp_",
    "vercel_blob_rw_",
    "r8_",
    "ntn_",
    "nfp_",
    "rdme_",
    "tfp_",
    "ops_eyJ",
    "secret-token:",
    "v1.public.",
    "v2.local.",
    "v4.local.",
    "v4.public.",
    "AAAAB3NzaC1",
    "AAAAC3NzaC1",
    "PuTTY-User-Key",
    "atlasv1.",
    "cio_",
    "duffel_",
    "shippo_live_",
    "shippo_test_",
    "waka_",
    "SG.",
    "TWSK",
    "sgp_",
    "fc-",
    "jina_",
    "nvapi-",
    "tvly-",
    "ctx7sk",
    "e2b_",
    "csk-",
    "fw_",
    "AQ.A",
    "hf_oauth_",
    "MII",
    "doppler_",
];

/// Beginnings that words and names have, too: what follows has to look like a key.
const LIKELY: &[&str] = &[
    "sk-", "pk-", "sk_", "pk_", "rk_", "hf_", "npm_", "key-", "secret_", "pat_", "token_", "api_", "op_", "tk-", "AC", "SK", "EAA", "pypi-", "at_", "rt_",
    "sess-", "sess_", "v1.0-", "v2.0-", "AKID", "AKLT", "key_", "pul-", "re_",
];

/// Whether a key begins at the start of `text`.
pub(super) fn begins_key(text: &[u8]) -> bool {
    let sure = SURE.iter().any(|known| text.starts_with(known.as_bytes()) && text.get(known.len()).is_some_and(|b| is_key(*b)) && !is_plain_word(text, known));
    sure || LIKELY.iter().any(|known| text.strip_prefix(known.as_bytes()).is_some_and(looks_like_key))
}

const fn is_key(b: u8) -> bool {
    b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.')
}

/// Beginnings of letters alone may open a word: `dapi` does not, `SG.` might.
fn is_plain_word(text: &[u8], known: &str) -> bool {
    let rest = text.get(known.len()..).unwrap_or_default();
    let word = rest.iter().take_while(|b| is_key(**b)).count();
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
    let run = rest.iter().take_while(|b| is_key(**b)).count();
    let run = rest.get(..run).unwrap_or_default();
    let digits = run.iter().filter(|b| b.is_ascii_digit()).count();
    let longest = run.split(|b| !b.is_ascii_alphanumeric()).map(<[u8]>::len).max().unwrap_or(0);
    (run.len() >= 8 && digits >= 2) || longest >= 16
}

#[cfg(test)]
#[path = "vendors_tests.rs"]
mod tests;
