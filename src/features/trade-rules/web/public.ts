/** What other slices may show of rules of the trade. */
export { isTimeMissing, MissingTime } from './components/missing-time.tsx'
export { SeatTimeNote } from './components/seat-time-note.tsx'
export { seatTimeQueries } from './queries.ts'
export { useSeatTime } from './use-seat-time.ts'
