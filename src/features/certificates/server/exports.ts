import { type Archive, type ExportRequest, zipExport } from '#features/exports/server/api.ts'
import { spanOfDays } from '#kernel/format/day.ts'
import { fileNameOf } from '#kernel/uploads/file-name.ts'
import type { Tx } from '#platform/db/db.ts'
import type { ZipEntry } from '#platform/packages/zip.ts'
import * as contract from '../contract.ts'
import { dataOf, keepPdf, type PdfMeans, render } from './pdf-file.ts'
import { allCertificates, type CertificateFilter, countCertificates, loadCertificate } from './store.ts'

type Query = { course_id?: number; user_id?: number; date_from?: string; date_to?: string }

const filterOf = ({ query, scope, time_zone: zone, ...looker }: ExportRequest): CertificateFilter => {
  const { course_id, user_id, ...days } = query as Query
  const { from, before } = spanOfDays(days, zone)
  return {
    course_id,
    user_id,
    issued_from: from,
    issued_before: before,
    ...(scope === 'own' && { assigned_to: looker }),
  }
}

/** The stored PDF of a certificate. A missing one is made and stored now, with no transaction open during that time. */
export const openPdf = async (
  { db, files, secret }: Pick<Archive, 'db' | 'files'> & Pick<PdfMeans, 'secret'>,
  portalId: number,
  id: number,
  key: string | null,
) => {
  if (key !== null) return files.get(key)
  const { row, data } = await db.withPortal(portalId, async (tx) => {
    const certificate = await loadCertificate(tx, portalId, id)
    if (!certificate) throw new Error(`Certificate ${id} has gone`)
    return { row: certificate, data: await dataOf(tx, { files, secret, now: new Date() }, certificate) }
  })
  const rendered = row.file_key === null ? await render(data) : null
  if (!rendered) return files.get(row.file_key as string)
  const pdf = await db.withPortal(portalId, (tx) => keepPdf(tx, files, row, rendered))
  return files.get(pdf.file_key as string)
}

/** The PDFs of all certificates that match, named by holder, course and number. */
export const certificateEntries = async (
  tx: Tx,
  portalId: number,
  filter: CertificateFilter,
  archive: Archive & Pick<PdfMeans, 'secret'>,
): Promise<ZipEntry[]> =>
  (await allCertificates(tx, portalId, filter)).map((row) => ({
    name: `${fileNameOf(`${row.holder_name} - ${row.course_title}`)} - ${row.number}.pdf`,
    modified_at: row.issued_at,
    is_packable: false,
    open: () => openPdf(archive, portalId, row.id, row.file_key),
  }))

/** The certificates of joined users as an archive (API-016, CER-020). */
export const certificatesExport = ({ secret }: Pick<PdfMeans, 'secret'>) =>
  zipExport({
    name: 'certificates',
    title: 'Certificates',
    text: 'The certificates of the people you look after, as PDF files.',
    endpoint: contract.exportCertificates,
    file: 'certificates',
    count: (tx, request, most) => countCertificates(tx, request.portal_id, filterOf(request), most),
    entries: (tx, request, archive) =>
      certificateEntries(tx, request.portal_id, filterOf(request), { ...archive, secret }),
  })
