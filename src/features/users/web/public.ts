/** What other features may show of a person's screens. */
export { useBulkPeople } from './components/bulk-people.tsx'
export { PersonFrame } from './components/person-frame.tsx'
export { openPerson } from './open-person.ts'
export { tagsOfPeople } from './queries.ts'
export { needsEverybody, seesEverybody } from './sees-everybody.ts'
