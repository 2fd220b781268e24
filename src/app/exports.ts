import { usersExport } from '#features/accounts/server/exports.ts'
import { activityExport } from '#features/activity-logs/server/exports.ts'
import { certificatesExport } from '#features/certificates/server/exports.ts'
import { complianceExports } from '#features/compliance/server/exports/kinds.ts'
import { creditsExport } from '#features/credits/server/exports.ts'
import { evidenceExports } from '#features/evidence/server/exports.ts'
import type { ExportKind } from '#features/exports/server/api.ts'
import { historyExport } from '#features/history/server/exports.ts'
import { notify } from '#features/notifications/server/api.ts'
import { ordersExport } from '#features/orders/server/exports.ts'
import { earningsExport, paymentsExport } from '#features/payments/server/exports.ts'
import { personalDataExport } from '#features/personal-data/server/export.ts'
import { reportExports } from '#features/reports/server/exports.ts'
import type { PortalContext } from '#kernel/context.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Services } from '#platform/services.ts'

type Ready = { user_id: number; title: string; link: string; key: string }

/** Tells a person in the bell that a file can be fetched (API-019, RTM-009). */
export const tellReady = (
  tx: Tx,
  at: { portal: PortalContext; now: Date },
  { user_id, key, ...data }: Ready,
): Promise<number | null> => notify(tx, at, { user_id, key, kind: 'export_ready', data })

/** Every export, in the order of the exports dialog (UIX-029). */
export const exportsOf = ({ portalById, secret }: Pick<Services, 'portalById' | 'secret'>): readonly ExportKind[] => [
  usersExport,
  creditsExport,
  certificatesExport({ secret }),
  ...reportExports,
  ordersExport,
  paymentsExport,
  earningsExport,
  activityExport,
  historyExport,
  ...complianceExports,
  personalDataExport(portalById, secret),
  ...evidenceExports({ portalById, secret }),
]
