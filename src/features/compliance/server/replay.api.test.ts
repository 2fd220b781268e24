import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { endOfDay, momentIn } from '#kernel/format/day.ts'
import type { Tx } from '#platform/db/db.ts'
import { testApp } from '../../../../tests/api.ts'
import { certificateMakers } from '../../../../tests/certificates.ts'
import * as contract from '../contract.ts'
import { dayNumber, dayText } from '../rules/days.ts'
import { CORRECTABLE } from '../rules/facts.ts'
import type { Requirement } from '../rules/requirement.ts'
import { type Random, randomFacts, randomOf, randomRequirements, replayed, type TestFact } from '../rules/testing.ts'

const t = testApp()
const make = certificateMakers(t)

const ZONE = 'America/New_York'
const START = dayNumber('2025-01-01')
const textOf = (day: number) => dayText(day)
const noonOf = (day: number) => momentIn(`${textOf(day)}T12:00`, ZONE)
const shifted = (fact: TestFact): TestFact => ({
  ...fact,
  day: fact.day + START,
  until: fact.until === null ? null : fact.until + START,
})

type Numbers = { portal_id: number; courses: Map<number, number>; requirements: Map<number, number> }

const writeRequirement = async (tx: Tx, at: Numbers, { id, kind, course_id, terms }: Requirement) => {
  const { rows } = await sql<{ id: number }>`
    insert into training_requirements (portal_id, kind, course_id, created_at)
    values (${at.portal_id}, ${kind}, ${course_id === null ? null : at.courses.get(course_id)}, now()) returning id`.execute(
    tx,
  )
  const stored = rows[0]?.id as number
  at.requirements.set(id, stored)
  for (const each of terms) {
    const { rows: added } = await sql<{ id: number }>`
      insert into training_requirement_terms (portal_id, requirement_id, from_day, title, is_retired, roles, team_ids, sites,
        jobs, states, valid_months, grace_days, renews_from, created_at)
      values (${at.portal_id}, ${stored}, ${textOf(each.from)}::date, ${`Requirement ${id}`}, ${each.is_retired},
        ${each.roles}::text[], ${each.team_ids}::bigint[], ${each.sites}::text[], ${each.jobs}::text[], ${each.states}::text[],
        ${each.valid_months}, ${each.grace_days}, ${each.renews_from}, now()) returning id`.execute(tx)
    for (const [position, course] of each.refresher_course_ids.entries())
      await sql`
        insert into training_requirement_refreshers (portal_id, terms_id, course_id, position)
        values (${at.portal_id}, ${added[0]?.id}, ${at.courses.get(course)}, ${position})`.execute(tx)
  }
}

/** Writes an enrollment with what became of it; the triggers note the facts. */
const writeEnrollment = async (tx: Tx, at: Numbers, user_id: number, facts: readonly TestFact[]) => {
  const course_id = at.courses.get(facts[0]?.course_id as number) as number
  const dayOfKind = (kind: TestFact['kind']) => facts.find((each) => each.kind === kind)
  const momentOf = (kind: TestFact['kind']) => {
    const fact = dayOfKind(kind)
    return fact ? noonOf(fact.day) : null
  }
  const completed_at = momentOf('completed')
  const { id } = await tx
    .insertInto('enrollments')
    .values({
      portal_id: at.portal_id,
      user_id,
      course_id,
      role: 'learner',
      access: 'expired',
      status: completed_at ? 2 : 1,
      created_at: momentOf('enrolled') as Date,
      completed_at,
      ended_at: momentOf('unenrolled'),
      expires_at: new Date('2100-01-01T00:00:00Z'),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const issued = dayOfKind('certificate_issued')
  if (issued) {
    const template = await tx
      .insertInto('certificate_templates')
      .values({ portal_id: at.portal_id, title: 'Done', text: 'Done' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('certificates')
      .values({
        portal_id: at.portal_id,
        number: `R-${id}`,
        user_id,
        course_id,
        related_id: id,
        template_id: template.id,
        holder_name: 'Ada',
        course_title: 'Course',
        provider: 'Portal',
        design: '{}',
        is_automatic: true,
        issued_at: noonOf(issued.day),
        expires_at: issued.until === null ? null : endOfDay(textOf(issued.until), ZONE),
        time_zone: ZONE,
      })
      .execute()
    const revoked_at = momentOf('certificate_revoked')
    if (revoked_at)
      await tx
        .updateTable('certificates')
        .set({ revoked_at, revoke_reason: 'wrong' })
        .where('related_id', '=', id)
        .execute()
  }
  if (!dayOfKind('completed')?.is_corrected) return []
  const { rows } = await sql<{ id: number }>`
    select id from compliance_facts where enrollment_id = ${id} and kind = 'completed'`.execute(tx)
  return rows.map((row) => row.id)
}

const writeDocument = async (tx: Tx, at: Numbers, user_id: number, facts: readonly TestFact[]) => {
  const requirement_id = at.requirements.get(facts[0]?.requirement_id as number) as number
  const { rows } = await sql<{ id: number }>`
    insert into compliance_documents (portal_id, user_id, requirement_id, from_day, file_key, file_name, file_size, mime_type,
      sha256, created_at)
    values (${at.portal_id}, ${user_id}, ${requirement_id}, '2025-01-01', 'k', 'f.pdf', 1, 'application/pdf', 'x', now())
    returning id`.execute(tx)
  for (const { kind, day, until } of facts)
    await sql`
      insert into compliance_facts (portal_id, user_id, kind, day, until_day, requirement_id, document_id)
      values (${at.portal_id}, ${user_id}, ${kind}, ${textOf(day)}::date, ${until === null ? null : textOf(until)}::date,
        ${requirement_id}, ${rows[0]?.id})`.execute(tx)
}

/** Writes a person with a whole history, and answers the ids of facts that are to be taken back. */
const writePerson = async (at: Numbers, who: { id: number; facts: readonly TestFact[] }): Promise<number[]> =>
  t.platform(async (tx) => {
    const taken: number[] = []
    const [joined, ...places] = who.facts.filter(({ record }) => record === null)
    // Everybody's first fact is that of their profile, which was written with its day.
    const first = who.facts.find(({ kind }) => kind === 'joined')
    for (const fact of [joined as TestFact, ...places]) {
      if (fact === first) continue
      const { rows } = await sql<{ id: number }>`
        insert into compliance_facts (portal_id, user_id, kind, day, value)
        values (${at.portal_id}, ${who.id}, ${fact.kind}, ${textOf(fact.day)}::date, ${fact.value}) returning id`.execute(
        tx,
      )
      if (fact.is_corrected) taken.push(rows[0]?.id as number)
    }
    const records = Map.groupBy(
      who.facts.filter(({ record }) => record !== null),
      ({ record }) => record,
    )
    for (const facts of records.values())
      if (facts[0]?.course_id != null) taken.push(...(await writeEnrollment(tx, at, who.id, facts)))
      else await writeDocument(tx, at, who.id, facts)
    return taken
  })

/** A person's facts. Some kinds are corrected where their own record is changed, and not by themselves. */
const factsOf = (random: Random, requirements: readonly Requirement[]): TestFact[] =>
  randomFacts(random, requirements)
    .map(shifted)
    .map((fact) => ({ ...fact, is_corrected: fact.is_corrected && CORRECTABLE.includes(fact.kind) }))

test('the matrix of any day equals a replay of every fact, for 1,000 random days (CMP-003, CMP-006, CMP-007)', async () => {
  const random = randomOf(33)
  const school = await make.school({ time_zone: ZONE })
  const at: Numbers = { portal_id: school.portal.id, courses: new Map(), requirements: new Map() }
  for (const number of [1, 2, 3]) at.courses.set(number, await make.course(school, { title: `Course ${number}` }))
  const requirements = randomRequirements(random).map((each) => ({
    ...each,
    terms: each.terms.map((terms) => ({ ...terms, from: terms.from + START })),
  }))
  await t.platform(async (tx) => {
    for (const each of requirements) await writeRequirement(tx, at, each)
  })
  const people: { id: number; facts: TestFact[] }[] = []
  for (let n = 0; n < 16; n += 1) {
    const facts = factsOf(random, requirements)
    const joined = facts.find(({ kind }) => kind === 'joined') as TestFact
    const { id } = await t.make.person('learner', { portal: school.portal, joined_at: noonOf(joined.day) })
    // The role of the builder is of today, after every day that is looked at.
    people.push({ id, facts })
    for (const fact of await writePerson(at, { id, facts }))
      await t.as(school.admin).call(contract.correctFact, { params: { id: fact }, body: { reason: 'a mistake' } })
  }
  const ruleOf = new Map(requirements.map((each) => [at.requirements.get(each.id), each]))
  let compared = 0
  const compareOn = async (on: number) => {
    const someone = random.pick(people)
    const { data } = await t.as(school.admin).call(contract.showMatrix, { query: { on: textOf(on) } })
    const row = data.people.find(({ id }) => id === someone.id)
    const expected = data.requirements.map(({ id }) => {
      const { state, until } = replayed(someone, ruleOf.get(id) as Requirement, on, START - 60)
      return until === null ? state : `${state} ${textOf(until)}`
    })
    if (expected.every((state) => state === 'not_required')) expect(row, `day ${textOf(on)}`).toBeUndefined()
    else expect(row?.cells, `day ${textOf(on)}, person ${someone.id}`).toEqual(expected)
    compared += row ? 1 : 0
  }
  for (let turn = 0; turn < 125; turn += 1)
    await Promise.all(Array.from({ length: 8 }, () => compareOn(START + random.int(0, 420))))
  expect(compared).toBeGreaterThan(300)
})

test('a record always says what its facts say (CMP-003)', async () => {
  const { rows } = await t.platform((tx) =>
    sql`
      select r.id from compliance_records r
      left join lateral (
        select min(day) filter (where kind in ('enrolled', 'document_submitted')) as opened_day,
          min(day) filter (where kind in ('unenrolled', 'document_rejected')) as closed_day,
          min(day) filter (where kind = 'completed') as completed_day,
          min(day) filter (where kind in ('certificate_issued', 'document_accepted')) as held_day,
          min(until_day) filter (where kind in ('certificate_issued', 'document_accepted')) as until_day,
          min(day) filter (where kind in ('certificate_revoked', 'document_revoked')) as revoked_day
        from compliance_facts f
        where (f.enrollment_id = r.enrollment_id or f.document_id = r.document_id)
          and not exists (select from compliance_facts c where c.corrects_id = f.id)) n on true
      where (r.opened_day, r.closed_day, r.completed_day, r.held_day, r.until_day, r.revoked_day)
        is distinct from (n.opened_day, n.closed_day, n.completed_day, n.held_day, n.until_day, n.revoked_day)`.execute(
      tx,
    ),
  )
  expect(rows).toEqual([])
  const { rows: counted } = await t.platform((tx) =>
    sql<{ records: number }>`select count(*)::int as records from compliance_records`.execute(tx),
  )
  expect(counted[0]?.records).toBeGreaterThan(70)
})
