/** How often a page reports, and the longest silence after which time still counts (TRD-007, TRD-009). */
export const REPORT_SECONDS = 15
export const MOST_SILENCE_SECONDS = 60

/** The visit that a person's clock runs for, and the moment of its last report by the server's clock. */
type Place = { visit: string; enrollment_id: number; item_type: string; item_id: number }
export type Clock = Place & { at: Date }
export type Report = Place & { now: Date }

const isSameVisit = (clock: Clock, report: Report): boolean =>
  clock.visit === report.visit &&
  clock.enrollment_id === report.enrollment_id &&
  clock.item_type === report.item_type &&
  clock.item_id === report.item_id

/**
 * Milliseconds that a report adds: the time since the last report of the same visit, and nothing for its first one, after
 * a longer silence, or for a clock that another visit has taken over (TRD-007, TRD-008).
 */
export const countReport = (clock: Clock | null, report: Report): number => {
  if (!clock || !isSameVisit(clock, report)) return 0
  const passed = report.now.getTime() - clock.at.getTime()
  return passed > 0 && passed <= MOST_SILENCE_SECONDS * 1000 ? passed : 0
}
