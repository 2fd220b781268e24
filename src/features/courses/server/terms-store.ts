import { errorText, type FieldErrors } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'

export type ShownTerm = { id: number; name: string; slug: string; code: string | null }

/** The names of each kind of term in a course, in requests and in answers. */
export const TERM_KINDS = {
  category: { input: 'category_ids', output: 'categories' },
  training_option: { input: 'training_option_ids', output: 'training_options' },
  state: { input: 'state_ids', output: 'states' },
  agency: { input: 'agency_ids', output: 'agencies' },
  organization: { input: 'organization_ids', output: 'organizations' },
  subtitle: { input: 'subtitle_ids', output: 'subtitles' },
  tag: { input: 'tag_ids', output: 'tags' },
  language: { input: 'language_id', output: 'language' },
} as const
export type TermKind = keyof typeof TERM_KINDS
/** The wanted terms by kind; a kind that is absent stays as it is. */
export type TermIds = Partial<Record<TermKind, number[]>>
export type TermsOfCourse = Record<TermKind, ShownTerm[]>

const none = (): TermsOfCourse => ({
  category: [],
  training_option: [],
  state: [],
  agency: [],
  organization: [],
  subtitle: [],
  tag: [],
  language: [],
})

/** The catalog terms of a course by kind, in their own order. */
export const loadTerms = async (tx: Tx, portalId: number, courseId: number): Promise<TermsOfCourse> => {
  const rows = await tx
    .selectFrom('course_terms')
    .innerJoin('terms', (join) =>
      join.onRef('terms.portal_id', '=', 'course_terms.portal_id').onRef('terms.id', '=', 'course_terms.term_id'),
    )
    .select(['terms.kind', 'terms.id', 'terms.title as name', 'terms.slug', 'terms.code'])
    .where('course_terms.portal_id', '=', portalId)
    .where('course_terms.course_id', '=', courseId)
    .orderBy('terms.sort_number')
    .orderBy('terms.title')
    .orderBy('terms.id')
    .execute()
  const terms = none()
  for (const { kind, ...term } of rows) terms[kind as TermKind].push(term)
  return terms
}

/** What is wrong with the wanted terms: each must be a term of that kind in the portal (API-021). */
export const checkTerms = async (tx: Tx, portalId: number, terms: TermIds): Promise<FieldErrors> => {
  const all = Object.values(terms).flat()
  if (all.length === 0) return {}
  const rows = await tx
    .selectFrom('terms')
    .select(['id', 'kind'])
    .where('portal_id', '=', portalId)
    .where('id', 'in', [...new Set(all)])
    .execute()
  const kindOf = new Map(rows.map((row) => [row.id, row.kind]))
  const errors: FieldErrors = {}
  for (const [kind, ids] of Object.entries(terms) as [TermKind, number[]][])
    if (ids.some((id) => kindOf.get(id) !== kind)) errors[TERM_KINDS[kind].input] = [errorText('not_in_options')]
  return errors
}

/** Puts the wanted terms in place of those of the same kinds; those that stay are not touched, because each change is recorded. */
export const saveTerms = async (tx: Tx, portalId: number, courseId: number, terms: TermIds): Promise<void> => {
  const kinds = Object.keys(terms) as TermKind[]
  if (kinds.length === 0) return
  const termIds = [...new Set(Object.values(terms).flat())]
  await tx
    .deleteFrom('course_terms')
    .where('portal_id', '=', portalId)
    .where('course_id', '=', courseId)
    .where('term_id', 'not in', [0, ...termIds])
    .where('term_id', 'in', (eb) =>
      eb
        .selectFrom('terms')
        .select('terms.id')
        .where('terms.portal_id', '=', portalId)
        .where('terms.kind', 'in', kinds),
    )
    .execute()
  const rows = termIds.map((id) => ({ portal_id: portalId, course_id: courseId, term_id: id }))
  if (rows.length > 0)
    await tx
      .insertInto('course_terms')
      .values(rows)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/** Terms of the portal as a call that sets all terms of a course names them, by kind. */
export const loadTermIds = async (
  tx: Tx,
  portalId: number,
  ids: readonly number[],
): Promise<Record<string, number[] | number | null>> => {
  const rows = await tx
    .selectFrom('terms')
    .select(['id', 'kind'])
    .where('portal_id', '=', portalId)
    .where('id', 'in', [0, ...ids])
    .execute()
  return Object.fromEntries(
    (Object.entries(TERM_KINDS) as [TermKind, { input: string }][]).map(([kind, { input }]) => {
      const own = rows.filter((row) => row.kind === kind).map(({ id }) => id)
      return [input, kind === 'language' ? (own[0] ?? null) : own]
    }),
  )
}
