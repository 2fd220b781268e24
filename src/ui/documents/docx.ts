import { zipSync } from 'fflate'
import mammoth from 'mammoth'
import { openArchive } from './archive.ts'

/** A Word file: headings, paragraphs, lists, tables, links and pictures. What it would unpack to is looked at first. */
export const docxToHtml = async (bytes: Uint8Array): Promise<string> => {
  const files = openArchive(bytes, (name) => !/^word\/(embeddings|fonts)\/|\.bin$/.test(name))
  const sound = zipSync(Object.fromEntries(files), { level: 0 })
  const input = { arrayBuffer: sound.buffer, buffer: sound } as { arrayBuffer: ArrayBuffer }
  // The title of the document becomes its first heading; Word keeps it in a separate style.
  const { value } = await mammoth.convertToHtml(input, { styleMap: ["p[style-name='Title'] => h1:fresh"] })
  return value
}
