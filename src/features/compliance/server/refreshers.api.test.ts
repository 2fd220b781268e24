import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createCertificates, revokeCertificate } from '#features/certificates/contract.ts'
import { deleteCourse } from '#features/courses/contract.ts'
import { deleteUser } from '#features/users/contract.ts'
import { addDays, addMonthsToDay, dayOf, momentIn } from '#kernel/format/day.ts'
import { PUBLICATION } from '#kernel/product/statuses.ts'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { certificateMakers, type School } from '../../../../tests/certificates.ts'
import * as contract from '../contract.ts'
import { dryRunRequirement } from '../contract-terms.ts'

const ZONE = 'America/New_York'
const TODAY = dayOf(new Date(), ZONE)
const ago = (days: number) => addDays(TODAY, -days)

const t = testApp()
const make = certificateMakers(t)

/** 40 hours once, then 8 hours every 12 months with 30 days of grace, of everyone who works as a spill responder. */
const world = async (body: Record<string, unknown> = {}) => {
  const school = await make.school({ time_zone: ZONE })
  const initial = await make.course(school, { title: '40-Hour' })
  const refresher = await make.course(school, { title: '8-Hour' })
  const joined_at = momentIn(`${ago(900)}T09:00`, ZONE)
  const ada = await t.make.person('learner', { portal: school.portal, first_name: 'Ada', last_name: 'Ames', joined_at })
  await t
    .as(school.admin)
    .call(contract.savePlaces, { body: { user_ids: [ada.id], from_day: ago(800), job: 'Responder' } })
  const terms = {
    ...{ from_day: ago(800), title: 'HAZWOPER', jobs: ['Responder'], valid_months: 12, grace_days: 30 },
    ...{ refresher_course_ids: [refresher], ...body },
  }
  const create = (more: Record<string, unknown> = {}) =>
    t.as(school.admin).call(contract.createRequirement, {
      body: { kind: 'course', course_id: initial, ...terms, ...more } as never,
    })
  return { school, initial, refresher, ada, create, terms }
}

const complete = (school: School, course_id: number, person: TestPerson, day: string) =>
  t.platform(async (tx) => {
    const { id } = await tx
      .insertInto('enrollments')
      .values({
        ...{ portal_id: school.portal.id, user_id: person.id, course_id, role: 'learner', status: 1, access: 'active' },
        ...{ created_at: momentIn(`${addDays(day, -3)}T09:00`, ZONE), expires_at: new Date('2100-01-01T00:00:00Z') },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .updateTable('enrollments')
      .set({ completed_at: momentIn(`${day}T12:00`, ZONE), access: 'expired', status: 5 })
      .where('id', '=', id)
      .execute()
    return id
  })

const cellOn = async ({ admin }: School, person: TestPerson, on?: string) => {
  const { data } = await t.as(admin).call(contract.showMatrix, { query: on ? { on } : {} })
  return data.people.find(({ id }) => id === person.id)?.cells.join() ?? null
}
const proofOf = async ({ admin }: School, person: TestPerson, id: number, on?: string) =>
  (await t.as(admin).call(contract.showProof, { params: { userId: person.id, id }, query: on ? { on } : {} })).data

test('a refresher renews what is held from the day that the terms name, on every day past and to come, and the proof says which completion counted as what (CMP-040, CMP-041, CMP-044)', async () => {
  const { school, initial, refresher, ada, create, terms } = await world()
  const { data: requirement } = await create()
  expect(requirement.terms).toMatchObject([
    { refreshers: [{ id: refresher, title: '8-Hour' }], renews_from: 'completion', grace_days: 30 },
  ])
  const [first, second] = [ago(380), ago(40)]
  await complete(school, initial, ada, first)
  const end = addMonthsToDay(first, 12)
  // 12 months after the initial course were over 15 days ago; the refresher came before.
  await complete(school, refresher, ada, second)
  expect(await cellOn(school, ada, addDays(second, -1))).toBe(`valid ${end}`)
  expect(await cellOn(school, ada, second)).toBe(`valid ${addMonthsToDay(second, 12)}`)
  const over = addDays(addMonthsToDay(second, 12), 1)
  expect(await cellOn(school, ada, over)).toMatch(/^grace /)
  expect(await cellOn(school, ada, addDays(over, 30))).toMatch(/^expired /)
  const proof = await proofOf(school, ada, requirement.id)
  expect(proof.counted).toEqual({ as: 'refresher', course: '8-Hour', day: second, until: addMonthsToDay(second, 12) })
  expect(proof.facts.map(({ kind, refresher: name, counts_as }) => [kind, name, counts_as])).toEqual([
    ['completed', '8-Hour', 'refresher'],
    ['enrolled', '8-Hour', null],
    ['completed', null, 'course'],
    ['enrolled', null, null],
  ])
  expect((await proofOf(school, ada, requirement.id, addDays(second, -1))).counted).toMatchObject({
    ...{ as: 'course', course: '40-Hour', day: first, until: end },
  })

  // From another day on, the new period begins with the end of the one before; the days before keep their terms.
  await t.as(school.admin).call(contract.addTerms, {
    params: { id: requirement.id },
    body: { ...terms, from_day: ago(10), renews_from: 'last_day' } as never,
  })
  expect(await cellOn(school, ada, ago(11))).toBe(`valid ${addMonthsToDay(second, 12)}`)
  expect(await cellOn(school, ada)).toBe(`valid ${addMonthsToDay(end, 12)}`)
  // And without a refresher at all.
  await t.as(school.admin).call(contract.addTerms, {
    params: { id: requirement.id },
    body: { ...terms, from_day: TODAY, refresher_course_ids: [] } as never,
  })
  expect(await cellOn(school, ada, ago(1))).toBe(`valid ${addMonthsToDay(end, 12)}`)
  expect(await cellOn(school, ada)).toMatch(/^grace /)
  await expect(
    t.platform((tx) => sql`update training_requirement_refreshers set position = 9`.execute(tx)),
  ).rejects.toMatchObject({ code: '42501' })
})

test('a refresher alone or after the grace renews nothing, and neither does one whose initial completion was taken back or revoked (CMP-041, CMP-044)', async () => {
  const { school, initial, refresher, ada, create } = await world()
  const { data: requirement } = await create()
  await complete(school, refresher, ada, ago(500))
  expect(await cellOn(school, ada, ago(499))).toBe('missing')
  await complete(school, initial, ada, ago(450))
  await complete(school, refresher, ada, ago(50))
  expect(await cellOn(school, ada)).toMatch(/^expired /)
  const words = async () =>
    (await proofOf(school, ada, requirement.id)).facts
      .filter(({ kind }) => kind === 'completed')
      .map(({ counts_as }) => counts_as)
  expect(await words()).toEqual(['nothing', 'course', 'nothing'])
  // One in time.
  await complete(school, refresher, ada, ago(100))
  expect(await cellOn(school, ada)).toMatch(/^valid /)
  expect(await words()).toEqual(['refresher', 'refresher', 'course', 'nothing'])

  const completion = (await proofOf(school, ada, requirement.id)).facts.find(({ counts_as }) => counts_as === 'course')
  const other = await world()
  await other.create()
  const revoked = await complete(other.school, other.initial, other.ada, ago(300))
  await complete(other.school, other.refresher, other.ada, ago(20))
  const { data: certificates } = await t
    .as(other.school.admin)
    .call(createCertificates, { body: { users_courses: [revoked] } })
  expect(await cellOn(other.school, other.ada)).toMatch(/^valid /)
  await t.as(other.school.admin).call(revokeCertificate, {
    params: { id: certificates[0]?.id as number },
    body: { reason: 'Somebody else took the exam' },
  })
  expect(await cellOn(other.school, other.ada)).toBe('revoked')
  expect(await cellOn(other.school, other.ada, ago(1))).toMatch(/^valid /)

  await t
    .as(school.admin)
    .call(contract.correctFact, { params: { id: completion?.id as number }, body: { reason: 'Wrong person' } })
  expect(await cellOn(school, ada)).toBe('in_progress')
  expect(await words()).toEqual(['nothing', 'nothing', null, 'nothing'])
})

test('a refresher is another published course of the portal that renews something that ends; a license has none (CMP-040, ERR-219, ERR-220)', async () => {
  const { school, initial, refresher, create } = await world()
  const elsewhere = await world()
  await expect(create({ refresher_course_ids: [refresher, initial] })).rejects.toMatchObject({
    ...{
      status: 422,
      code: 'refresher_is_initial',
      errors: { refresher_course_ids: [expect.stringMatching(/shorter/)] },
    },
  })
  await expect(create({ valid_months: null })).rejects.toMatchObject({
    ...{ status: 422, code: 'refresher_without_end', errors: { valid_months: [expect.stringMatching(/months/)] } },
  })
  for (const id of [elsewhere.refresher, 999_999_999])
    await expect(create({ refresher_course_ids: [id] })).rejects.toMatchObject({
      ...{ status: 422, errors: { refresher_course_ids: ['Please choose published courses.'] } },
    })
  expect((await t.as(school.admin).call(contract.listRequirements)).data).toEqual([])
  // A certificate may have an end of its own, and the same course twice is one.
  const certificate = await create({
    kind: 'certificate',
    valid_months: null,
    refresher_course_ids: [refresher, refresher],
  })
  expect(certificate.data.terms[0]?.refreshers.map(({ id }) => id)).toEqual([refresher])
  const license = await create({ kind: 'license', course_id: null })
  expect(license.data.terms[0]?.refreshers).toEqual([])
})

test('a course that terms name as refresher is archived where others are deleted, and former people keep what they held (CMP-040)', async () => {
  const { school, initial, refresher, ada, create } = await world()
  await create()
  await t.platform((tx) =>
    tx.updateTable('courses').set({ publication_status: PUBLICATION.archived }).where('id', '=', refresher).execute(),
  )
  const { slug } = await t.platform((tx) =>
    tx.selectFrom('courses').select('slug').where('id', '=', refresher).executeTakeFirstOrThrow(),
  )
  const { data } = await t.as(school.admin).call(deleteCourse, { params: { slug } } as never)
  expect(data).toMatchObject({ is_archived: true })
  await complete(school, initial, ada, ago(380))
  await complete(school, refresher, ada, ago(40))
  await t.as(school.admin).call(deleteUser, { params: { id: ada.id } })
  expect(await cellOn(school, ada, ago(1))).toBe(`valid ${addMonthsToDay(ago(40), 12)}`)
  expect(await cellOn(school, ada)).toBeNull()
})

test('a dry run says how terms would change who is cleared, writes nothing, and the matrix says the same once they are saved (CMP-047, CMP-048)', async () => {
  const { school, initial, refresher, ada, create, terms } = await world({ refresher_course_ids: [] })
  const { data: requirement } = await create({ source: '29 CFR 1910.120(e)' })
  expect(requirement.terms).toMatchObject([{ source: '29 CFR 1910.120(e)' }])
  await complete(school, initial, ada, ago(420))
  await complete(school, refresher, ada, ago(70))
  const bea = await t.make.person('learner', { portal: school.portal, first_name: 'Bea', last_name: 'Beck' })
  await t
    .as(school.admin)
    .call(contract.savePlaces, { body: { user_ids: [bea.id], from_day: ago(20), job: 'Responder' } })
  await complete(school, initial, bea, ago(10))
  const admin = t.as(school.admin)
  const dryRun = async (more: Record<string, unknown>) =>
    (await admin.call(dryRunRequirement, { body: { ...terms, kind: 'course', from_day: TODAY, ...more } as never }))
      .data
  const written = () =>
    t.platform(async (tx) => [
      await tx.selectFrom('training_requirement_terms').select('id').execute(),
      await tx.selectFrom('compliance_facts').select('id').execute(),
      await tx.selectFrom('activity_logs').select('id').execute(),
    ])
  const before = await written()
  const old = { requirement_id: requirement.id }

  const renewed = await dryRun({ ...old, refresher_course_ids: [refresher] })
  const end = addMonthsToDay(ago(70), 12)
  expect(renewed).toMatchObject({ on: TODAY, has_more: false, touched: 1 })
  expect([renewed.before, renewed.after]).toEqual([
    { required: 2, cleared: 1 },
    { required: 2, cleared: 2 },
  ])
  expect(renewed.rows).toEqual([
    {
      ...{ user_id: ada.id, name: 'Ada Ames', before: { state: 'expired', until: addMonthsToDay(ago(420), 12) } },
      after: { state: 'valid', until: end },
    },
  ])
  // In the future, with the terms of then; who loses comes first.
  const later = addDays(TODAY, 30)
  const lost = await dryRun({
    ...old,
    from_day: later,
    valid_months: 1,
    refresher_course_ids: [refresher],
    grace_days: 0,
  })
  expect(lost).toMatchObject({ on: later, after: { required: 2, cleared: 0 } })
  expect(lost.rows.map(({ name }) => name)).toEqual(['Bea Beck', 'Ada Ames'])
  expect((await dryRun({ ...old, is_retired: true })).after).toEqual({ required: 0, cleared: 0 })
  expect((await dryRun(old)).rows).toEqual([])
  // A new requirement, of everyone in the portal.
  const made = await dryRun({ course_id: initial, jobs: [], grace_days: 0 })
  expect(made).toMatchObject({ before: { required: 0, cleared: 0 }, after: { required: made.people, cleared: 1 } })

  for (const [body, refusal] of [
    [{ requirement_id: 999_999 }, { status: 404 }],
    [{ ...old, refresher_course_ids: [initial] }, { code: 'refresher_is_initial' }],
    [{ ...old, valid_months: null, refresher_course_ids: [refresher] }, { code: 'refresher_without_end' }],
    [{ course_id: null }, { status: 422, errors: { course_id: ['Please choose a published course.'] } }],
    [{ ...old, title: '' }, { status: 422 }],
  ] as const)
    await expect(dryRun(body)).rejects.toMatchObject(refusal)
  expect(await written()).toEqual(before)

  await admin.call(contract.addTerms, {
    params: { id: requirement.id },
    body: { ...terms, from_day: TODAY, refresher_course_ids: [refresher] } as never,
  })
  expect(await cellOn(school, ada)).toBe(`valid ${end}`)
})
