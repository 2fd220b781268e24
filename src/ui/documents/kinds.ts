/** Extensions of the files that `DocumentFrame` converts to a page; a PDF has its own pages. */
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
  /** The place to open, and the callbacks for every place and for those where the reader stays. */
  place?: { from: number; note: (place: number) => void; rest: (place: number) => void }
  /** The document is damaged, or could not be reached. */
  onFailed: () => void
}
