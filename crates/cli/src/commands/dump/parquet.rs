//! Rows as Apache Parquet.

use std::io::{self, Write};
use std::sync::Arc;

use grenier_rules::PITS;
use parquet::basic::{Compression, Encoding};
use parquet::data_type::{DataType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;
use parquet::schema::types::ColumnPath;

use crate::commands::dump::row::{COLUMNS, Row, Sink};

/// Rows that are kept until they are written together.
const GROUP: usize = 1 << 18;

pub(crate) struct Parquet<W: Write + Send> {
    writer: SerializedFileWriter<W>,
    rows: Vec<Row>,
}

impl<W: Write + Send> Parquet<W> {
    /// `about` goes into the file as it is: what the rows are.
    pub(crate) fn new(out: W, about: &[(&str, &str)]) -> io::Result<Self> {
        let about = about
            .iter()
            .map(|&(key, value)| KeyValue::new(key.to_owned(), value.to_owned()));
        let properties = WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            // Indices rise: their differences are small.
            .set_column_dictionary_enabled(ColumnPath::from("index"), false)
            .set_column_encoding(ColumnPath::from("index"), Encoding::DELTA_BINARY_PACKED)
            .set_key_value_metadata(Some(about.collect()));
        let schema = parse_message_type(&schema()).map_err(told)?;
        let writer = SerializedFileWriter::new(out, Arc::new(schema), Arc::new(properties.build()));
        Ok(Self {
            writer: writer.map_err(told)?,
            rows: Vec::with_capacity(GROUP),
        })
    }

    fn write_group(&mut self) -> Result<(), ParquetError> {
        let rows = &self.rows;
        let mut group = self.writer.next_row_group()?;
        column::<Int32Type, _>(&mut group, rows, |row| row.layer.into())?;
        column::<Int64Type, _>(&mut group, rows, |row| row.index as i64)?;
        for pit in 0..PITS {
            column::<Int32Type, _>(&mut group, rows, |row| row.pits[pit].into())?;
        }
        column::<Int32Type, _>(&mut group, rows, |row| row.value.into())?;
        group.close()?;
        self.rows.clear();
        Ok(())
    }
}

impl<W: Write + Send> Sink for Parquet<W> {
    fn row(&mut self, row: &Row) -> io::Result<()> {
        self.rows.push(*row);
        if self.rows.len() == GROUP {
            self.write_group().map_err(told)?;
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> io::Result<()> {
        if !self.rows.is_empty() {
            self.write_group().map_err(told)?;
        }
        let mut out = self.writer.into_inner().map_err(told)?;
        out.flush()
    }
}

/// The narrowest types that hold the numbers of each column.
fn schema() -> String {
    let columns = COLUMNS.map(|name| match name {
        "index" => format!("required int64 {name} (INTEGER(64, false));"),
        "value" => format!("required int32 {name} (INTEGER(8, true));"),
        _ => format!("required int32 {name} (INTEGER(8, false));"),
    });
    format!("message positions {{ {} }}", columns.join(" "))
}

/// Writes the next column of a group.
fn column<T: DataType, W: Write + Send>(
    group: &mut SerializedRowGroupWriter<'_, W>,
    rows: &[Row],
    field: impl Fn(&Row) -> T::T,
) -> Result<(), ParquetError> {
    let missing = || ParquetError::General("more columns than the schema has".to_owned());
    let mut column = group.next_column()?.ok_or_else(missing)?;
    let values: Vec<T::T> = rows.iter().map(field).collect();
    column.typed::<T>().write_batch(&values, None, None)?;
    column.close()
}

/// The system's word, if that is what it is.
fn told(error: ParquetError) -> io::Error {
    match error {
        ParquetError::External(error) => match error.downcast::<io::Error>() {
            Ok(error) => *error,
            Err(error) => io::Error::other(error),
        },
        error => io::Error::other(error),
    }
}
