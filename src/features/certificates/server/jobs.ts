import { handle, type JobHandler } from '#platform/jobs/jobs.ts'
import type { Services } from '#platform/services.ts'
import { dataOf, keepPdf, render } from './pdf-file.ts'
import { renderJob } from './render-job.ts'
import { loadCertificate } from './store.ts'

/** The jobs of certificates. No transaction is open while a PDF is drawn. */
export const jobs = ({ files, secret }: Services): JobHandler[] => [
  handle(renderJob, async ({ portal_id: portalId, certificate_id: id }, { db }) => {
    const open = await db.withPortal(portalId, async (tx) => {
      const row = await loadCertificate(tx, portalId, id)
      return row && row.file_key === null
        ? { row, data: await dataOf(tx, { files, secret, now: new Date() }, row) }
        : null
    })
    if (!open) return
    const rendered = await render(open.data)
    await db.withPortal(portalId, (tx) => keepPdf(tx, files, open.row, rendered))
  }),
]
