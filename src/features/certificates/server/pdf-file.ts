import { Readable } from 'node:stream'
import { readStoredFile } from '#features/media/server/api.ts'
import { signingKeyOf } from '#features/signing-keys/server/api.ts'
import { dayOf, lastDayBefore } from '#kernel/format/day.ts'
import { certificateAddress } from '#kernel/statements/statement.ts'
import { logActivity, NO_REQUEST } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { DATABASE_FULL, isDiskFull } from '#platform/files/disk.ts'
import type { Files } from '#platform/files/files.ts'
import { dropPages } from '#platform/pages/page-tags.ts'
import type { RenderedPdf } from '#platform/pdf/pdf.ts'
import type { CertificateData } from './document.ts'
import { sealsOf } from './seals.ts'
import { type CertificateRow, saveFile } from './store.ts'

/** The tag of a certificate's verification page. */
export const pageTag = (number: string): string => `certificate:${number}`

/** What of a certificate is printed on it. */
export type Printed = Pick<
  CertificateRow,
  | 'portal_id'
  | 'number'
  | 'holder_name'
  | 'course_title'
  | 'provider'
  | 'course_version'
  | 'issued_at'
  | 'expires_at'
  | 'time_zone'
  | 'design'
>
type PrintedSeal = { number: string; title: string; image: string | null }

/** The full contents of a certificate; a picture whose file is gone is left out. */
export const printedData = async (
  tx: Tx,
  files: Files,
  row: Printed,
  seals: readonly PrintedSeal[],
): Promise<CertificateData> => {
  const { design } = row
  const picture = (file: string | null) => (file ? readStoredFile(tx, files, row.portal_id, file) : null)
  return {
    number: row.number,
    title: design.title,
    text: design.text,
    holder_name: row.holder_name,
    course_title: row.course_title,
    provider: row.provider,
    course_version: row.course_version,
    issued_at: row.issued_at,
    expires_at: row.expires_at,
    time_zone: row.time_zone,
    signer_name: design.signer_name,
    signer_title: design.signer_title,
    signature_image: await picture(design.signature_image),
    logo: await picture(design.logo),
    background: await picture(design.background),
    primary_color: design.primary_color,
    seals: await Promise.all(seals.map(async (seal) => ({ ...seal, image: await picture(seal.image) }))),
    verify_url: design.verify_url,
    code_url: design.verify_url,
    words: design.words,
  }
}

/** What PDFs are made with: where they are kept, what unlocks the key that signs, and the time of the signature. */
export type PdfMeans = { files: Files; secret: string; now: Date }

/** The address in the code of a certificate: its page, and behind it what the portal signs about it (EVD-013). */
const codeUrlOf = async (tx: Tx, { secret, now }: PdfMeans, row: CertificateRow): Promise<string> => {
  const key = await signingKeyOf(tx, { portal_id: row.portal_id, secret, now })
  const { issued_at, expires_at, time_zone: zone } = row
  return certificateAddress(
    row.design.verify_url,
    {
      key_id: key.key_id,
      portal_id: row.portal_id,
      signed_at: now,
      number: row.number,
      issued_on: dayOf(issued_at, zone),
      last_day: expires_at && lastDayBefore(expires_at, zone),
      expires_at,
      name: row.holder_name,
      course: row.course_title,
    },
    (bytes) => key.sign(Buffer.from(bytes)),
  )
}

/** The full contents of an issued certificate. Needs a transaction that may write: it may make the first key. */
export const dataOf = async (tx: Tx, means: PdfMeans, row: CertificateRow): Promise<CertificateData> => ({
  ...(await printedData(tx, means.files, row, await sealsOf(tx, row.portal_id, row.id))),
  code_url: await codeUrlOf(tx, means, row),
})

/** The PDF of a certificate. The same data always gives the same bytes; the statement in its code has the time of its making. */
export const render = async (data: CertificateData): Promise<RenderedPdf> => {
  // Loaded on the first certificate: it brings React, and with it some 20 MB that no start should pay.
  const { renderCertificate } = await import('./document.ts')
  return renderCertificate(data)
}

/**
 * Keeps a rendered PDF with its fingerprint. The file is written before the record names it, and the first record wins, so
 * that the fingerprint always is that of the kept file, whatever is cut short or runs twice. Letters that no font has are
 * named in the activity log (CER-031).
 */
export const keepPdf = async (
  tx: Tx,
  files: Files,
  row: CertificateRow,
  { pdf, sha256, undrawable }: RenderedPdf,
): Promise<CertificateRow> => {
  const key = `certificates/${row.portal_id}/${row.number}-${sha256.slice(0, 16)}.pdf`
  await files.put(key, pdf)
  const file = { file_key: key, file_size: pdf.length, sha256 }
  const { row: certificate, is_first: isFirst } = await saveFile(tx, row.portal_id, row.id, file)
  await dropPages(tx, pageTag(row.number))
  if (isFirst && undrawable.length > 0)
    await logActivity(
      tx,
      { portal: { id: row.portal_id }, viewer: null, now: new Date(), request: NO_REQUEST },
      {
        action: 'certificate.letters-missing',
        subject_type: 'certificate',
        subject_id: row.id,
        changes: { number: row.number, letters: undrawable.join(' ') },
      },
    )
  return certificate
}

/** The PDF of a certificate, made now where nobody has made it yet; on a full disk it is given without being kept. */
export const contentOf = async (tx: Tx, means: PdfMeans, row: CertificateRow) => {
  const { files } = means
  if (row.file_key) return { content: await files.get(row.file_key), size: row.file_size as number }
  const rendered = await render(await dataOf(tx, means, row))
  try {
    const file = await keepPdf(tx, files, row, rendered)
    return { content: await files.get(file.file_key as string), size: file.file_size as number }
  } catch (error) {
    // When it is the database's disk, nothing more can be asked of this transaction.
    if (!isDiskFull(error) || (error as { code?: string }).code === DATABASE_FULL) throw error
    return { content: Readable.from([rendered.pdf]), size: rendered.pdf.length }
  }
}
