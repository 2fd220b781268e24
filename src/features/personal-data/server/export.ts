import { certificateEntries } from '#features/certificates/server/api.ts'
import { documentEntries } from '#features/documents/server/api.ts'
import { type Archive, type ExportKind, type ExportRequest, zipExport } from '#features/exports/server/api.ts'
import { invoiceEntries } from '#features/invoices/server/api.ts'
import type { PortalContext } from '#kernel/context.ts'
import type { ZipEntry } from '#platform/packages/zip.ts'
import { PARTS } from './parts.ts'

/** The name of the export in records and jobs. */
export const PERSONAL_DATA = { kind: 'personal-data', title: 'Your personal data' } as const

const jsonEntries = ({ portal_id, user_id }: ExportRequest, { db }: Archive): ZipEntry[] =>
  Object.entries(PARTS).map(([name, read]) => ({
    name,
    modified_at: new Date(),
    open: async () => {
      const content = await db.withPortal(portal_id, (tx) => read(tx, { portal_id, user_id }), 'read only')
      return Buffer.from(`${JSON.stringify(content, null, 2)}\n`)
    },
  }))

const inFolder = (folder: string, entries: ZipEntry[]): ZipEntry[] =>
  entries.map((entry) => ({ ...entry, name: `${folder}/${entry.name}` }))

/** What is kept about a person in one portal: JSON files, and certificates and invoices as PDF, and the files of documents (USR-044, CMP-024). */
export const personalDataExport = (
  portalById: (id: number) => Promise<PortalContext | null>,
  secret: string,
): ExportKind =>
  zipExport({
    name: PERSONAL_DATA.kind,
    title: PERSONAL_DATA.title,
    text: 'All data stored here about you.',
    endpoint: null,
    file: 'personal-data',
    count: async () => Object.keys(PARTS).length,
    entries: async (tx, request, archive) => {
      const { portal_id: portalId, user_id } = request
      const certificates = await certificateEntries(tx, portalId, { user_id }, { ...archive, secret })
      const invoices = await invoiceEntries(tx, { portal_id: portalId, user_id, portalById }, archive)
      const documents = await documentEntries(tx, { portal_id: portalId, user_id }, archive)
      return [
        ...jsonEntries(request, archive),
        ...inFolder('certificates', certificates),
        ...inFolder('invoices', invoices),
        ...inFolder('documents', documents),
      ]
    },
  })
