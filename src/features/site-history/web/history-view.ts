import type { ReactNode } from 'react'
import type { ChangeGroup } from '#ui/app/history/change-groups.tsx'
import type { HistoryKind } from '../contract.ts'

export type SiteValue = Record<string, unknown>

/** How the versions of a kind of record are shown; the owner of the records makes one of it. */
export type HistoryView = {
  kind: HistoryKind
  /** What differs between two values, in words that editors know. */
  changes: (before: SiteValue, after: SiteValue) => ChangeGroup[]
  /** A value as visitors see it. */
  preview: (value: SiteValue) => ReactNode
}
