/** Extensions of the files that `DocumentFrame` makes a page of; a PDF has pages of its own. */
export const FRAMED: ReadonlySet<string> = new Set([
  'csv',
  'doc',
  'docx',
  'odt',
  'ppt',
  'pptx',
  'rtf',
  'txt',
  'xls',
  'xlsx',
])

/** What everything that shows a document is given. */
export type ViewerProps = {
  url: string
  /** The extension of the file. */
  type: string
  title: string
  /** Where to open it, and what is told of every place in it and of those at which somebody rests. */
  place?: { from: number; note: (place: number) => void; rest: (place: number) => void }
  /** The document is damaged, or could not be reached. */
  onFailed: () => void
}
