//! What `eval --help` says.

pub(crate) const LONG_ABOUT: &str = "\
Measure systems on labelled rows, with intervals, against gates

Systems that are built in answer the rows of recorded calls: `facts` by what adapters trust alone,
`keywords` by facts and then the text rules. --predictions adds the answers of any other system
from a file, --layer puts systems one behind the other: an abstention, an error, and the class
`unknown` go on to the next one. Each row is answered for itself.

A line of a file of answers has the id of the row and either
  question, answer   one answer (question is `class` where it is absent); with p (a number for yes
                     or no, an object by names, or an array) and confidence, where they are known
  abstain or error   instead of an answer
  answers            {question: {type, p or probabilities}}, as decision records have them
or is an answer of `classify`. It may have status, latency_ms, attempts, cost_micro_usd and model.
A row without an answer counts as an error.

Rows of different roles (natural, stress_destructive, hard_negative, regression) are never pooled.
The result is one table; --json and --html write everything: confusion, precision and recall by
label, risk at coverage, reliability, comparisons at equal coverage with redrawn groups, slices,
repeats and halts, latencies, drift, misses. The page has no scripts and loads nothing.";

pub(crate) const EXAMPLES: &str = "\
Examples:
  tool-recovery eval --input rows.jsonl --html report.html

  A model from a file of answers, alone and guarded by facts and text rules:
    tool-recovery eval --input rows.jsonl --predictions jev=answers.jsonl \\
      --layer guarded=facts+jev+keywords --gate 'guarded:class:macro_f1>=0.8'

Gates are bounds, not points: the lower end of the group interval for accuracy and macro_f1, the
upper end for error_rate; coverage is the share of rows that are answered.

Exit codes:
  0  every gate holds
  1  a gate does not hold
  2  the command line, a row or an answer is wrong, or a file cannot be read or written
  3  there was no gate: that is no pass
  4  a gate has less than 50 labelled rows or 20 groups to be decided by, or nothing is labelled";
