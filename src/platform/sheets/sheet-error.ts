/** What is wrong with a sheet as a whole; what is wrong with a row is its reader's to say. */
export type SheetErrorCode =
  | 'empty'
  | 'unknown_format'
  | 'old_format'
  | 'damaged'
  | 'too_large'
  | 'too_many_rows'
  | 'too_many_columns'
  | 'cell_too_long'
  | 'open_quote'
  | 'missing_column'
  | 'doubled_column'

/** Its message is one or two sentences for the person who chose the file. */
export class SheetError extends Error {
  override name = 'SheetError'
  readonly code: SheetErrorCode
  constructor(code: SheetErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

export const refuseSheet = (code: SheetErrorCode, message: string, cause?: unknown): never => {
  throw new SheetError(code, message, cause === undefined ? undefined : { cause })
}

export const damagedSheet = (cause?: unknown): never =>
  refuseSheet(
    'damaged',
    'The file is damaged or incomplete. Open it in your spreadsheet program and save it again.',
    cause,
  )
