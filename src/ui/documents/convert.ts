import { cleanDocument } from '#kernel/html.ts'

/** Characters of a page, pictures among them: more than browsers show well. */
const MAX_LENGTH = 40_000_000

type Converter = (bytes: Uint8Array) => string | Promise<string>

const isRichText = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes.subarray(0, 5)) === '{\\rtf'

/** What makes HTML of each kind of file; what a kind needs is loaded with its first file. */
const CONVERTERS: Record<string, () => Promise<Converter>> = {
  csv: async () => (await import('./sheets.ts')).csvToHtml,
  doc: async () => {
    const [{ oldWordToHtml }, { rtfToHtml }] = await Promise.all([import('./old-word.ts'), import('./rtf.ts')])
    // Word also saves rich text with its own file extension.
    return (bytes) => (isRichText(bytes) ? rtfToHtml(bytes) : oldWordToHtml(bytes))
  },
  docx: async () => (await import('./docx.ts')).docxToHtml,
  odt: async () => (await import('./odt.ts')).odtToHtml,
  ppt: async () => (await import('./old-slides.ts')).oldSlidesToHtml,
  pptx: async () => (await import('./pptx.ts')).pptxToHtml,
  rtf: async () => (await import('./rtf.ts')).rtfToHtml,
  txt: async () => (await import('./text.ts')).textToHtml,
  xls: async () => (await import('./sheets.ts')).sheetsToHtml,
  xlsx: async () => (await import('./sheets.ts')).sheetsToHtml,
}

/** The content of a document as cleaned HTML (UPL-013). Throws where the file is damaged, empty, locked or too much. */
export const convertDocument = async (extension: string, bytes: Uint8Array): Promise<string> => {
  const load = Object.hasOwn(CONVERTERS, extension) ? CONVERTERS[extension] : undefined
  if (!load) throw new Error(`No page can be made of .${extension}`)
  const convert = await load()
  const html = await convert(bytes)
  if (html.length > MAX_LENGTH) throw new Error('The document is too long for a page')
  const clean = cleanDocument(html)
  if (!/<img\b/.test(clean) && !clean.replace(/<[^>]*>/g, '').trim()) throw new Error('The document shows nothing')
  return clean
}
