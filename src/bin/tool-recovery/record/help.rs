//! What `record --help` says.

pub(crate) const LONG_ABOUT: &str = "\
Run a declared list of real calls under declared faults, and write rows with measured labels

The recipes are a JSON file: commands and HTTP requests, each with its class, the fault that is
injected, and how the call would be corrected. Each call runs in an empty directory of its own. It
is issued once; then again as it was, at once; then corrected. Each run is a row: the first with
retry_unchanged and corrected_succeeds as they were measured, the others with their lineage.

For HTTP there is a server on the loopback that answers with any status, slowly, with a rate limit,
or not at all. A recipe with a locale runs under it: under the system's, or under one that localedef
makes for the time of the recording; where neither is there, or the program says the same as
without, the recipe is skipped, and said to be. Paths, ports, names of the machine and of its user are replaced. A recipe whose
program is not installed is skipped, and said to be.

The commands of the recipes are executed: use recipes that you have read. Nothing but the loopback
is connected to, unless a recipe does.";

pub(crate) const EXAMPLES: &str = "\
Examples:
  tool-recovery record --recipes fixtures/recorder/recipes.json --out rows.jsonl
  Run them again, and compare status and class with the rows of an earlier time:
    tool-recovery record --recipes fixtures/recorder/recipes.json --check fixtures/rows.jsonl --at-least 300

Exit codes:
  0  the rows are written, or at least 90% of those that can be compared came out as before
  1  less came out as before
  2  the command line or a recipe is wrong, or a file cannot be read or written
  4  fewer rows than --at-least could be compared: the programs or locales of the others are not here";
