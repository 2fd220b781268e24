import type { ReleasableKind } from '#platform/pages/releasable.ts'
import type { HistoryKind } from '../contract.ts'

declare module '#platform/services.ts' {
  interface Services {
    /** The records that keep a history, which stand above it. */
    historyKinds: Readonly<Record<HistoryKind, ReleasableKind>>
  }
}
