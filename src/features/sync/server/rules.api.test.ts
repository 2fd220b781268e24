import { expect, test, vi } from 'vitest'
import { addTradeRuleVersion, createTradeRule } from '#features/trade-rules/contract.ts'
import { createUser } from '#features/users/contract.ts'
import { addDays, dayOf } from '#kernel/format/day.ts'
import { testApp } from '../../../../tests/api.ts'
import { LATE, LATE_TEST_MS, syncing } from '../../../../tests/sync/syncing.ts'

const t = testApp()
const sync = syncing(t)
vi.setConfig({ testTimeout: LATE_TEST_MS })
const TODAY = dayOf(new Date(), 'America/New_York')
const ago = (days: number) => addDays(TODAY, -days)

type Standing = {
  enrollment_id: number
  person: { external_id: string | null; badge_number: string | null }
  is_missing: boolean
  seat_time: { seconds: number; seconds_in_tests: number; days: object[] }
  rules: {
    kind: string
    seconds_missing: number | null
    tasks: { signed_by: object | null }[]
    identity: object | null
  }[]
}
type Meta = { next_cursor: string; has_more: boolean }

test('a system reads rules, seat time, sign-offs and identity questions of learners, and from its cursor on those that changed, also in a transaction that ends late (TRD-068, TRD-077, TRD-078)', async () => {
  const { portal, admin, course, call } = await sync.connected(10)
  await sync.untilReady(call)
  const bert = { first_name: 'Bert', last_name: 'Badge', badge_number: 'B-77' }
  await t.as(admin).call(createUser, { body: bert as never })
  await sync.learner(portal, { external_id: 'E-1' })
  for (const person of ['external:E-1', 'badge:B-77'])
    await call('POST', '/sync/enrollments', { body: { rows: [{ person, course: course.slug }] } })
  const first = { source: '15 TAC § 84.40', from_day: ago(9), course_ids: [course.id] }
  const { data: rule } = await t.as(admin).call(createTradeRule, {
    body: { ...first, kind: 'course_time', title: 'An hour', minutes: 60 },
  })
  await t.as(admin).call(addTradeRuleVersion, {
    params: { id: rule.id },
    body: { ...first, title: 'Two hours', minutes: 120, from_day: ago(2) },
  })
  await t.as(admin).call(createTradeRule, {
    body: { ...first, kind: 'hands_on', title: 'Practice', tasks: ['Don an SCBA'] },
  })

  const rules: { title: string; rule_id: number; courses: object[]; tasks: string[] }[] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page = await call('GET', `/sync/rules?per_page=2${cursor && `&cursor=${cursor}`}`)
    expect(page.status).toBe(200)
    rules.push(...(page.body.data as typeof rules))
    cursor = (page.body.meta as { next_cursor: string | null }).next_cursor
  }
  expect(rules).toMatchObject([
    { rule_id: rule.id, kind: 'course_time', title: 'An hour', minutes: 60, from_day: ago(9), is_retired: false },
    { rule_id: rule.id, title: 'Two hours', minutes: 120, from_day: ago(2), courses: [{ slug: course.slug }] },
    { kind: 'hands_on', title: 'Practice', minutes: null, tasks: ['Don an SCBA'] },
  ])

  const mirror = new Map<number, Standing>()
  let cursor = ''
  const read = async () => {
    for (;;) {
      const { status, body } = await call('GET', `/sync/rule-standings?per_page=1${cursor && `&cursor=${cursor}`}`)
      expect(status, JSON.stringify(body)).toBe(200)
      for (const row of body.data as Standing[]) mirror.set(row.enrollment_id, row)
      const { next_cursor, has_more } = body.meta as Meta
      cursor = next_cursor
      if (!has_more) return [...mirror.values()]
    }
  }
  const [one, two] = await read()
  expect([one, two]).toMatchObject([
    {
      person: { external_id: 'E-1', badge_number: null },
      is_missing: true,
      seat_time: { seconds: 0, seconds_in_tests: 0, days: [] },
      rules: [
        { kind: 'course_time', seconds_asked: 7200, seconds_counted: 0, seconds_missing: 7200 },
        { kind: 'hands_on', seconds_asked: null, tasks: [{ task: 'Don an SCBA', signed_at: null, signed_by: null }] },
      ],
    },
    { person: { external_id: null, badge_number: 'B-77' } },
  ])
  const progress = (await call('GET', '/sync/progress')).body.data as Standing[]
  expect(progress.map(({ person }) => person.badge_number)).toEqual([null, 'B-77'])

  const learners = await t.platform((tx) =>
    tx.selectFrom('enrollments').select(['id', 'user_id']).where('portal_id', '=', portal.id).orderBy('id').execute(),
  )
  const ids = learners.map(({ id }) => id)
  let end = () => {}
  const isOver = new Promise<void>((resolve) => {
    end = resolve
  })
  let isWritten = () => {}
  const written = new Promise<void>((resolve) => {
    isWritten = resolve
  })
  const timeOf = (at: number, item_type: 'Text' | 'Exam', day: string, milliseconds: number) => ({
    ...{ portal_id: portal.id, enrollment_id: ids[at] as number, course_id: course.id },
    ...{ user_id: learners[at]?.user_id as number, item_type, item_id: 1, day: day as never, milliseconds },
  })
  // Begins before the sign-off and ends after that was read.
  const late = sync.run(portal, async (tx) => {
    const values = [timeOf(0, 'Text', ago(1), 3_600_500), timeOf(0, 'Exam', TODAY, 3_599_500)]
    await tx.insertInto('seat_times').values(values).execute()
    isWritten()
    await isOver
  })
  await written
  try {
    await sync.run(portal, async (tx) => {
      const session = await tx
        .insertInto('crew_sessions')
        .values({
          ...{ portal_id: portal.id, course_id: course.id, title: 'Yard day', tasks: ['don an SCBA'] },
          ...{ opened_by: admin.id, opened_at: new Date() },
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await tx
        .insertInto('crew_entries')
        .values({
          ...{ portal_id: portal.id, session_id: session.id, enrollment_id: ids[1] as number, kind: 'task', task: 0 },
          ...{ entry_id: crypto.randomUUID(), recorded_by: admin.id, at: new Date(), recorded_at: new Date() },
        })
        .execute()
    })
    await read()
  } finally {
    end()
    await late
  }
  const signedBy = async () => {
    await read()
    return mirror.get(ids[1] as number)?.rules[1]?.tasks[0]?.signed_by ?? null
  }
  await expect.poll(signedBy, LATE).toMatchObject({ id: admin.id, name: expect.any(String) })
  const secondsOf = async () => {
    await read()
    return mirror.get(ids[0] as number)?.seat_time
  }
  await expect.poll(secondsOf, LATE).toEqual({
    seconds: 7200,
    seconds_in_tests: 3599,
    days: [
      { day: ago(1), seconds: 3600, seconds_in_tests: 0 },
      { day: TODAY, seconds: 3599, seconds_in_tests: 3599 },
    ],
  })
  expect(mirror.get(ids[0] as number)).toMatchObject({ is_missing: true, rules: [{ seconds_missing: 0 }, {}] })

  // Identity questions: of each learner what staff see.
  const { data: asking } = await t.as(admin).call(createTradeRule, {
    body: {
      ...first,
      kind: 'identity_questions',
      title: 'Who is there',
      minutes: 10,
      answer_seconds: 60,
      most_mistakes: 1,
    },
  })
  const versionId = asking.versions[0]?.id as number
  cursor = ''
  const identityOf = async (at: number) => {
    await read()
    const of = mirror.get(ids[at] as number)?.rules
    expect(of?.map(({ identity }) => identity).slice(0, 2)).toEqual([null, null])
    return of?.[2]?.identity
  }
  const nothing = { has_answers: false, asked: 0, right: 0, wrong: 0, missed: 0, is_locked: false }
  await expect.poll(() => identityOf(0), LATE).toEqual(nothing)
  await sync.run(portal, async (tx) => {
    const values = ['right', 'wrong'].map((outcome) => ({
      ...{
        portal_id: portal.id,
        enrollment_id: ids[0] as number,
        question: 'first_pet',
        item_type: 'Text',
        item_id: 1,
      },
      ...{ rule_version_id: versionId, asked_at: new Date(), expires_at: new Date(Date.now() + 60_000), outcome },
      ...{ counted_milliseconds: 0, answered_at: new Date() },
    }))
    await tx.insertInto('identity_questions').values(values).execute()
  })
  await expect.poll(() => identityOf(0), LATE).toEqual({ ...nothing, asked: 2, right: 1, wrong: 1, is_locked: true })
  // Answers are those of a person: every course of theirs is read again.
  await sync.run(portal, (tx) =>
    tx
      .insertInto('identity_answers')
      .values({
        ...{ portal_id: portal.id, user_id: learners[1]?.user_id as number, set_at: new Date() },
        ...{ questions: ['a', 'b', 'c', 'd', 'e'], answer_hashes: ['a', 'b', 'c', 'd', 'e'] },
      })
      .execute(),
  )
  await expect.poll(() => identityOf(1), LATE).toEqual({ ...nothing, has_answers: true })

  // Nothing is left to read, and another portal reads nothing of it.
  const last = await call('GET', `/sync/rule-standings?cursor=${cursor}`)
  expect(last.body).toMatchObject({ data: [], meta: { has_more: false } })
  const other = await sync.connected()
  await sync.untilReady(other.call)
  for (const path of ['/sync/rules', '/sync/rule-standings'])
    expect((await other.call('GET', path)).body.data).toEqual([])
  const token = await sync.token(other.admin, ['people:read'])
  const refused = await sync.by(token.token, other.portal)('GET', '/sync/rule-standings')
  expect([refused.status, refused.body.code]).toEqual([403, 'scope_missing'])
})

test('without a token that reads progress, and of courses without a rule, nothing is noted (TRD-078)', async () => {
  const noted = (portalId: number) =>
    t.platform((tx) =>
      tx.selectFrom('rule_standing_changes').select('enrollment_id').where('portal_id', '=', portalId).execute(),
    )
  const { portal, course, call, admin } = await sync.connected()
  const enroll = async (id: string) => {
    await sync.learner(portal, { external_id: id })
    await call('POST', '/sync/enrollments', { body: { rows: [{ person: `external:${id}`, course: course.slug }] } })
  }
  await enroll('E-1')
  expect(await noted(portal.id)).toEqual([])
  await t.as(admin).call(createTradeRule, {
    body: {
      ...{ kind: 'course_time', title: 'An hour', source: 'State', from_day: ago(1), minutes: 60 },
      course_ids: [course.id],
    },
  })
  await enroll('E-2')
  expect(await noted(portal.id)).toHaveLength(1)
  await t.platform((tx) =>
    tx
      .updateTable('portal_tokens')
      .set({ scopes: ['people:read'] })
      .where('portal_id', '=', portal.id)
      .execute(),
  )
  await t.platform((tx) =>
    tx.updateTable('enrollments').set({ items_done: 1 }).where('portal_id', '=', portal.id).execute(),
  )
  expect(await noted(portal.id)).toHaveLength(1)
})
