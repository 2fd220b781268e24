import { latestCertificates } from '#features/certificates/server/api.ts'
import type { CrewMember } from '#kernel/statements/crew.ts'
import type { Tx } from '#platform/db/db.ts'
import { crewEntry, longestOf, worstOf } from '../../rules/crew.ts'
import type { Standing } from '../../rules/standing.ts'
import { isRowCleared, type MatrixAt, type MatrixQuery, readMatrix } from '../matrix.ts'

export type RosterPerson = CrewMember & {
  /** For each requirement, whether the certificate was revoked. */
  revoked: boolean[]
}
export type Roster = { requirements: string[]; people: RosterPerson[] }

/** A column of the roster: the requirements of one course, or one of a license or document. */
type Column = { title: string; course_ids: Set<number>; indexes: number[] }

/**
 * The people whom the matrix shows on a day, each with how they stand with what is required of somebody, and with the
 * certificate that counts the longest (EVD-022). Who needs nothing of it is not on the roster.
 */
export const readRoster = async (tx: Tx, at: MatrixAt, query: MatrixQuery): Promise<Roster> => {
  const { columns: all, rows } = await readMatrix(tx, at, query)
  const shown = query.show === 'all' ? rows : rows.filter((row) => isRowCleared(row) === (query.show === 'cleared'))
  const isRequired = (index: number) => shown.some(({ standings }) => standings[index]?.state !== 'not_required')
  // Two requirements may name one course: it stands on the roster once.
  const columns = new Map<string, Column>()
  for (const [index, { rule, course_ids, title }] of all.entries()) {
    if (!isRequired(index)) continue
    const { id, course_id } = rule
    const key = course_id === null ? `requirement ${id}` : `course ${course_id}`
    const column = columns.get(key) ?? { title, course_ids: new Set(), indexes: [] }
    column.indexes.push(index)
    for (const each of course_ids) column.course_ids.add(each)
    columns.set(key, column)
  }
  const certificates = await latestCertificates(tx, at.portal_id, {
    user_ids: shown.map(({ person }) => person.id),
    course_ids: [...columns.values()].flatMap(({ course_ids }) => [...course_ids]),
  })
  const people = shown.map(({ person, standings }): RosterPerson => {
    const cells = [...columns.values()].map(({ course_ids, indexes }) => {
      const certificate = longestOf([...course_ids].flatMap((id) => certificates.get(`${person.id} ${id}`) ?? []))
      const standing = worstOf(indexes.map((index) => standings[index] as Standing))
      return { certificate, entry: crewEntry(standing, certificate, query.on) }
    })
    return {
      name: person.name,
      entries: cells.map(({ entry }) => entry),
      revoked: cells.map(({ certificate }) => certificate?.is_revoked ?? false),
    }
  })
  return {
    requirements: [...columns.values()].map(({ title }) => title),
    people: people.filter(({ entries }) => entries.some((entry) => entry !== 'not_required')),
  }
}
