import type { ListResult } from '../app/list/list-types.ts'

export type Person = {
  id: number
  name: string
  email: string
  role: string
  status: string
  courses: number
  last_seen_at: string
}

const FIRST = [
  'Maria',
  'James',
  'Aisha',
  'Chen',
  'Olivia',
  'Diego',
  'Hannah',
  'Kofi',
  'Elena',
  'Tomás',
  'Ingrid',
  'Ravi',
]
const LAST = ['Santos', 'Whitfield', 'Rahman', 'Wei', 'Larsen', 'Ortega', 'Brooks', 'Mensah', 'Petrova']
const ROLES = ['learner', 'learner', 'manager', 'instructor']
const STATES = ['active', 'in_progress', 'pending', 'overdue', 'blocked', 'completed']

/** Made-up people, always the same. */
export const PEOPLE: Person[] = Array.from({ length: 57 }, (_, at) => {
  const first = FIRST[(at * 5) % FIRST.length]!
  const last = LAST[(at * 7) % LAST.length]!
  return {
    id: at + 1,
    name: `${first} ${last}`,
    email: `${first}.${last}.${at + 1}@example.com`.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase(),
    role: ROLES[at % ROLES.length]!,
    status: STATES[(at * 3) % STATES.length]!,
    courses: (at * 13) % 9,
    last_seen_at: new Date(Date.UTC(2026, 2, 1 + (at % 28), at % 24, (at * 7) % 60)).toISOString(),
  }
})

type PeopleQuery = { search?: string; sort?: string; cursor?: string; role?: string; status?: string }

/** What a server would answer to the list's query; the cursor is the number of rows before the page. */
export const answerOf = (query: PeopleQuery, pageSize = 10): NonNullable<ListResult<Person>['data']> => {
  const words = (query.search ?? '').toLowerCase()
  const field = (query.sort ?? 'name').replace(/^-/, '') as keyof Person
  const turn = query.sort?.startsWith('-') ? -1 : 1
  const rows = PEOPLE.filter((person) => `${person.name} ${person.email}`.toLowerCase().includes(words))
    .filter((person) => !query.role || person.role === query.role)
    .filter((person) => !query.status || person.status === query.status)
    .toSorted((a, b) => turn * (a[field] < b[field] ? -1 : a[field] > b[field] ? 1 : a.id - b.id))
  const start = Number(query.cursor ?? 0) || 0
  return {
    data: rows.slice(start, start + pageSize),
    meta: {
      next_cursor: start + pageSize < rows.length ? String(start + pageSize) : null,
      prev_cursor: start > 0 ? String(Math.max(0, start - pageSize)) : null,
    },
  }
}
