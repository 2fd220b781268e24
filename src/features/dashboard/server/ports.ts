import type { DashboardPart, RecordFinder } from '#platform/overview/parts.ts'

declare module '#platform/services.ts' {
  interface Services {
    /** What features bring to the start page, the most important figures first (REP-008). */
    dashboardParts: readonly DashboardPart[]
    /** What the search of records asks, in the order of its groups (API-032). */
    recordFinders: readonly RecordFinder[]
  }
}
