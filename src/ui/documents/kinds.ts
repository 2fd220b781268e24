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
