/** What other slices may show of rules of the trade. */
export { EnrollmentRules } from './components/enrollment-rules.tsx'
export { HandsOnTasks } from './components/hands-on-tasks.tsx'
export { IdentityGate, LockedNote } from './components/identity-gate.tsx'
export { isHeldByRules, MissingParts } from './components/missing-parts.tsx'
export { SeatTimeNote } from './components/seat-time-note.tsx'
export { seatTimeQueries } from './queries.ts'
export { useSeatTime } from './use-seat-time.ts'
