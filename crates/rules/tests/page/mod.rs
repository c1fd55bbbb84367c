//! Compares a page of rules with the file that tests it.

use std::collections::BTreeSet;

/// Checks that the tables of a page name exactly the tests of a file, but for the
/// one that calls this.
pub fn names_these_tests(page: &'static str, tests: &'static str) {
    let last_cell = |line: &'static str| line.strip_suffix(" |")?.rsplit("| ").next();
    let on_the_page: Vec<&str> = page
        .lines()
        .filter(|line| line.starts_with("| "))
        .filter_map(last_cell)
        .filter_map(|cell| cell.strip_prefix('`')?.strip_suffix('`'))
        .collect();
    let mut lines = tests.lines();
    let mut tested = BTreeSet::new();
    while let Some(line) = lines.next() {
        if line == "#[test]" {
            let name = lines.next().and_then(|next| next.strip_prefix("fn "));
            tested.insert(name.and_then(|name| name.split('(').next()).unwrap());
        }
    }
    assert!(tested.remove("page_and_tests_name_the_same_rules"));
    let listed: BTreeSet<&str> = on_the_page.iter().copied().collect();
    assert_eq!(listed, tested);
    assert_eq!(listed.len(), on_the_page.len(), "a test is named twice");

    // A line without a test would be skipped above: count the lines, too.
    let rows = |table: &str| table.lines().filter(|line| line.starts_with("| ")).count();
    let tables = page.split("\n\n").filter(|part| part.contains("| test |"));
    let lines: usize = tables.map(|table| rows(table) - 2).sum();
    assert_eq!(lines, on_the_page.len(), "a line names no test");
}
