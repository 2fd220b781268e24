/** What other slices may show of courses on this device. */

export { begin, endOf, finish, type Leased, nowOf, sendingOf, settled, stateOf, withAnswer } from '../rules/leased.ts'
export { KeepOnDevice } from './components/keep-on-device.tsx'
export { KeptCourses, noteRefused } from './components/kept-courses.tsx'
export { changeLeased, dropLeased, giveBack } from './kept/leases.ts'
export { useAwayItems } from './use-away-items.ts'
export { useLeased } from './use-leased.ts'
