/** How many seats are taken for one end on their own; after that people decide (CMP-036). */
export const MOST_TRIES = 3

export type SeatSettings = { is_automatic: boolean; days_before: number }

/** Whether somebody is in the course: an enrollment that was failed is over, though it is still open. */
export type Place = 'none' | 'running' | 'failed'

/**
 * Where somebody is in the courses that would renew what they hold, the next one first: in any of them that runs, else in the
 * next one (CMP-042).
 */
export const placeAmong = (places: readonly Place[]): Place =>
  places.includes('running') ? 'running' : (places[0] ?? 'none')

/**
 * Whether the next enrollment of a chain is to be made: from the chosen days before its end on, and unless the person is in
 * the course, however they came into it. What was failed, or was taken away, is followed by the next try (CMP-036).
 */
export const seatDue = (
  { is_automatic, days_before }: SeatSettings,
  { days_left, place, tries }: { days_left: number; place: Place; tries: number },
): 'none' | 'enroll' | 'out_of_tries' => {
  if (!is_automatic || days_left > days_before || place === 'running') return 'none'
  return tries < MOST_TRIES ? 'enroll' : 'out_of_tries'
}
