/** What other features may show of a person's screens. */
export { PersonFrame } from './components/person-frame.tsx'
export { openPerson } from './open-person.ts'
export { needsEverybody } from './sees-everybody.ts'
