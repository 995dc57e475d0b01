//! What `replay --help`, `inspect --help` and `export --help` say.

pub(crate) const REPLAY_ABOUT: &str = "\
Verify records, and judge their decisions again under other thresholds or another policy

Reads decision records (tool-decision/1, one JSON object a line) from files, from a folder that a
file sink wrote, or from standard input. Every line is checked: its members, and that it names the
digest of the line before it, so that cuts and edits show. Give the files of one chain in order.

With --thresholds, the verdict and the action of every decision are derived again from the answers
that were recorded. No model is asked. What would have changed is counted, with 95% intervals, and
the labels of the decisions that change are listed. Decisions without an answer that was applied
(not_called, late, stale) stay as they are. A decision made for other words, or under another
projection, than the thresholds were chosen for ends the replay, unless --allow-mismatch is given.

With --policy, what follows is derived again by the table [agent.proposal] of a configuration, in
TOML or JSON: its modes by consequence, what becomes of calls whose evaluation failed (timeout,
rate_limited, error, malformed, circuit_open, oversized), and its thresholds where it has any and no
--thresholds are given. Decisions that a record does not settle are counted apart, by why.

A thresholds file is JSON:
  {\"schema\": \"tool-thresholds/1\", \"id\": \"thr-2\",
   \"criteria\": [{\"id\": \"fit.repeat\", \"version\": \"1\", \"wording_digest\": \"sha256:…\"}],
   \"values\": {\"fit.repeat\": {\"act_at\": 0.8, \"reject_at\": 0.2}}}
Above act_at the criterion's action is called for; below reject_at nothing is wrong; between them,
and on them, an answer is uncertain. A criterion without values is recorded only. Decisions about
failures go by its member \"recovery\", as [agent.recovery.thresholds] has it:
   \"recovery\": {\"class\": 0.7, \"recoverability\": 0.7, \"correction\": 0.7, \"alternate\": 0.7}";

pub(crate) const REPLAY_EXAMPLES: &str = "\
Examples:
  Is this chain whole?
    tool-recovery replay records/

  What would stricter thresholds have changed?
    tool-recovery replay records/ --thresholds stricter.json

  The same, with the records as they would have been:
    tool-recovery replay records/ --thresholds stricter.json --write would-have-been.jsonl

  What would another policy for outages have done?
    tool-recovery replay records/ --policy agent.toml

  For a program:
    tool-recovery replay records/ --thresholds stricter.json --json

Exit codes:
  0  every line is a record and the chain is whole
  2  a file cannot be read or written, the command line, the thresholds or the policy are wrong, a
     line is no record (but with --on-bad-line skip), the chain is broken, or a decision does not
     fit the thresholds: standard output or standard error says which line";

pub(crate) const INSPECT_ABOUT: &str = "\
Show everything that is recorded of one call, readably

Without an ID the latest fifty calls are listed: when each began, its id, its tool and what the last
record says of it. ID is the id of a call or of any record of it. The four layers are shown apart,
because none follows from another: what was proposed and how that was judged, whether it was
allowed, whether it ran, and whether the intended effect occurred. Distributions are shown as bars.";

pub(crate) const INSPECT_EXAMPLES: &str = "\
Examples:
  tool-recovery inspect records/
  tool-recovery inspect records/ call_7f3a
  tool-recovery inspect records-00000012.jsonl 01985f3e-7c1a-7000-8000-000000000001

Exit codes:
  0  something is recorded of it
  2  a file cannot be read, the command line is wrong, or nothing is recorded of this id, or of any
     call";

pub(crate) const EXPORT_ABOUT: &str = "\
Copy records without what leads back to anybody

The projection `analytics` leaves out ids, calls, sessions, spans, references to evidence and every
keyed digest, keeps of the time the hour, and calls tools that no catalog declared `undeclared`.
What happened, what was answered and what was decided stays. One JSON object a line.";

pub(crate) const EXPORT_EXAMPLES: &str = "\
Example:
  tool-recovery export --projection analytics records/ > analytics.jsonl

Exit codes:
  0  every record was copied
  2  a file cannot be read or written, the command line is wrong, or lines are no records: standard
     error says how many, and every other one was copied";
