//! The one printer of tables for people.

use std::io::{self, Write};

/// A row of heads above rows of cells. Each column is as wide as its widest
/// cell; two blanks separate columns.
pub(crate) struct Table {
    /// Per column: cells begin at its left edge, not end at its right edge.
    left: Vec<bool>,
    /// The heads first.
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table with these heads. Cells are right-aligned, as numbers are;
    /// those of a column whose head begins with `<` are left-aligned.
    pub(crate) fn new<'a>(heads: impl IntoIterator<Item = &'a str>) -> Self {
        let (left, texts) = heads
            .into_iter()
            .map(|head| {
                (
                    head.starts_with('<'),
                    head.trim_start_matches('<').to_owned(),
                )
            })
            .unzip();
        Self {
            left,
            rows: vec![texts],
        }
    }

    /// Adds a row; it must have a cell for each head.
    pub(crate) fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().collect());
    }

    pub(crate) fn print(&self, out: &mut impl Write) -> io::Result<()> {
        let width = |column: usize| {
            let cells = self.rows.iter().map(|row| row[column].chars().count());
            cells.max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..self.left.len()).map(width).collect();
        for row in &self.rows {
            let columns = row.iter().zip(&widths).zip(&self.left);
            let cells = columns.map(|((cell, &width), left)| match left {
                true => format!("{cell:<width$}"),
                false => format!("{cell:>width$}"),
            });
            let line = cells.collect::<Vec<_>>().join("  ");
            writeln!(out, "{}", line.trim_end())?;
        }
        Ok(())
    }

    /// The same in Markdown.
    pub(crate) fn print_markdown(&self, out: &mut impl Write) -> io::Result<()> {
        let rule = |left: &bool| if *left { " --- |" } else { " ---: |" };
        for (at, row) in self.rows.iter().enumerate() {
            writeln!(out, "| {} |", row.join(" | "))?;
            if at == 0 {
                writeln!(out, "|{}", self.left.iter().map(rule).collect::<String>())?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_their_cells() {
        let mut table = Table::new(["layer", "<what", "n"]);
        table.row(["7", "déjà", "1,000"].map(str::to_owned));
        table.row(["12", "no", ""].map(str::to_owned));
        let mut out = Vec::new();
        table.print(&mut out).unwrap();
        table.print_markdown(&mut out).unwrap();
        insta::assert_snapshot!(String::from_utf8(out).unwrap(), @r"
        layer  what      n
            7  déjà  1,000
           12  no
        | layer | what | n |
        | ---: | --- | ---: |
        | 7 | déjà | 1,000 |
        | 12 | no |  |
        ");
    }
}
