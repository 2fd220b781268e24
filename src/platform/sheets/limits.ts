/** How much of a sheet is read. Every limit ends the reading with a `SheetError` that names it. */
export type SheetLimits = {
  /** Bytes of the file. */
  bytes: number
  /** Rows that hold anything, the header row included. */
  rows: number
  /** Columns up to the last one that holds anything. */
  columns: number
  /** Characters of one cell; Excel allows 32,767. */
  cell: number
  /** Bytes that all parts of a workbook which are read may unpack to. */
  unpacked: number
  /** Characters of all texts that a workbook shares between its cells; they stay in memory while it is read. */
  shared: number
}

export const SHEET_LIMITS: SheetLimits = {
  bytes: 20 << 20,
  rows: 50_001,
  columns: 100,
  cell: 32_767,
  unpacked: 256 << 20,
  shared: 16 << 20,
}

/** A row that holds something: its number in the file, as a spreadsheet program or an editor shows it, and its cells, trimmed. */
export type SheetRow = { line: number; cells: string[] }
