import type { Day } from '#kernel/format/day.ts'
import type { Tx } from '#platform/db/db.ts'
import { namesOf } from './people.ts'
import { audienceText, currentTerms, namingTerms, type StoredRequirement } from './requirements.ts'

type TermsRow = StoredRequirement['terms'][number]
type Names = ReadonlyMap<number, string>

export const presentTerms = ({ requirement_id: _, created_by, ...terms }: TermsRow, names: Names) => ({
  ...terms,
  text: audienceText({ ...terms, requirement_id: 0, created_by }, (id) => names.get(id) ?? `#${id}`),
  created_by: created_by === null ? null : (names.get(created_by) ?? null),
})

/** Requirements for an answer, with the names of the people in them. */
export const presentRequirements = async (tx: Tx, portalId: number, rows: readonly StoredRequirement[], today: Day) => {
  const names = await namesOf(
    tx,
    portalId,
    rows.flatMap(({ terms }) => terms.flatMap(({ created_by, team_ids }) => [created_by, ...team_ids])),
  )
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    title: namingTerms(row, today)?.title ?? '',
    course:
      row.course_id === null ? null : { id: row.course_id, title: row.course_title ?? '', slug: row.course_slug ?? '' },
    terms: row.terms.map((terms) => presentTerms(terms, names)),
    current_id: currentTerms(row, today)?.id ?? null,
  }))
}
