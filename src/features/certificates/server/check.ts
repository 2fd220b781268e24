import { buffer } from 'node:stream/consumers'
import { printable } from '#kernel/product/printable.ts'
import type { Db } from '#platform/db/db.ts'
import { FileNotFound, type Files } from '#platform/files/files.ts'
import { readPdfText } from '#platform/pdf/pdf-text.ts'
import { certificatesAfter, countPortals } from './store.ts'

export type CertificateFinding = { portal_id: number; id: number; number: string; holder_name: string; problem: string }

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}]/u

/** Readers give spaces and hyphens at the ends of lines back in their own way; neither says anything about letters. */
const letters = (text: string) => text.normalize('NFC').replace(/[\s\u200b\u00ad-]+/g, '')

/** What stands from right to left is put in order by each reader in its own way: there the letters count, not their order. */
const inAnyOrder = (text: string) => [...text].sort().join('')

/** A text broken into more pieces than this is not a name or title any more. */
const MOST_PIECES = 40

/** The words that are not on lines of their own in the layer, as a name or title is. */
export const lostWords = (layer: string, words: readonly string[]): string[] => {
  const lines = layer.split('\n').map(letters).filter(Boolean)
  const stands = (expected: string, order: (text: string) => string) =>
    lines.some((_, from) => {
      let text = ''
      for (const line of lines.slice(from, from + MOST_PIECES)) {
        text += line
        if (text.length >= expected.length) return order(text) === order(expected)
      }
      return false
    })
  return words.filter((each) => {
    const expected = letters(printable(each))
    return !stands(expected, RIGHT_TO_LEFT.test(expected) ? inAnyOrder : (text) => text)
  })
}

const BATCH = 200

/**
 * Reads the kept PDF of every certificate and names those whose letters are not those of the record: a renderer of
 * former versions lost letters after certain names, and had none for other scripts (CER-033). `after` is an id from which
 * it goes on. Changes nothing.
 */
export const checkCertificates = async (
  db: Pick<Db, 'withPlatform'>,
  files: Files,
  { after = 0 }: { after?: number } = {},
): Promise<{ portals: number; checked: number; findings: CertificateFinding[] }> => {
  const findings: CertificateFinding[] = []
  let checked = 0
  let last = after
  for (;;) {
    const rows = await db.withPlatform((tx) => certificatesAfter(tx, last, BATCH), 'read only')
    for (const { file_key: key, design, course_title, provider, ...row } of rows) {
      const note = (problem: string) => {
        const { portal_id, id, number, holder_name } = row
        findings.push({ portal_id, id, number, holder_name, problem })
      }
      last = row.id
      checked += 1
      try {
        const layer = await readPdfText(await buffer(await files.get(key)))
        const words = [row.holder_name, course_title, design.title, row.number, design.signer_name ?? provider]
        const lost = lostWords(layer, words)
        if (lost.length > 0) note(`not printed as recorded: ${lost.map((each) => `"${each}"`).join(', ')}`)
      } catch (error) {
        note(error instanceof FileNotFound ? 'its file is missing' : 'its file cannot be read')
      }
    }
    if (rows.length < BATCH) break
  }
  return { portals: await db.withPlatform(countPortals, 'read only'), checked, findings }
}
