import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { giveStartCode, issueBadge } from '#features/badges/contract.ts'
import { eventsOf } from '#features/evidence/rules/events.ts'
import { type EvidenceRecord, loadRecords } from '#features/evidence/server/record.ts'
import { updateSettings } from '#features/portals/contract.ts'
import { headersOf, type TestPerson, testApp } from '../../../../tests/api.ts'
import { learning } from '../../../../tests/learning.ts'
import * as contract from '../contract.ts'
import { forgetTypedNamesOf } from './api.ts'

const t = testApp()
const make = learning(t)
const PIN = '804217'
let numbers = 300

const setUp = async () => {
  const learner = await make.learner([['Text']])
  const { course, person } = learner
  const at = { portal_id: course.portal.id, course_id: course.id }
  const admin = await t.make.person('portal_admin', { portal: course.portal })
  const instructor = await t.make.person('instructor', { portal: course.portal })
  await t.platform((tx) =>
    tx
      .insertInto('course_instructors')
      .values({ ...at, user_id: instructor.id })
      .execute(),
  )
  const number = `C-${++numbers}`
  await t.as(admin).call(issueBadge, { params: { id: person.id }, body: { badge_number: number } })
  const { data: code } = await t.as(admin).call(giveStartCode, { params: { id: person.id } })
  await t.request(course.portal, {
    method: 'POST',
    url: '/api/v1/badge/start',
    payload: { badge: number, start_code: code.start_code, secret: PIN, secret_confirmation: PIN },
    headers: headersOf(t.config, course.portal),
  })
  const open = { course_id: course.id, title: 'SCBA practice', place: 'North yard', tasks: ['Don', 'Doff'] }
  const { data: session } = await t.as(instructor).call(contract.openCrewSession, { body: open })
  const params = { id: session.id }
  type Sent = Partial<Parameters<typeof send>[0][number]>
  const entry = (values: object): { id: string; kind: contract.EntryKind; at: string } & Sent => ({
    id: randomUUID(),
    kind: 'arrived',
    at: new Date().toISOString(),
    ...values,
  })
  const send = async (entries: { id: string; kind: contract.EntryKind; at: string }[], who = instructor) =>
    (await t.as(who).call(contract.addCrewEntries, { params, body: { entries } as never })).data
  return { ...learner, admin, instructor, number, code, session, params, open, entry, send }
}
type SetUp = Awaited<ReturnType<typeof setUp>>

const arrive = ({ send, entry, number }: SetUp) => send([entry({ badge: number, secret: PIN })])
const outcomes = ({ results }: { results: { outcome: string; code: string | null }[] }) =>
  results.map(({ outcome, code }) => code ?? outcome)

describe('a session', () => {
  test('is opened and seen by those who grade in its course (CRW-001, CRW-002, CRW-003)', async () => {
    const at = await setUp()
    expect(at.session).toMatchObject({
      title: 'SCBA practice',
      place: 'North yard',
      tasks: ['Don', 'Doff'],
      closed_at: null,
      roster: [{ related_id: at.related_id, arrived_at: null, tasks: [] }],
    })
    const { data } = await t.as(at.admin).call(contract.listCrewSessions, { query: {} })
    expect(data).toMatchObject([{ id: at.session.id, arrived: 0, opened_by: { id: at.instructor.id } }])
    const { data: options } = await t.as(at.instructor).call(contract.showCrewOptions)
    expect(options.courses.map(({ value }) => value)).toEqual([String(at.course.id)])
    const other = await t.make.person('instructor', { portal: at.course.portal })
    expect((await t.as(other).call(contract.listCrewSessions, { query: {} })).data).toEqual([])
    const foreign = await t.make.person('portal_admin')
    for (const who of [other, foreign]) {
      const api = t.as(who)
      await expect(api.call(contract.showCrewSession, { params: at.params })).rejects.toMatchObject({ status: 404 })
      await expect(api.call(contract.closeCrewSession, { params: at.params })).rejects.toMatchObject({ status: 404 })
      await expect(at.send([at.entry({ related_id: at.related_id, typed_name: 'A' })], who)).rejects.toMatchObject({
        status: 404,
      })
      await expect(api.call(contract.openCrewSession, { body: at.open })).rejects.toMatchObject({ status: 404 })
    }
    const classmate = await t.make.person('learner', { portal: at.course.portal })
    await expect(t.as(classmate).call(contract.showCrewSession, { params: at.params })).rejects.toMatchObject({
      status: 403,
    })
  })

  test('changes after its closing only by corrections with a reason, and nothing is ever changed or deleted (CRW-011, CRW-012, CRW-013, ERR-192)', async () => {
    const at = await setUp()
    await arrive(at)
    await at.send([at.entry({ kind: 'task', task: 0, related_id: at.related_id })])
    const close = () => t.as(at.instructor).call(contract.closeCrewSession, { params: at.params })
    const { data: closed } = await close()
    expect((await close()).data.closed_at).toEqual(closed.closed_at)
    expect(outcomes(await at.send([at.entry({ kind: 'left', related_id: at.related_id })]))).toEqual([
      'crew_session_closed',
    ])
    const correct = async (values: object) =>
      (
        await t.as(at.admin).call(contract.correctCrewSession, {
          params: at.params,
          body: {
            id: randomUUID(),
            related_id: at.related_id,
            kind: 'task',
            task: 0,
            is_so: false,
            ...values,
          } as never,
        })
      ).data
    await expect(correct({ reason: '' })).rejects.toMatchObject({ status: 422 })
    const id = randomUUID()
    const [one] = await Promise.all([correct({ id, reason: 'Wrong person' }), correct({ id, reason: 'Wrong person' })])
    expect(one).toMatchObject({
      roster: [{ tasks: [] }],
      corrections: [{ kind: 'task', task: 0, is_so: false, reason: 'Wrong person', by: { id: at.admin.id } }],
    })
    const again = await correct({ is_so: true, reason: 'It was her after all' })
    expect(again.corrections).toHaveLength(2)
    expect(again.roster[0]?.tasks).toMatchObject([{ task: 0 }])
    await expect(correct({ task: 5, is_so: true, reason: 'No such' })).rejects.toMatchObject({ status: 422 })
    for (const statement of [
      sql`update crew_entries set is_so = true`,
      sql`delete from crew_entries`,
      sql`update crew_sessions set tasks = '{}'`,
      sql`delete from crew_sessions`,
    ])
      await expect(t.platform((tx) => statement.execute(tx))).rejects.toMatchObject({ code: '42501' })
    const log = await t.platform((tx) =>
      tx
        .selectFrom('activity_logs')
        .select('action')
        .where('portal_id', '=', at.course.portal.id)
        .where('action', 'like', 'crew-session.%')
        .orderBy('id')
        .execute(),
    )
    expect(log.map(({ action }) => action.split('.')[1])).toEqual(['open', 'close', 'correct', 'correct'])
  })
})

describe('the record of an enrollment', () => {
  test('has arrivals, sign-offs and corrections with who made them, for those who grade the learner and in the file for an inspector (CRW-016, EVD-005, EVD-006)', async () => {
    const at = await setUp()
    const { related_id } = at
    await at.send([
      at.entry({ related_id, typed_name: 'Pat P.' }),
      at.entry({ kind: 'task', task: 0, related_id }),
      at.entry({ kind: 'left', related_id }),
    ])
    const body = { id: randomUUID(), related_id, kind: 'task' as const, task: 0, is_so: false, reason: 'Wrong person' }
    await t.as(at.admin).call(contract.correctCrewSession, { params: at.params, body })
    const said = { session: 'SCBA practice', place: 'North yard', session_id: at.session.id }
    const expected = [
      { ...said, kind: 'arrived', task: null, is_so: true, proof: 'name', typed_name: 'Pat P.', reason: null },
      { ...said, kind: 'task', task: 'Don', is_so: true },
      { ...said, kind: 'left', is_so: true },
      { ...said, kind: 'task', task: 'Don', is_so: false, reason: 'Wrong person' },
    ]
    const { instructor } = at
    const show = (who: TestPerson) => t.as(who).call(contract.showHandsOn, { params: { id: related_id } })
    for (const who of [at.admin, instructor]) {
      const { data } = await show(who)
      expect(data).toMatchObject(expected)
      expect(data.map(({ by }) => by?.id)).toEqual([...Array(3).fill(instructor.id), at.admin.id])
    }
    const other = await t.make.person('instructor', { portal: at.course.portal })
    for (const who of [other, await t.make.person('portal_admin')])
      await expect(show(who)).rejects.toMatchObject({ status: 404 })
    const classmate = await t.make.person('learner', { portal: at.course.portal })
    await expect(show(classmate)).rejects.toMatchObject({ status: 403 })

    const [loaded] = await t.platform((tx) =>
      loadRecords(tx, { portal_id: at.course.portal.id, ids: [related_id], scope: { with_answers: true } }),
    )
    const record = loaded?.record as EvidenceRecord
    expect(record.hands_on).toMatchObject(expected.map(({ is_so, ...entry }) => ({ ...entry, is_taken_back: !is_so })))
    const events = eventsOf(record).filter(({ kind }) => kind.startsWith('hands_on'))
    expect(events.map(({ text }) => text)).toEqual([
      'Arrived for hands-on training (SCBA practice, North yard), by typed name “Pat P.”',
      'Hands-on task signed off: Don (SCBA practice, North yard)',
      'Left hands-on training (SCBA practice, North yard)',
      'Correction, taken back: Hands-on task signed off: Don (SCBA practice, North yard). Reason: Wrong person',
    ])
    expect(events.every(({ by }) => by !== null)).toBe(true)
  })

  test('keeps no typed name of somebody whose names are forgotten, and everything else (CRW-016, USR-011)', async () => {
    const at = await setUp()
    await at.send([at.entry({ related_id: at.related_id, typed_name: 'Pat P.' })])
    const of = { portal_id: at.course.portal.id, user_id: at.person.id }
    await t.platform((tx) => forgetTypedNamesOf(tx, [of]))
    const { data } = await t.as(at.admin).call(contract.showHandsOn, { params: { id: at.related_id } })
    expect(data).toMatchObject([{ kind: 'arrived', proof: 'name', typed_name: null }])
  })
})

describe('entries', () => {
  test('by badge and PIN record an arrival once, also when they are sent twice at once (CRW-005, CRW-006, CRW-007)', async () => {
    const at = await setUp()
    const entry = at.entry({ badge: at.number.toLowerCase(), secret: PIN })
    const both = await Promise.all([at.send([entry]), at.send([entry])])
    expect(both.flatMap(outcomes).toSorted()).toEqual(['already', 'recorded'])
    expect(outcomes(await arrive(at))).toEqual(['already'])
    // What was recorded needs no PIN again.
    expect(outcomes(await at.send([{ ...entry, secret: 'another' } as never]))).toEqual(['already'])
    const { session } = await at.send([at.entry({ related_id: at.related_id, typed_name: 'Again' })])
    expect(session).toMatchObject({ arrived: 1, roster: [{ proof: 'badge', related_id: at.related_id }] })
    const rows = await t.platform((tx) =>
      tx.selectFrom('crew_entries').select('id').where('session_id', '=', at.session.id).execute(),
    )
    expect(rows).toHaveLength(1)
  })

  test('with a wrong PIN are refused as at the sign-in, and the tries count (CRW-006)', async () => {
    const at = await setUp()
    const wrong = () => at.send([at.entry({ badge: at.number, secret: '111222' })])
    for (let tries = 0; tries < 5; tries++) expect(outcomes(await wrong())).toEqual(['badge_incorrect'])
    expect(outcomes(await arrive(at))).toEqual(['too_many_requests'])
    const tries = await t.platform((tx) =>
      tx.selectFrom('badge_wrong_tries').select(['device', 'wrong']).where('user_id', '=', at.person.id).execute(),
    )
    // They are those of the person who leads, and lock nobody out elsewhere (BDG-018).
    expect(tries).toEqual([{ device: `crew ${at.instructor.id}`, wrong: 5 }])
    await expect(
      at.send([at.entry({ badge: at.number, secret: PIN }), at.entry({ badge: at.number, secret: PIN })]),
    ).rejects.toMatchObject({ status: 422 })
  })

  test('by badge are refused where the portal takes none, and a typed name counts (BDG-037, CRW-006, ERR-214)', async () => {
    const at = await setUp()
    await t.as(at.admin).call(updateSettings, { body: { has_badges: false } })
    expect(outcomes(await arrive(at))).toEqual(['badges_off'])
    const named = at.entry({ related_id: at.related_id, typed_name: 'Ana Ames' })
    expect(outcomes(await at.send([named]))).toEqual(['recorded'])
  })

  test('of one call are judged one by one, with name, time, person and task (CRW-004, CRW-006, CRW-008, CRW-009, CRW-010, ERR-193, ERR-194, ERR-195, ERR-196)', async () => {
    const at = await setUp()
    const { related_id } = at
    const ahead = new Date(Date.now() + 3_600_000).toISOString()
    const answer = await at.send([
      at.entry({ kind: 'task', task: 0, related_id }),
      at.entry({ related_id }),
      at.entry({ related_id, typed_name: 'Ana Ames', at: ahead }),
      at.entry({ related_id: related_id + 100_000, typed_name: 'Nobody' }),
      at.entry({ related_id, typed_name: 'Ana Ames' }),
      at.entry({ kind: 'task', task: 1, related_id }),
      at.entry({ kind: 'task', task: 2, related_id }),
      at.entry({ kind: 'left', related_id }),
    ])
    expect(outcomes(answer)).toEqual([
      'crew_not_arrived',
      'invalid',
      'crew_time_wrong',
      'crew_not_enrolled',
      'recorded',
      'recorded',
      'crew_task_unknown',
      'recorded',
    ])
    expect(answer.results[0]?.text).toBe(
      'This person has not checked in to the session. Nothing was recorded. Check them in first.',
    )
    expect(answer.session.roster).toMatchObject([
      { proof: 'name', left_at: expect.any(String), tasks: [{ task: 1, by: { id: at.instructor.id } }] },
    ])
    const row = await t.platform((tx) =>
      tx
        .selectFrom('crew_entries')
        .select('typed_name')
        .where('session_id', '=', at.session.id)
        .where('kind', '=', 'arrived')
        .executeTakeFirstOrThrow(),
    )
    expect(row.typed_name).toBe('Ana Ames')
  })
})
