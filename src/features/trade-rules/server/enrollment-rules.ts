import { sql } from 'kysely'
import { loadEnrollment, loadWithinReach } from '#features/enrollments/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import type { RuleFact } from '../rules/facts.ts'
import type { IdentityCounts } from '../rules/identity.ts'
import { type EnrollmentFacts, readFacts } from './facts.ts'
import { readIdentityCounts } from './identity/counts.ts'
import type { TakenCourses } from './ports.ts'
import { namesOf } from './present.ts'
import type { StoredVersion } from './store.ts'

/** The titles of items in the version of the course that an enrollment has, by type and id. */
const loadTitlesIn = async (tx: Tx, portalId: number, enrollmentId: number): Promise<Map<string, string | null>> => {
  const { rows } = await sql<{ item_type: string; item_id: number; title: string | null }>`
    select i.item_type, i.item_id, i.title
    from enrollments e
    join courses c on c.portal_id = e.portal_id and c.id = e.course_id
    join course_items i on i.portal_id = c.portal_id and i.course_id = c.id
      and i.version = coalesce(e.version, c.newest_version)
    where e.portal_id = ${portalId} and e.id = ${enrollmentId}`.execute(tx)
  return new Map(rows.map(({ item_type, item_id, title }) => [`${item_type} ${item_id}`, title]))
}

type Words = {
  names: ReadonlyMap<number, string>
  titles: ReadonlyMap<string, string | null>
  identity: IdentityCounts | null
}

const presentFact = (
  { rule_id, kind, version, is_missing, time, items, tasks, exams }: RuleFact<StoredVersion>,
  { names, titles, identity }: Words,
) => ({
  ...{ rule_id, version_id: version.id, kind, title: version.title, source: version.source },
  ...{ source_url: version.source_url, from_day: version.from_day, minutes: version.minutes },
  ...{ counts_tests: version.counts_tests, is_missing, time, items_asked: items.length },
  items_missing: items
    .filter(({ missing }) => missing > 0)
    .map(({ item_type, item_id, counted, missing }) => ({
      ...{ item_type, item_id, title: titles.get(`${item_type} ${item_id}`) ?? item_type },
      ...{ asked: counted + missing, counted, missing },
    })),
  tasks: tasks.map(({ task, signed }) => ({
    task,
    signed_at: signed?.at ?? null,
    signed_by: signed ? (names.get(signed.by) ?? null) : null,
  })),
  exams: exams.map(({ exam_id, state, opened_by, confirmed_at }) => ({
    ...{ exam_id, title: titles.get(`Exam ${exam_id}`) ?? 'Exam', state, confirmed_at },
    proctor: opened_by === null ? null : (names.get(opened_by) ?? null),
  })),
  identity: kind === 'identity_questions' ? identity : null,
})

/** What rules ask of the enrollment of a learner within reach and what is missing (TRD-076); another one is `not_found`. */
export const showRulesOf = async (tx: Tx, ctx: SignedIn, takenCourses: TakenCourses, id: number) => {
  const enrollment = await loadEnrollment(tx, ctx, id)
  if (enrollment?.role !== 'learner' || !(await loadWithinReach(tx, ctx, [id])).has(id)) throw fail('not_found')
  const facts = await readFacts(tx, ctx, takenCourses, [enrollment])
  const { on, rules } = facts.get(id) as EnrollmentFacts
  const people = rules.flatMap(({ tasks, exams }) => [
    ...tasks.map(({ signed }) => signed?.by ?? null),
    ...exams.map(({ opened_by }) => opened_by),
  ])
  const words = {
    names: await namesOf(tx, ctx.portal.id, people),
    identity: (await readIdentityCounts(tx, ctx, [enrollment], facts)).get(id) ?? null,
    titles: rules.length === 0 ? new Map() : await loadTitlesIn(tx, ctx.portal.id, id),
  }
  return { on, is_completed: enrollment.completed_at !== null, rules: rules.map((fact) => presentFact(fact, words)) }
}
