import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createCertificates, revokeCertificate } from '#features/certificates/contract.ts'
import { deleteUser } from '#features/users/contract.ts'
import { addDays, dayOf } from '#kernel/format/day.ts'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { certificateMakers, type School } from '../../../../tests/certificates.ts'
import * as contract from '../contract.ts'

const ZONE = 'America/New_York'
const TODAY = dayOf(new Date(), ZONE)
const ago = (days: number) => addDays(TODAY, -days)
const momentOf = (day: string) => new Date(`${day}T17:00:00Z`)

const t = testApp()
const make = certificateMakers(t)

const learnerOf = (school: School, name: string, joined = ago(400)) =>
  t.make.person('learner', { portal: school.portal, first_name: name, last_name: 'Ames', joined_at: momentOf(joined) })

const require = async (school: School, body: Record<string, unknown>) =>
  (
    await t.as(school.admin).call(contract.createRequirement, {
      body: { kind: 'certificate', from_day: ago(300), title: 'Ladder Safety', ...body } as never,
    })
  ).data

const matrix = async (who: TestPerson, query: Record<string, unknown> = {}) =>
  (await t.as(who).call(contract.showMatrix, { query })).data

const cellsOf = async (who: TestPerson, person: { id: number }, query: Record<string, unknown> = {}) =>
  (await matrix(who, query)).people.find(({ id }) => id === person.id)?.cells ?? null

const proof = async (who: TestPerson, person: { id: number }, id: number, on?: string) =>
  (await t.as(who).call(contract.showProof, { params: { userId: person.id, id }, query: on ? { on } : {} })).data

const move = (who: TestPerson, person: { id: number }, body: Record<string, unknown>) =>
  t.as(who).call(contract.savePlaces, { body: { user_ids: [person.id], ...body } as never })

/** An enrollment that was made, and maybe completed, on past days. */
const enroll = (
  school: School,
  courseId: number,
  person: TestPerson,
  days: { on: string; completed?: string; manager?: TestPerson },
) =>
  t.platform(async (tx) => {
    const { id } = await tx
      .insertInto('enrollments')
      .values({
        portal_id: school.portal.id,
        user_id: person.id,
        course_id: courseId,
        role: 'learner',
        status: 1,
        access: 'active',
        manager_id: days.manager?.id ?? null,
        created_at: momentOf(days.on),
        expires_at: new Date('2100-01-01T00:00:00Z'),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (days.completed)
      await tx
        .updateTable('enrollments')
        .set({ completed_at: momentOf(days.completed), status: 5, access: 'expired' })
        .where('id', '=', id)
        .execute()
    return id
  })

const certify = async (school: School, relatedId: number) =>
  (await t.as(school.admin).call(createCertificates, { body: { users_courses: [relatedId] } })).data[0]?.id as number

describe('what is required of whom', () => {
  test('from its day on of the people of a site, and what they held then is asked for then (CMP-001, CMP-005, CMP-006)', async () => {
    const school = await make.school({ time_zone: ZONE })
    const course = await make.course(school)
    const [ada, ben] = [await learnerOf(school, 'Ada'), await learnerOf(school, 'Ben')]
    await move(school.admin, ada, { from_day: ago(200), site: 'Plant 1', job: 'Rigger' })
    await move(school.admin, ada, { from_day: ago(50), site: 'Plant 2' })
    const { id } = await require(school, { kind: 'course', course_id: course, sites: ['Plant 1'] })
    await enroll(school, course, ada, { on: ago(150), completed: ago(100) })
    for (const [on, expected] of [
      [ago(201), null],
      [ago(200), ['missing']],
      [ago(150), ['in_progress']],
      [ago(100), ['valid']],
      [ago(51), ['valid']],
      [ago(50), null],
    ] as const)
      expect(await cellsOf(school.admin, ada, { on }), on).toEqual(expected)
    expect(await cellsOf(school.admin, ben, { on: ago(100) })).toBeNull()
    const shown = await matrix(school.admin, { on: ago(160) })
    expect(shown.people).toMatchObject([{ id: ada.id, site: 'Plant 1', job: 'Rigger', is_cleared: false }])
    expect(shown.requirements).toEqual([{ id, title: 'Ladder Safety', kind: 'course', required: 1, cleared: 0 }])
    expect([shown.sites, shown.jobs, shown.counts]).toEqual([['Plant 1'], ['Rigger'], { people: 1, cleared: 0 }])
  })

  test('other terms hold from their day on, and the days before keep theirs (CMP-002)', async () => {
    const school = await make.school({ time_zone: ZONE })
    const course = await make.course(school)
    const ada = await learnerOf(school, 'Ada')
    const { id } = await require(school, { kind: 'course', course_id: course })
    await enroll(school, course, ada, { on: ago(290), completed: ago(280) })
    const terms = { title: 'Ladders', from_day: ago(30), valid_months: 1, grace_days: 0 }
    const change = (body: object) => t.as(school.admin).call(contract.addTerms, { params: { id }, body: body as never })
    await change(terms)
    expect(await cellsOf(school.admin, ada, { on: ago(31) })).toEqual(['valid'])
    expect((await cellsOf(school.admin, ada, { on: ago(30) }))?.[0]).toMatch(/^expired /)
    expect((await matrix(school.admin, { on: ago(31) })).requirements[0]?.title).toBe('Ladder Safety')
    expect((await matrix(school.admin)).requirements[0]?.title).toBe('Ladders')
    await change({ ...terms, from_day: ago(10), is_retired: true })
    expect(await cellsOf(school.admin, ada, { on: ago(10) })).toBeNull()
    expect(await cellsOf(school.admin, ada, { on: ago(11) })).not.toBeNull()
    const { data } = await t.as(school.admin).call(contract.listRequirements)
    expect(data).toMatchObject([
      { id, current_id: null, terms: [{ title: 'Ladder Safety' }, { title: 'Ladders' }, { is_retired: true }] },
    ])
    await expect(
      t.platform((tx) => sql`update training_requirement_terms set title = 'x'`.execute(tx)),
    ).rejects.toMatchObject({ code: '42501' })
  })

  test('the course has to be a published one of the portal, and a team that of a manager (CMP-001)', async () => {
    const [school, elsewhere] = [await make.school(), await make.school()]
    const course = await make.course(school)
    const refused = (field: string) => ({ status: 422, errors: { [field]: [expect.any(String)] } })
    await expect(require(school, { course_id: await make.course(elsewhere) })).rejects.toMatchObject(
      refused('course_id'),
    )
    await expect(require(school, { course_id: null })).rejects.toMatchObject(refused('course_id'))
    const ada = await learnerOf(school, 'Ada')
    await expect(require(school, { course_id: course, team_ids: [ada.id] })).rejects.toMatchObject(refused('team_ids'))
    await expect(move(school.admin, ada, { from_day: TODAY, team_id: ada.id })).rejects.toMatchObject(
      refused('team_id'),
    )
  })
})

describe('facts', () => {
  test('record a certificate issued and revoked in the transaction that does it (CMP-003, CMP-004)', async () => {
    const school = await make.school({ time_zone: ZONE })
    const course = await make.course(school, { valid_months: 12 })
    const ada = await learnerOf(school, 'Ada')
    const { id } = await require(school, { course_id: course })
    const related = await enroll(school, course, ada, { on: ago(20), completed: ago(10) })
    expect(await cellsOf(school.admin, ada)).toEqual(['in_progress'])
    const certificate = await certify(school, related)
    expect((await cellsOf(school.admin, ada))?.[0]).toMatch(/^valid \d{4}-/)
    expect(await cellsOf(school.admin, ada, { on: ago(1) })).toEqual(['in_progress'])
    await t.as(school.admin).call(revokeCertificate, { params: { id: certificate }, body: { reason: 'Wrong person' } })
    expect(await cellsOf(school.admin, ada)).toEqual(['revoked'])
    const { facts, state } = await proof(school.admin, ada, id)
    expect(state).toBe('revoked')
    expect(facts.map(({ kind, reason }) => [kind, reason])).toEqual([
      ['certificate_revoked', 'Wrong person'],
      ['certificate_issued', null],
      ['completed', null],
      ['enrolled', null],
    ])
    expect(facts[1]?.certificate_number).toMatch(/\w/)
    expect(facts[0]?.recorded_by).toBeTruthy()
  })

  test('nobody can change or delete them; a correction takes one back and both stay (CMP-003)', async () => {
    const school = await make.school({ time_zone: ZONE })
    const course = await make.course(school)
    const ada = await learnerOf(school, 'Ada')
    const { id } = await require(school, { kind: 'course', course_id: course })
    await enroll(school, course, ada, { on: ago(20), completed: ago(10) })
    for (const statement of [
      sql`update compliance_facts set day = '2020-01-01'`,
      sql`delete from compliance_facts`,
      sql`update compliance_records set completed_day = null`,
    ])
      await expect(t.platform((tx) => statement.execute(tx))).rejects.toMatchObject({ code: '42501' })
    const before = await proof(school.admin, ada, id)
    const completed = before.facts.find(({ kind }) => kind === 'completed')
    const correct = (fact: number | undefined, reason = 'Somebody else sat at the screen') =>
      t.as(school.admin).call(contract.correctFact, { params: { id: fact as number }, body: { reason } })
    // Two who take the same fact back at once leave one correction.
    await Promise.all([correct(completed?.id), correct(completed?.id)])
    const after = await proof(school.admin, ada, id)
    expect(after.state).toBe('in_progress')
    expect(after.facts.find(({ kind }) => kind === 'completed')).toMatchObject({
      correction: { reason: 'Somebody else sat at the screen' },
      can_correct: false,
    })
    expect(await cellsOf(school.admin, ada, { on: ago(5) })).toEqual(['in_progress'])
    await expect(correct(before.facts.find(({ kind }) => kind === 'enrolled')?.id)).rejects.toMatchObject({
      status: 422,
    })
  })

  test('a completion that its record takes back is corrected, and one that ends by unenrolling closes (CMP-003)', async () => {
    const school = await make.school({ time_zone: ZONE })
    const course = await make.course(school)
    const ada = await learnerOf(school, 'Ada')
    const { id } = await require(school, { kind: 'course', course_id: course })
    const related = await enroll(school, course, ada, { on: ago(20), completed: ago(10) })
    const set = (values: Record<string, unknown>) =>
      t.platform((tx) =>
        tx
          .updateTable('enrollments')
          .set(values as never)
          .where('id', '=', related)
          .execute(),
      )
    await set({ completed_at: null })
    expect(await cellsOf(school.admin, ada)).toEqual(['in_progress'])
    await set({ completed_at: momentOf(ago(8)) })
    expect(await cellsOf(school.admin, ada, { on: ago(9) })).toEqual(['in_progress'])
    expect(await cellsOf(school.admin, ada, { on: ago(8) })).toEqual(['valid'])
    await set({ completed_at: null, ended_at: momentOf(ago(5)) })
    expect(await cellsOf(school.admin, ada)).toEqual(['missing'])
    const { facts } = await proof(school.admin, ada, id)
    expect(facts.filter(({ correction }) => correction).map(({ kind, day }) => [kind, day])).toEqual([
      ['completed', ago(8)],
      ['completed', ago(10)],
    ])
  })

  test('days are those of the portal, also when it moves to another time zone (CMP-003)', async () => {
    const school = await make.school({ time_zone: 'Pacific/Auckland' })
    const course = await make.course(school)
    const ada = await learnerOf(school, 'Ada')
    const { id } = await require(school, { kind: 'course', course_id: course })
    await t.platform((tx) =>
      tx
        .insertInto('enrollments')
        .values({
          portal_id: school.portal.id,
          user_id: ada.id,
          course_id: course,
          role: 'learner',
          access: 'active',
          created_at: new Date('2026-03-02T13:00:00Z'),
          expires_at: new Date('2100-01-01T00:00:00Z'),
        })
        .execute(),
    )
    await t.platform((tx) =>
      tx.updateTable('portals').set({ time_zone: 'Pacific/Honolulu' }).where('id', '=', school.portal.id).execute(),
    )
    expect((await proof(school.admin, ada, id, '2026-03-10')).facts.map(({ day }) => day)).toEqual(['2026-03-03'])
  })
})

describe('people', () => {
  test('who has left stays in the days before, under the name that is left of them, and in none after (CMP-006, USR-011)', async () => {
    const school = await make.school({ time_zone: ZONE })
    const course = await make.course(school)
    const ada = await learnerOf(school, 'Ada')
    await move(school.admin, ada, { from_day: ago(200), site: 'Plant 1' })
    await require(school, { kind: 'course', course_id: course, sites: ['Plant 1'] })
    await enroll(school, course, ada, { on: ago(20), completed: ago(10) })
    await t.as(school.admin).call(deleteUser, { params: { id: ada.id } })
    expect(await cellsOf(school.admin, ada)).toBeNull()
    const shown = await matrix(school.admin, { on: ago(5) })
    // They completed a course, so that the portal keeps the name for the retention.
    expect(shown.people).toMatchObject([
      { id: ada.id, name: 'Ada Ames', left_on: TODAY, site: 'Plant 1', cells: ['valid'] },
    ])
  })

  test('who completed nothing stays without a name (CMP-006, USR-011)', async () => {
    const school = await make.school({ time_zone: ZONE })
    const ada = await learnerOf(school, 'Ada')
    await require(school, { kind: 'course', course_id: await make.course(school) })
    await t.as(school.admin).call(deleteUser, { params: { id: ada.id } })
    const [person] = (await matrix(school.admin, { on: ago(5) })).people.filter(({ id }) => id === ada.id)
    expect(person?.cells).toEqual(['missing'])
    expect(person?.name).not.toMatch(/Ada|Ames/)
  })

  test('a manager sees learners assigned to them and their team, an instructor their learners, others nobody (CMP-006, ROL-083)', async () => {
    const school = await make.school({ time_zone: ZONE })
    const course = await make.course(school)
    const [manager, other] = [
      await t.make.person('manager', { portal: school.portal }),
      await t.make.person('manager', { portal: school.portal }),
    ]
    const instructor = await t.make.person('instructor', { portal: school.portal })
    const [ada, ben, cleo] = [
      await learnerOf(school, 'Ada'),
      await learnerOf(school, 'Ben'),
      await learnerOf(school, 'Cleo'),
    ]
    const { id } = await require(school, { kind: 'course', course_id: course, roles: [] })
    await enroll(school, course, ada, { on: ago(20), manager })
    await move(school.admin, ben, { from_day: ago(10), team_id: manager.id })
    await move(school.admin, cleo, { from_day: ago(10), team_id: manager.id })
    await move(school.admin, cleo, { from_day: ago(5), team_id: other.id })
    const idsOf = async (who: TestPerson, query = {}) =>
      (await matrix(who, query)).people.map((person) => person.id).toSorted()
    expect(await idsOf(manager)).toEqual([ada.id, ben.id].toSorted())
    expect(await idsOf(other)).toEqual([cleo.id])
    expect(await idsOf(instructor)).toEqual([])
    // Ada's team is the manager of her first enrollment; nobody said otherwise.
    expect(await idsOf(school.admin, { team_id: manager.id })).toEqual([ada.id, ben.id].toSorted())
    expect(await idsOf(school.admin, { team_id: manager.id, on: ago(7) })).toEqual([ada.id, ben.id, cleo.id].toSorted())
    await expect(proof(manager, cleo, id)).rejects.toMatchObject({ status: 404 })
    expect((await proof(manager, ben, id)).facts).toEqual([])
    expect((await proof(manager, ada, id)).facts.every(({ can_correct }) => !can_correct)).toBe(true)
    const denied = { status: 403 }
    await expect(move(manager, ben, { from_day: TODAY, site: 'X' })).rejects.toMatchObject(denied)
    for (const role of ['accounting', 'editor', 'partner', 'learner'] as const)
      await expect(matrix(await t.make.person(role, { portal: school.portal }))).rejects.toMatchObject(denied)
  })

  test('are found by name, and by who was cleared for some requirements on a day (CMP-006)', async () => {
    const school = await make.school({ time_zone: ZONE })
    const [one, two] = [await make.course(school, { title: 'One' }), await make.course(school, { title: 'Two' })]
    const [ada, ben] = [await learnerOf(school, 'Ada'), await learnerOf(school, 'Ben')]
    const required = [
      (await require(school, { kind: 'course', course_id: one, title: 'One' })).id,
      (await require(school, { kind: 'course', course_id: two, title: 'Two', from_day: ago(100) })).id,
    ] as const
    await enroll(school, one, ada, { on: ago(90), completed: ago(60) })
    await enroll(school, one, ben, { on: ago(90), completed: ago(40) })
    await enroll(school, two, ben, { on: ago(90), completed: ago(30) })
    const names = async (query: Record<string, unknown>) =>
      (await matrix(school.admin, query)).people.map(({ name }) => name).filter((name) => /Ames/.test(name))
    const first = String(required[0])
    expect(await names({ on: ago(50), show: 'cleared', requirements: first })).toEqual(['Ada Ames'])
    expect(await names({ on: ago(50), show: 'cleared' })).toEqual([])
    expect(await names({ on: ago(20), show: 'cleared' })).toEqual(['Ben Ames'])
    expect(await names({ on: ago(20), show: 'not_cleared' })).toEqual(['Ada Ames'])
    expect(await names({ on: addDays(TODAY, 4000), show: 'cleared' })).toEqual(['Ben Ames'])
    expect(await names({ search: 'ada' })).toEqual(['Ada Ames'])
    const both = await matrix(school.admin, { on: ago(20) })
    expect(both.people.filter(({ name }) => /Ames/.test(name)).map(({ cells }) => cells)).toEqual([
      ['valid', 'missing'],
      ['valid', 'valid'],
    ])
  })

  test('keep the state of their profile by day (CMP-005)', async () => {
    const school = await make.school({ time_zone: ZONE })
    const course = await make.course(school)
    const ada = await learnerOf(school, 'Ada')
    await t.platform(async (tx) => {
      const set = (state: string, day: string) =>
        tx
          .updateTable('portal_users')
          .set({ state, updated_at: momentOf(day) })
          .where('user_id', '=', ada.id)
          .execute()
      await set('TX', ago(100))
      await set('OH', ago(50))
    })
    await require(school, { kind: 'course', course_id: course, states: ['TX'] })
    expect(await cellsOf(school.admin, ada, { on: ago(101) })).toBeNull()
    expect(await cellsOf(school.admin, ada, { on: ago(51) })).toEqual(['missing'])
    expect(await cellsOf(school.admin, ada)).toBeNull()
  })
})

test('each change is in the activity log in plain words (CMP-009)', async () => {
  const school = await make.school({ time_zone: ZONE })
  const ada = await learnerOf(school, 'Ada')
  const { id } = await require(school, { course_id: await make.course(school) })
  await t
    .as(school.admin)
    .call(contract.addTerms, { params: { id }, body: { title: 'Ladders', from_day: TODAY, is_retired: true } })
  await move(school.admin, ada, { from_day: ago(3), site: 'Plant 1' })
  const fact = (await proof(school.admin, ada, id)).places.find(({ kind }) => kind === 'site')
  await t.as(school.admin).call(contract.correctFact, { params: { id: fact?.id as number }, body: { reason: 'Typo' } })
  const rows = await t.platform((tx) =>
    tx.selectFrom('activity_logs').select('action').where('portal_id', '=', school.portal.id).orderBy('id').execute(),
  )
  expect(rows.map(({ action }) => action).filter((action) => /^requirement|move|correct/.test(action))).toEqual([
    'requirement.create',
    'requirement.retire',
    'user.move',
    'user.correct-record',
  ])
})
