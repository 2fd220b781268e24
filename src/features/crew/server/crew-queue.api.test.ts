import { hash, randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { issueBadge } from '#features/badges/contract.ts'
import { type EvidenceRecord, loadRecords } from '#features/evidence/server/record.ts'
import { testApp } from '../../../../tests/api.ts'
import { learning } from '../../../../tests/learning.ts'
import * as contract from '../contract.ts'
import { writeSignature } from '../rules/signature.ts'
import { forgetTypedNamesOf } from './api.ts'

const t = testApp()
const make = learning(t)
const SIGNED = writeSignature([Array.from({ length: 30 }, (_, at) => [at * 20, 100 + (at % 5) * 10] as const)])

const setUp = async () => {
  const learner = await make.learner([['Text']])
  const { course, person } = learner
  const admin = await t.make.person('portal_admin', { portal: course.portal })
  const instructor = await t.make.person('instructor', { portal: course.portal })
  await t.platform((tx) =>
    tx
      .insertInto('course_instructors')
      .values({ portal_id: course.portal.id, course_id: course.id, user_id: instructor.id })
      .execute(),
  )
  const number = `Q-${person.id}`
  await t.as(admin).call(issueBadge, { params: { id: person.id }, body: { badge_number: number } })
  const open = { course_id: course.id, title: 'SCBA practice', place: '', tasks: ['Don', 'Doff'] }
  const { data: session } = await t.as(instructor).call(contract.openCrewSession, { body: open })
  const params = { id: session.id }
  const entry = (values: object) => ({ id: randomUUID(), at: new Date().toISOString(), ...values })
  const send = async (who: typeof admin, entries: object[], recorded_by?: number) =>
    (await t.as(who).call(contract.addCrewEntries, { params, body: { entries, recorded_by } as never })).data
  const rows = () =>
    t.platform((tx) =>
      tx.selectFrom('crew_entries').selectAll().where('session_id', '=', session.id).orderBy('id').execute(),
    )
  return { ...learner, admin, instructor, number, session, params, entry, send, rows }
}
let at: Awaited<ReturnType<typeof setUp>>
beforeAll(async () => {
  at = await setUp()
})

test('the roster of an open session has badges as far as they find somebody, and a closed one none (CRW-020)', async () => {
  const { code } = await t.platform((tx) =>
    tx.selectFrom('badges').select('code').where('user_id', '=', at.person.id).executeTakeFirstOrThrow(),
  )
  const { data } = await t.as(at.instructor).call(contract.showCrewSession, { params: at.params })
  expect(data.roster).toMatchObject([{ badge: { number: at.number.toUpperCase(), code_hash: hash('sha256', code) } }])
  expect(JSON.stringify(data)).not.toContain(code)
  const other = await setUp()
  await other.send(other.instructor, [other.entry({ kind: 'arrived', related_id: other.related_id, typed_name: 'A' })])
  const closed = await t.as(other.instructor).call(contract.closeCrewSession, { params: other.params })
  expect(closed.data.roster).toMatchObject([{ badge: null }])
  expect(closed.data.revision).toBe(2)
})

test('forty entries of a queue count once, however often and from however many tablets they come, and a refused one holds back none (CRW-005, CRW-018)', async () => {
  const { related_id, instructor, admin, send, entry, rows } = at
  const arrived = entry({ kind: 'arrived', related_id, signature: SIGNED })
  const wrong = entry({ kind: 'task', task: 7, related_id })
  const forty = [
    arrived,
    wrong,
    ...Array.from({ length: 38 }, (_, index) => entry({ kind: 'task', task: index % 2, related_id })),
  ]
  const other = [
    entry({ kind: 'arrived', related_id, typed_name: 'Pat' }),
    entry({ kind: 'task', task: 0, related_id }),
    entry({ kind: 'task', task: 1, related_id }),
  ]
  const [one, again, second] = await Promise.all([
    send(instructor, forty, instructor.id),
    send(instructor, forty, instructor.id),
    send(admin, other, admin.id),
  ])
  for (const { results } of [one, again])
    expect(results.filter(({ outcome }) => outcome === 'refused')).toMatchObject([
      { id: wrong.id, code: 'crew_task_unknown' },
    ])
  expect(second.results.some(({ outcome }) => outcome === 'refused')).toBe(false)
  expect((await rows()).map(({ kind, task }) => `${kind} ${task}`).toSorted()).toEqual([
    'arrived null',
    'task 0',
    'task 1',
  ])
  expect([one, again, second].map(({ session }) => session.revision)).toContain(3)
})

test('what a device kept for somebody else is refused as a whole, entries and corrections (CRW-019, ERR-199)', async () => {
  const { related_id, instructor, admin, send, entry, rows, params } = await setUp()
  const entries = [entry({ kind: 'arrived', related_id, signature: SIGNED })]
  const refused = { status: 409, code: 'crew_other_person' }
  await expect(send(admin, entries, instructor.id)).rejects.toMatchObject(refused)
  const body = { id: randomUUID(), related_id, kind: 'arrived' as const, is_so: true, reason: 'Here', task: null }
  await expect(
    t.as(admin).call(contract.correctCrewSession, { params, body: { ...body, recorded_by: instructor.id } }),
  ).rejects.toMatchObject(refused)
  expect(await rows()).toEqual([])
  await send(instructor, entries, instructor.id)
  expect(await rows()).toMatchObject([{ recorded_by: instructor.id, proof: 'signature', signature: SIGNED }])
})

test('a correction that waited keeps its moment, which has to be possible (CRW-008, CRW-012, CRW-018)', async () => {
  const { related_id, instructor, params, rows } = await setUp()
  const correct = (values: object) =>
    t.as(instructor).call(contract.correctCrewSession, {
      params,
      body: { id: randomUUID(), related_id, kind: 'arrived', is_so: true, reason: 'Here', ...values } as never,
    })
  const ahead = new Date(Date.now() + 3_600_000).toISOString()
  await expect(correct({ at: ahead })).rejects.toMatchObject({ code: 'crew_time_wrong' })
  const moment = new Date(Date.now() - 60_000)
  await correct({ at: moment.toISOString() })
  const [row] = await rows()
  expect(row?.at).toEqual(moment)
  expect(row?.recorded_at.getTime()).toBeGreaterThan(moment.getTime())
})

test('a signature is strokes of points, stands in the record and in the file for an inspector, and goes with the names of the person (CRW-021, EVD-005, USR-011)', async () => {
  const { course, person, related_id, admin, instructor, send, entry } = await setUp()
  const bad = ['', 'x', '0000', '0000'.repeat(30), `${SIGNED}<`, SIGNED.repeat(60)]
  for (const signature of bad)
    await expect(send(instructor, [entry({ kind: 'arrived', related_id, signature })])).rejects.toMatchObject({
      status: 422,
    })
  await send(instructor, [entry({ kind: 'arrived', related_id, signature: SIGNED, typed_name: 'Pat' })])
  const show = async () => (await t.as(admin).call(contract.showHandsOn, { params: { id: related_id } })).data
  expect(await show()).toMatchObject([{ kind: 'arrived', proof: 'signature', signature: SIGNED, typed_name: null }])
  const [loaded] = await t.platform((tx) =>
    loadRecords(tx, { portal_id: course.portal.id, ids: [related_id], scope: { with_answers: true } }),
  )
  const record = loaded?.record as EvidenceRecord
  expect(record.hands_on).toMatchObject([{ proof: 'signature', signature: SIGNED }])
  await t.platform((tx) => forgetTypedNamesOf(tx, [{ portal_id: course.portal.id, user_id: person.id }]))
  expect(await show()).toMatchObject([{ kind: 'arrived', proof: 'signature', signature: null }])
})

test('an instructor’s list counts the learners assigned to them alone (CRW-001, ROL-027)', async () => {
  const { related_id, admin, instructor, course, send, entry } = await setUp()
  await send(instructor, [entry({ kind: 'arrived', related_id, signature: SIGNED })])
  const count = async (who: typeof admin) =>
    (await t.as(who).call(contract.listCrewSessions, { query: {} })).data[0]?.arrived
  expect([await count(admin), await count(instructor)]).toEqual([1, 1])
  const curator = await t.make.person('instructor', { portal: course.portal })
  await t.platform((tx) =>
    tx.updateTable('enrollments').set({ curator_id: curator.id }).where('id', '=', related_id).execute(),
  )
  expect([await count(admin), await count(instructor)]).toEqual([1, 0])
})
