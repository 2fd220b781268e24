import type { PortalContext } from '#kernel/context.ts'
import type { Tx } from '#platform/db/db.ts'
import type { ExportKind } from './kinds.ts'

type At = { portal: PortalContext; now: Date }
type Ready = { user_id: number; title: string; link: string; key: string }

declare module '#platform/services.ts' {
  interface Services {
    /** Every export, in the order of the exports dialog (UIX-029). */
    exportKinds: readonly ExportKind[]
    /** Tells a person, once for each key, that a file can be fetched. */
    tellExportReady: (tx: Tx, at: At, ready: Ready) => Promise<unknown>
  }
}
