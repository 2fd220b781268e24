import { latestCertificates } from '#features/certificates/server/api.ts'
import type { CrewEntry, CrewMember } from '#kernel/statements/crew.ts'
import type { Tx } from '#platform/db/db.ts'
import { isRowCleared, type MatrixAt, type MatrixQuery, readMatrix } from '../matrix.ts'

export type RosterPerson = CrewMember & {
  /** For each course, why a certificate does not count although its day has not come. */
  revoked: boolean[]
}
export type Roster = { courses: string[]; people: RosterPerson[] }

/**
 * The people whom the matrix shows on a day, each with the certificate that counts the longest for every course that is
 * required of somebody (EVD-022). Who needs none of them is not on the roster.
 */
export const readRoster = async (tx: Tx, at: MatrixAt, query: MatrixQuery): Promise<Roster> => {
  const { columns, rows } = await readMatrix(tx, at, query)
  const shown = query.show === 'all' ? rows : rows.filter((row) => isRowCleared(row) === (query.show === 'cleared'))
  const isRequired = (index: number) => shown.some(({ standings }) => standings[index]?.state !== 'not_required')
  // Two requirements may name one course: it stands on the roster once.
  const courses = new Map<number, { title: string; indexes: number[] }>()
  for (const [index, { rule, title }] of columns.entries()) {
    if (rule.course_id === null || !isRequired(index)) continue
    const known = courses.get(rule.course_id)
    if (known) known.indexes.push(index)
    else courses.set(rule.course_id, { title, indexes: [index] })
  }
  const certificates = await latestCertificates(tx, at.portal_id, {
    user_ids: shown.map(({ person }) => person.id),
    course_ids: [...courses.keys()],
  })
  const people = shown.flatMap(({ person, standings }): RosterPerson[] => {
    const found = [...courses].map(([courseId, { indexes }]) => {
      if (indexes.every((index) => standings[index]?.state === 'not_required')) return 'not_required' as const
      return certificates.get(`${person.id} ${courseId}`) ?? ('missing' as const)
    })
    if (found.every((entry) => entry === 'not_required')) return []
    const entries = found.map((entry): CrewEntry => {
      if (typeof entry === 'string') return entry
      return { number: entry.number, last_day: entry.last_day }
    })
    return [
      { name: person.name, entries, revoked: found.map((entry) => typeof entry === 'object' && entry.is_revoked) },
    ]
  })
  return { courses: [...courses.values()].map(({ title }) => title), people }
}
