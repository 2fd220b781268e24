import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, test } from 'vitest'
import { listLearnerModules } from '#features/progress/contract.ts'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { multiSco, type PackageSpec, scorm2004, singleSco } from '../../../../tests/scorm-packages.ts'
import { scormPlay } from '../../../../tests/scorm-play.ts'
import type { ServerSettings } from '../../../../tests/scorm-server-child.ts'
import { scormModules } from '../../outline/contract.ts'
import { finishScormModule, startScormModule, updateScormModule } from '../contract.ts'

const clock = { shift: 0 }
const t = testApp({ now: () => new Date(Date.now() + clock.shift) })
const play = scormPlay(t)
const NOT_FOUND = { status: 404, code: 'not_found' }
const REFUSED = { status: 403, code: 'not_enough_permissions' }

type Made = Awaited<ReturnType<typeof play.aModule>>

/** Two parts without prerequisites, so that each can be opened at any time. */
const twoParts: PackageSpec = {
  title: 'Two Parts',
  items: [
    { identifier: 'one', title: 'One', page: 'one.html' },
    { identifier: 'two', title: 'Two', page: 'two.html' },
  ],
}

const outlineOf = async ({ learner, course, related_id }: Made) =>
  t.as(learner).call(listLearnerModules, { params: { slug: course.slug }, query: { related_id } })
/** The status of the module as the learner's outline shows it. */
const statusOf = async (made: Made) => (await outlineOf(made)).data[0]?.status

/** What is kept of an attempt, read behind the wall. */
const keptOf = (attemptId: number | null) =>
  t.platform(async (tx) => {
    const attempt = await tx
      .selectFrom('scorm_attempts')
      .select(['launch', 'last_launch', 'seq', 'result', 'total_time', 'current_item'])
      .where('id', '=', attemptId ?? 0)
      .executeTakeFirstOrThrow()
    const scos = await tx
      .selectFrom('scorm_sco_states')
      .select(['sco', 'cmi', 'suspend_data', 'status', 'result', 'total_time', 'is_open'])
      .where('attempt_id', '=', attemptId ?? 0)
      .orderBy('sco')
      .execute()
    const journal = await tx
      .selectFrom('scorm_commits')
      .select(['launch', 'seq', 'event', 'cmi'])
      .where('attempt_id', '=', attemptId ?? 0)
      .orderBy('launch')
      .orderBy('seq')
      .execute()
    return { attempt, scos, journal }
  })
const detailsOf = (progressId: number | undefined) =>
  t.platform(
    async (tx) =>
      (
        await tx
          .selectFrom('course_user_progress')
          .select('details')
          .where('id', '=', progressId ?? 0)
          .executeTakeFirstOrThrow()
      ).details,
  )

/** Sends messages the way the learner's own page does. */
const put = (
  { learner, module_id }: Pick<Made, 'learner' | 'module_id'>,
  started: Awaited<ReturnType<typeof play.start>>,
  commits: ReturnType<typeof started.next>[],
  launch = started.launch,
) =>
  t.as(learner).call(updateScormModule, {
    params: { id: module_id },
    body: {
      progress_id: started.course_user_progress?.id ?? 0,
      details: { attempt_id: started.attempt_id ?? 0, launch, commits },
    },
  })

const end = (made: Made, change: Record<string, unknown>) =>
  t.platform((tx) => tx.updateTable('enrollments').set(change).where('id', '=', made.related_id).execute())

describe('starting a module (SCO-001, SCO-022, SCO-023)', () => {
  test('the answer holds the module, what the player needs, and the item is in progress (SCO-007, LRN-013)', async () => {
    const made = await play.aModule(multiSco())
    const started = await play.start(made)
    expect(started).toMatchObject({
      id: made.module_id,
      title: 'Safety at Work',
      slug: 'safety-at-work',
      scorm_id: made.scorm.id,
      entry: 'content/intro.html',
      error: null,
      version: '1.2',
      student_id: String(made.learner.id),
      is_kept: true,
      launch: 1,
      course_user_progress: { status: 1 },
      content_origin: `http://content.${made.learner.portal.slug}.localhost:3000`,
    })
    expect(started.outline.map(({ identifier, is_locked }) => [identifier, is_locked])).toEqual([
      ['intro', false],
      ['fire', true],
      ['test', true],
      ['sheet', false],
    ])
    expect(await statusOf(made)).toBe(1)
    expect((await outlineOf(made)).meta.continue_item).toMatchObject({ itemable_id: made.module_id })
    expect((await play.start(made)).launch).toBe(2)
  })

  test('the page that asks may embed the player, and no other origin that somebody names (SCO-016)', async () => {
    const made = await play.aModule(singleSco())
    const origin = async (headers: Record<string, string>) => {
      const answer = await t.request(made.learner, {
        method: 'POST',
        url: `/api/v1/learner/scorm-modules/${made.module_id}/start`,
        payload: { related_id: made.related_id },
        headers,
      })
      return answer.json().data.content_origin
    }
    const { host } = made.learner.portal
    expect(await origin({ origin: `http://${host}` })).toBe(`http://content.${host}`)
    for (const foreign of ['https://evil.example.com', `https://${host}`, 'null'])
      expect(await origin({ origin: foreign })).toBe(`http://content.${host}:3000`)
  })

  test('foreign learners get 404, other roles 403, a learner without access 403 (LRN-010, LRN-048, ERR-058)', async () => {
    const made = await play.aModule(singleSco())
    const other = await play.aModule(singleSco())
    const start = (who: TestPerson, id = made.module_id, related_id = made.related_id) =>
      t.as(who).call(startScormModule, { params: { id }, body: { related_id } })
    const colleague = await t.make.person('learner', { portal: made.learner.portal })
    await expect(start(colleague)).rejects.toMatchObject(NOT_FOUND)
    await expect(start(other.learner)).rejects.toMatchObject(NOT_FOUND)
    await expect(start(made.learner, other.module_id)).rejects.toMatchObject(NOT_FOUND)
    await expect(start(made.author)).rejects.toMatchObject({ status: 403, code: 'learner_only' })
    await end(made, { expires_at: new Date(Date.now() - 1000) })
    await expect(start(made.learner)).rejects.toMatchObject(REFUSED)
    await end(made, { expires_at: new Date('2100-01-01'), ended_at: new Date() })
    await expect(start(made.learner)).rejects.toMatchObject(NOT_FOUND)
  })

  test('a package that cannot be played cannot be started, with its own error (SCO-004, SCO-015, ERR-059)', async () => {
    const made = await play.aModule(scorm2004())
    const start = () =>
      t
        .as(made.learner)
        .call(startScormModule, { params: { id: made.module_id }, body: { related_id: made.related_id } })
    await expect(start()).rejects.toMatchObject({
      status: 422,
      code: 'version_not_implemented',
      message: 'Version 2004 3rd Edition is not implemented',
    })
    const change = (scorm_id: number | null) =>
      t.as(made.author).call(scormModules.update, {
        params: { courseId: made.course.id, id: made.item.id },
        body: { scorm_id },
      })
    await change(null)
    await expect(start()).rejects.toMatchObject({ status: 422, message: 'This module has no package yet.' })
    expect(await statusOf(made)).toBe(4)
  })

  test('in a sequential course the module opens when it is its turn (LRN-027)', async () => {
    const made = await play.aModule(singleSco())
    const params = { courseId: made.course.id }
    const { data: second } = await t.as(made.author).call(scormModules.create, {
      params,
      body: { title: 'Second', scorm_id: made.scorm.id },
    })
    await t.platform((tx) =>
      tx.updateTable('courses').set({ is_sequential: true }).where('id', '=', made.course.id).execute(),
    )
    const later = { ...made, module_id: second.itemable_id }
    await expect(play.start(later)).rejects.toMatchObject(REFUSED)
    const player = await play.start(made)
    await player.send([player.next('golf', 'begin'), player.next('golf', 'finish', { 'cmi.core.score.raw': '90' })])
    expect((await play.start(later)).launch).toBe(1)
  })
})

describe('what the content reports (SCO-002, SCO-003, SCO-014)', () => {
  test('place, notes, score and time are kept and given back at the next start', async () => {
    const made = await play.aModule(singleSco())
    const first = await play.start(made)
    const before = await first.state()
    expect(before).toMatchObject({
      seq: 0,
      is_superseded: false,
      item: { identifier: 'golf', kind: 'sco', href: 'content/golf.html' },
    })
    expect(before.cmi).toMatchObject({
      'cmi.core.student_id': String(made.learner.id),
      'cmi.core.student_name': expect.stringMatching(/^Person\d+, Pat$/),
      'cmi.core.entry': 'ab-initio',
      'cmi.core.lesson_status': 'not attempted',
      'cmi.core.credit': 'credit',
      'cmi.core.lesson_mode': 'normal',
      'cmi.student_data.mastery_score': '80',
    })
    const suspend = `{"page":3,"odd":"\u0000\ud800","long":"${'x'.repeat(50_000)}"}`
    const answer = await first.send([
      first.next('golf', 'begin'),
      first.next('golf', 'data', {
        'cmi.core.lesson_location': 'hole-7',
        'cmi.suspend_data': suspend,
        'cmi.core.score.raw': '70',
        'cmi.core.lesson_status': 'incomplete',
        'cmi.core.session_time': '00:01:30',
      }),
    ])
    expect(answer).toMatchObject({ ack: 2, status: 1, result: 'unknown', refused: [], is_superseded: false })
    expect(await detailsOf(first.course_user_progress?.id)).toMatchObject({
      'cmi.core.lesson_location': 'hole-7',
      'cmi.core.score.raw': '70',
      'cmi.core.lesson_status': 'incomplete',
    })
    const second = await play.start(made)
    const { cmi, seq } = await second.state()
    expect(seq).toBe(0)
    expect(cmi).toMatchObject({
      'cmi.core.entry': 'resume',
      'cmi.core.lesson_location': 'hole-7',
      'cmi.suspend_data': suspend,
      'cmi.core.score.raw': '70',
      'cmi.core.total_time': '00:01:30',
    })
    const { attempt, journal } = await keptOf(first.attempt_id)
    expect(attempt).toMatchObject({ launch: 1, last_launch: 2, seq: 2, current_item: 'golf' })
    expect(journal.map(({ seq, event }) => [seq, event])).toEqual([
      [1, 'begin'],
      [2, 'data'],
    ])
    expect(journal[1]?.cmi).toMatchObject({ 'cmi.suspend_data': `${suspend.length} characters` })
  })

  test('times of several visits add up, also of those that were never finished', async () => {
    const made = await play.aModule(singleSco())
    for (const event of ['finish', 'data'] as const) {
      const visit = await play.start(made)
      const time = { 'cmi.core.session_time': '00:10:00.5', 'cmi.core.exit': 'suspend' }
      await visit.send([visit.next('golf', 'begin'), visit.next('golf', event, time)])
    }
    const third = await play.start(made)
    expect((await third.state()).cmi['cmi.core.total_time']).toBe('00:20:01')
    await third.send([third.next('golf', 'begin')])
    expect((await keptOf(third.attempt_id)).attempt.total_time).toBe(120_100)
  })

  test('messages sent again are applied once, and those that come late do not go back', async () => {
    const made = await play.aModule(singleSco())
    const player = await play.start(made)
    const begin = player.next('golf', 'begin')
    const one = player.next('golf', 'data', { 'cmi.core.lesson_location': '1', 'cmi.core.session_time': '00:01:00' })
    const two = player.next('golf', 'data', { 'cmi.core.lesson_location': '2' })
    const done = player.next('golf', 'finish', { 'cmi.core.exit': 'suspend' })
    expect((await player.send([begin, one, two])).ack).toBe(3)
    expect((await player.send([one, two])).ack).toBe(3)
    expect((await player.send([done, two, one])).ack).toBe(4)
    expect((await player.send([begin, one, two, done])).ack).toBe(4)
    expect((await player.send([])).ack).toBe(4)
    const { attempt, scos, journal } = await keptOf(player.attempt_id)
    expect(attempt).toMatchObject({ seq: 4, total_time: 6000 })
    expect(scos[0]).toMatchObject({ is_open: false, cmi: { 'cmi.core.lesson_location': '2' } })
    expect(journal.map(({ seq }) => seq)).toEqual([1, 2, 3, 4])
  })

  test('a message that was lost is missed by nothing that comes after it', async () => {
    const made = await play.aModule(singleSco())
    const player = await play.start(made)
    const begin = player.next('golf', 'begin')
    player.next('golf', 'data', { 'cmi.core.lesson_location': 'lost' })
    const later = player.next('golf', 'data', { 'cmi.core.score.raw': '90', 'cmi.core.lesson_status': 'completed' })
    expect((await player.send([begin, later])).status).toBe(2)
    expect((await keptOf(player.attempt_id)).scos[0]?.cmi).toEqual({
      'cmi.core.score.raw': '90',
      'cmi.core.lesson_status': 'completed',
    })
  })

  test('the page of the learner sends the same messages over its own session, mixed with those of the player', async () => {
    const made = await play.aModule(singleSco())
    const player = await play.start(made)
    const [begin, one, two] = [
      player.next('golf', 'begin'),
      player.next('golf', 'data', { 'cmi.core.lesson_location': '1' }),
      player.next('golf', 'data', { 'cmi.suspend_data': 'two' }),
    ]
    expect((await put(made, player, [begin, one])).data).toMatchObject({ ack: 2, status: 1 })
    expect((await player.send([one, two])).ack).toBe(3)
    expect((await put(made, player, [two])).data.ack).toBe(3)
    expect((await keptOf(player.attempt_id)).journal).toHaveLength(3)
  })

  test('what content may not set is left out and named, everything else of the message is kept', async () => {
    const made = await play.aModule(singleSco())
    const player = await play.start(made)
    const answer = await player.send([
      player.next('golf', 'begin'),
      player.next('golf', 'data', {
        'cmi.core.lesson_location': 'x'.repeat(256),
        'cmi.core.score.raw': '999',
        'cmi.core.student_name': 'Somebody Else',
        'cmi.nonsense': '1',
        'cmi.comments': 'kept',
        'cmi.interactions.0.id': 7,
      }),
      player.next('unknown item', 'data', { 'cmi.comments': 'nowhere' }),
    ])
    expect(answer.ack).toBe(3)
    expect(answer.refused.map(({ key }: { key: string }) => key).toSorted()).toEqual([
      'cmi.core.lesson_location',
      'cmi.core.score.raw',
      'cmi.interactions.0.id',
      'cmi.nonsense',
    ])
    expect((await keptOf(player.attempt_id)).scos.map(({ sco, cmi }) => [sco, cmi])).toEqual([
      ['golf', { 'cmi.comments': 'kept' }],
    ])
  })

  test('the journal cannot be changed', async () => {
    const made = await play.aModule(singleSco())
    const player = await play.start(made)
    await player.send([player.next('golf', 'begin')])
    const change = t.app.db.withPortal(made.learner.portal.id, (tx) =>
      tx.updateTable('scorm_commits').set({ sco: 'x' }).execute(),
    )
    await expect(change).rejects.toMatchObject({ code: '42501' })
    const remove = t.app.db.withPortal(made.learner.portal.id, (tx) => tx.deleteFrom('scorm_commits').execute())
    await expect(remove).rejects.toMatchObject({ code: '42501' })
  })
})

describe('the result (SCO-009, SCO-010, SCO-011, SCO-026)', () => {
  test.each<[string, [string, Record<string, string>][], number, string]>([
    [
      'passed in any message',
      [['data', { 'cmi.core.lesson_status': 'passed', 'cmi.core.score.raw': '80' }]],
      2,
      'passed',
    ],
    ['completed', [['data', { 'cmi.core.lesson_status': 'completed' }]], 2, 'passed'],
    ['failed', [['data', { 'cmi.core.lesson_status': 'failed' }]], 3, 'failed'],
    ['incomplete', [['finish', { 'cmi.core.lesson_status': 'incomplete' }]], 1, 'unknown'],
    ['browsed', [['finish', { 'cmi.core.lesson_status': 'browsed' }]], 1, 'unknown'],
    ['nothing but LMSFinish', [['finish', {}]], 2, 'passed'],
    ['a score at the mastery score', [['finish', { 'cmi.core.score.raw': '80' }]], 2, 'passed'],
    [
      'a score below it, although it says passed',
      [['finish', { 'cmi.core.score.raw': '79', 'cmi.core.lesson_status': 'passed' }]],
      3,
      'failed',
    ],
    [
      'a score below it that is suspended',
      [['finish', { 'cmi.core.score.raw': '10', 'cmi.core.exit': 'suspend' }]],
      1,
      'unknown',
    ],
    [
      'a score now and the status later',
      [
        ['data', { 'cmi.core.score.raw': '95' }],
        ['finish', {}],
      ],
      2,
      'passed',
    ],
  ])('%s', async (_, messages, status, result) => {
    const made = await play.aModule(singleSco())
    const player = await play.start(made)
    const begin = player.next('golf', 'begin')
    const commits = messages.map(([event, cmi]) => player.next('golf', event as 'data', cmi))
    const answer = await player.send([begin, ...commits])
    expect(answer).toMatchObject({ status, result })
    expect(await statusOf(made)).toBe(status)
  })

  test('a success is never lowered, and a failure can become a success (LRN-032)', async () => {
    const made = await play.aModule(singleSco())
    const first = await play.start(made)
    await first.send([
      first.next('golf', 'begin'),
      first.next('golf', 'finish', { 'cmi.core.lesson_status': 'failed' }),
    ])
    expect(await statusOf(made)).toBe(3)
    const second = await play.start(made)
    expect(second.course_user_progress?.status).toBe(3)
    const passed = { 'cmi.core.lesson_status': 'passed', 'cmi.core.score.raw': '100' }
    await second.send([second.next('golf', 'begin'), second.next('golf', 'finish', passed)])
    expect(await statusOf(made)).toBe(2)
  })

  test('a package with several parts is failed by one, passed by all, and otherwise open (SCO-027)', async () => {
    const made = await play.aModule(twoParts)
    const player = await play.start(made)
    const part = (sco: string, status: string) => [
      player.next(sco, 'begin'),
      player.next(sco, 'finish', { 'cmi.core.lesson_status': status }),
    ]
    expect(await player.send(part('one', 'completed'))).toMatchObject({ status: 1, result: 'unknown' })
    const failed = await player.send(part('two', 'failed'))
    expect(failed).toMatchObject({ status: 3, result: 'failed' })
    expect(failed.outline.map(({ status }: { status: string }) => status)).toEqual(['completed', 'failed'])
    expect(await player.send(part('two', 'passed'))).toMatchObject({ status: 2, result: 'passed' })
    const unchanged = await player.send([player.next('two', 'data', { 'cmi.comments': 'more' })])
    expect(unchanged.outline).toBeNull()
  })

  test('parts open by their prerequisites, for the player as well (SCO-027)', async () => {
    const made = await play.aModule(multiSco())
    const player = await play.start(made)
    expect((await player.call('GET', 'state?item=fire')).statusCode).toBe(423)
    expect((await player.call('GET', 'state?item=nothing')).statusCode).toBe(404)
    await player.send([player.next('intro', 'begin'), player.next('intro', 'finish', {})])
    expect((await player.state('fire')).cmi['cmi.student_data.max_time_allowed']).toBe('00:30:00')
    expect((await player.state('intro')).cmi['cmi.launch_data']).toBe('chapter=1;mode=<fast>')
  })

  test('a finish call is only believed as far as the kept data go (SCO-009, SCO-010)', async () => {
    const made = await play.aModule(singleSco())
    const finish = async (status: string) =>
      (
        await t.as(made.learner).call(finishScormModule, {
          params: { id: made.module_id },
          body: { related_id: made.related_id, status },
        })
      ).data
    expect(await finish('passed')).toEqual({ progress_id: null, status: 4, result: 'unknown' })
    const player = await play.start(made)
    expect(await finish('passed')).toMatchObject({ status: 1, result: 'unknown' })
    await player.send([
      player.next('golf', 'begin'),
      player.next('golf', 'data', { 'cmi.core.lesson_status': 'failed' }),
    ])
    expect(await finish('passed')).toMatchObject({ status: 3, result: 'failed' })
    await player.send([player.next('golf', 'data', { 'cmi.core.lesson_status': 'passed', 'cmi.core.score.raw': '90' })])
    expect(await finish('failed')).toMatchObject({ status: 2, result: 'passed' })
    expect(await finish('unknown')).toMatchObject({ status: 2, result: 'passed' })
    const stranger = await t.make.person('learner', { portal: made.learner.portal })
    await expect(
      t.as(stranger).call(finishScormModule, {
        params: { id: made.module_id },
        body: { related_id: made.related_id, status: 'passed' },
      }),
    ).rejects.toMatchObject(NOT_FOUND)
  })

  test('the finish call settles what an interrupted step has left open (SCO-009)', async () => {
    const made = await play.aModule(singleSco())
    const player = await play.start(made)
    await player.send([player.next('golf', 'begin'), player.next('golf', 'finish', { 'cmi.core.score.raw': '99' })])
    const progress = { id: player.course_user_progress?.id ?? 0 }
    await t.platform((tx) =>
      tx.updateTable('course_user_progress').set({ status: 1 }).where('id', '=', progress.id).execute(),
    )
    const finish = (status: string) =>
      t.as(made.learner).call(finishScormModule, {
        params: { id: made.module_id },
        body: { related_id: made.related_id, status },
      })
    await end(made, { completed_at: null, access: 'active', status: 1 })
    expect((await finish('incomplete')).data.status).toBe(1)
    expect((await finish('completed')).data.status).toBe(2)
  })

  test('the learner hears of a new status wherever the course is open (RTM-001, RTM-004)', async () => {
    const made = await play.aModule(singleSco())
    const player = await play.start(made)
    const { until } = await play.listenTo(made.learner)
    await player.send([player.next('golf', 'begin'), player.next('golf', 'finish', { 'cmi.core.score.raw': '99' })])
    const events = await until(({ event }) => event === 'progress.updated')
    expect(events[0]?.data).toMatchObject({
      related_id: made.related_id,
      item_type: 'ScormModule',
      item_id: made.module_id,
      status: 2,
    })
  })
})

describe('two windows, and what arrives after its time', () => {
  test('the newer start counts from its first message; the older changes nothing any more but can still pass', async () => {
    const made = await play.aModule(singleSco())
    const [one, two] = [await play.start(made), await play.start(made)]
    const place = (text: string) => ({ 'cmi.core.lesson_location': text })
    expect(await one.send([one.next('golf', 'begin'), one.next('golf', 'data', place('one'))])).toMatchObject({
      is_superseded: false,
    })
    expect((await two.state()).is_superseded).toBe(false)
    await two.send([two.next('golf', 'begin'), two.next('golf', 'data', place('two'))])
    const late = await one.send([one.next('golf', 'data', { ...place('late'), 'cmi.core.score.raw': '5' })])
    expect(late).toMatchObject({ ack: 3, is_superseded: true, status: 1 })
    expect((await one.state()).is_superseded).toBe(true)
    expect((await keptOf(one.attempt_id)).scos[0]?.cmi).toEqual(place('two'))
    const passed = { 'cmi.core.lesson_status': 'passed', 'cmi.core.score.raw': '100' }
    expect(await one.send([one.next('golf', 'data', passed)])).toMatchObject({ status: 2, result: 'passed' })
    expect((await keptOf(one.attempt_id)).scos[0]?.cmi).toEqual(place('two'))
  })

  test('what a start has left behind still counts while the next one has said nothing', async () => {
    const made = await play.aModule(singleSco())
    const first = await play.start(made)
    const begin = first.next('golf', 'begin')
    await first.send([begin])
    const left = first.next('golf', 'data', { 'cmi.suspend_data': 'left behind' })
    const second = await play.start(made)
    await put(made, first, [left])
    expect((await second.state()).cmi['cmi.suspend_data']).toBe('left behind')
  })

  test('many messages at once of one start leave a state as if they had come in order', async () => {
    const made = await play.aModule(singleSco())
    const player = await play.start(made)
    const begin = player.next('golf', 'begin')
    const commits = Array.from({ length: 20 }, (_, at) =>
      player.next('golf', 'data', { 'cmi.suspend_data': String(at), [`cmi.objectives.${at}.id`]: `o${at}` }),
    )
    const all = [begin, ...commits]
    await Promise.all([player.send(all), player.send(all), put(made, player, all), player.send(all.slice(0, 10))])
    const { attempt, scos, journal } = await keptOf(player.attempt_id)
    expect(attempt.seq).toBe(21)
    expect(scos[0]?.suspend_data).toBe('19')
    expect(scos[0]?.cmi).toMatchObject({
      'cmi.objectives.0.id': 'o0',
      'cmi.objectives.19.id': 'o19',
    })
    expect(journal).toHaveLength(21)
  })

  test('messages and starts at once do not lock each other out', async () => {
    const made = await play.aModule(singleSco())
    const player = await play.start(made)
    const work = Array.from({ length: 12 }, (_, at) =>
      at % 3 === 0
        ? play.start(made)
        : player.send([player.next('golf', 'data', { 'cmi.core.lesson_location': String(at) })]),
    )
    const outcomes = await Promise.allSettled(work)
    expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([])
    expect((await keptOf(player.attempt_id)).attempt.last_launch).toBe(5)
  })

  test('a start that was never made is refused', async () => {
    const made = await play.aModule(singleSco())
    const player = await play.start(made)
    for (const launch of [0, 2, 99])
      await expect(put(made, player, [player.next('golf', 'begin')], launch)).rejects.toMatchObject({ status: 422 })
  })

  test('another package of the module begins a new attempt; the item keeps what it has reached', async () => {
    const made = await play.aModule(singleSco())
    const first = await play.start(made)
    await first.send([first.next('golf', 'begin'), first.next('golf', 'finish', { 'cmi.core.score.raw': '90' })])
    const other = await play.aPackage(made.author, twoParts)
    await t.as(made.author).call(scormModules.update, {
      params: { courseId: made.course.id, id: made.item.id },
      body: { scorm_id: other.id },
    })
    await end(made, { completed_at: null, access: 'active', status: 1 })
    const second = await play.start(made)
    expect(second).toMatchObject({ scorm_id: other.id, launch: 1, course_user_progress: { status: 2 } })
    expect(second.attempt_id).not.toBe(first.attempt_id)
    expect((await second.state()).cmi['cmi.core.entry']).toBe('ab-initio')
  })
})

describe('a process that is killed (SCO-014)', () => {
  test('between two messages nothing is lost and nothing counts twice', async () => {
    const made = await play.aModule(singleSco())
    const player = await play.start(made)
    const { options } = t.app.db.pool
    const settings: ServerSettings = {
      database: { ...options, password: options.password } as never,
      secret: t.config.secret,
      data_dir: t.config.data_dir,
    }
    const child = spawn(process.execPath, ['tests/scorm-server-child.ts', JSON.stringify(settings)], {
      cwd: t.config.root,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [line] = (await once(child.stdout, 'data')) as [Buffer]
    const port = Number(String(line))
    const { host, pathname } = new URL(player.scorm_link)
    const send = (commits: ReturnType<typeof player.next>[]) =>
      play.request(
        'POST',
        pathname.replace(/player$/, 'commit'),
        { host, 'content-type': 'application/json' },
        JSON.stringify({ commits }),
        port,
      )
    const begin = player.next('golf', 'begin')
    const all = [
      begin,
      ...Array.from({ length: 30 }, (_, at) =>
        player.next('golf', 'finish', { 'cmi.core.session_time': '00:00:01', 'cmi.core.lesson_location': String(at) }),
      ),
    ]
    let confirmed = 0
    for (const commit of all.slice(0, 12)) {
      const answer = await send([commit])
      confirmed = JSON.parse(answer.body).data.ack
    }
    expect(confirmed).toBe(12)
    // In the middle of a message: it may have been stored or not, its answer never came.
    const broken = send([all[12] as typeof begin])
    child.kill('SIGKILL')
    await expect(broken).rejects.toThrow()
    const answer = await player.send(all.filter(({ seq }) => seq > confirmed))
    expect(answer).toMatchObject({ ack: 31, status: 2 })
    const { attempt, scos, journal } = await keptOf(player.attempt_id)
    expect(attempt).toMatchObject({ seq: 31, total_time: 3000 })
    expect(scos[0]?.cmi).toMatchObject({ 'cmi.core.lesson_location': '29' })
    expect(journal).toHaveLength(31)
  })
})

describe('whose messages are taken (SCO-016, LRN-048)', () => {
  test('another learner, another module and another progress are 404, other roles 403', async () => {
    const made = await play.aModule(singleSco())
    const other = await play.aModule(singleSco())
    const [mine, theirs] = [await play.start(made), await play.start(other)]
    const commits = [mine.next('golf', 'begin')]
    const colleague = await t.make.person('learner', { portal: made.learner.portal })
    await expect(put({ ...made, learner: colleague }, mine, commits)).rejects.toMatchObject(NOT_FOUND)
    await expect(put({ ...made, learner: other.learner }, mine, commits)).rejects.toMatchObject(NOT_FOUND)
    await expect(put({ ...made, module_id: other.module_id }, mine, commits)).rejects.toMatchObject(NOT_FOUND)
    await expect(
      put(made, { ...mine, course_user_progress: theirs.course_user_progress }, commits),
    ).rejects.toMatchObject(NOT_FOUND)
    await expect(put(made, { ...mine, attempt_id: theirs.attempt_id }, commits)).rejects.toMatchObject(NOT_FOUND)
    await expect(put({ ...made, learner: made.author }, mine, commits)).rejects.toMatchObject({ code: 'learner_only' })
    expect((await keptOf(mine.attempt_id)).journal).toEqual([])
  })

  test('an enrolment that ran out or was taken away takes nothing any more (LRN-010, USR-023)', async () => {
    const made = await play.aModule(singleSco())
    const player = await play.start(made)
    await player.send([player.next('golf', 'begin')])
    await end(made, { expires_at: new Date(Date.now() - 1000) })
    const commits = [player.next('golf', 'data', { 'cmi.core.lesson_status': 'completed' })]
    await expect(put(made, player, commits)).rejects.toMatchObject(REFUSED)
    expect((await player.call('POST', 'commit', { body: { commits } })).statusCode).toBe(403)
    await end(made, { expires_at: new Date('2100-01-01'), ended_at: new Date() })
    await expect(put(made, player, commits)).rejects.toMatchObject(NOT_FOUND)
    expect((await player.call('POST', 'commit', { body: { commits } })).statusCode).toBe(403)
    expect((await keptOf(player.attempt_id)).attempt.seq).toBe(1)
  })

  test('a module taken out of its course takes nothing any more (BLD-042)', async () => {
    const made = await play.aModule(singleSco())
    const player = await play.start(made)
    await t.as(made.author).call(scormModules.remove, { params: { courseId: made.course.id, id: made.item.id } })
    await expect(put(made, player, [player.next('golf', 'begin')])).rejects.toMatchObject(NOT_FOUND)
    await expect(play.start(made)).rejects.toMatchObject(NOT_FOUND)
  })

  test('messages of a wrong shape are 422 and change nothing', async () => {
    const made = await play.aModule(singleSco())
    const player = await play.start(made)
    const good = player.next('golf', 'begin')
    for (const wrong of [
      { ...good, seq: 0 },
      { ...good, seq: 1.5 },
      { ...good, event: 'other' },
      { ...good, cmi: 'x' },
    ]) {
      await expect(put(made, player, [wrong as never])).rejects.toMatchObject({ status: 422 })
      expect((await player.call('POST', 'commit', { body: { commits: [wrong] } })).statusCode).toBe(422)
    }
    expect((await player.call('POST', 'commit', { body: { commits: 'x' } })).statusCode).toBe(422)
    expect((await keptOf(player.attempt_id)).attempt.seq).toBe(0)
  })
})

describe('a completed course (LEG-006, LRN-010)', () => {
  const finishIt = async (made: Made) => {
    const player = await play.start(made)
    await player.send([
      player.next('golf', 'begin'),
      player.next('golf', 'data', {
        'cmi.core.lesson_status': 'passed',
        'cmi.core.score.raw': '90',
        'cmi.suspend_data': 'end',
      }),
    ])
    return player
  }

  test('what the content says after the message that completed the course is still kept', async () => {
    const made = await play.aModule(singleSco())
    const player = await finishIt(made)
    const { access } = await t.platform((tx) =>
      tx.selectFrom('enrollments').select('access').where('id', '=', made.related_id).executeTakeFirstOrThrow(),
    )
    expect(access).toBe('expired')
    const last = await player.send([player.next('golf', 'finish', { 'cmi.core.session_time': '00:05:00' })])
    expect(last).toMatchObject({ ack: 3, status: 2, result: 'passed' })
    expect((await keptOf(player.attempt_id)).attempt.total_time).toBe(30_000)
  })

  test('it can be looked at again, and nothing of that is kept', async () => {
    const made = await play.aModule(multiSco())
    await end(made, { completed_at: new Date(), access: 'expired', status: 5 })
    const review = await play.start(made)
    expect(review).toMatchObject({ is_kept: false, launch: 0 })
    expect(review.outline.some(({ is_locked }) => is_locked)).toBe(false)
    const { cmi } = await review.state('test')
    expect(cmi).toMatchObject({ 'cmi.core.lesson_mode': 'review', 'cmi.core.credit': 'no-credit' })
    const answer = await review.send([review.next('intro', 'begin'), review.next('intro', 'finish', {})])
    expect(answer).toEqual({ ack: 2 })
    const { attempt, scos, journal } = await keptOf(review.attempt_id)
    expect([attempt.launch, attempt.last_launch, scos, journal]).toEqual([0, 0, [], []])
    expect(await statusOf(made)).toBe(4)
    await end(made, { expires_at: new Date(Date.now() - 1000) })
    expect((await review.call('GET', 'state')).statusCode).toBe(403)
  })
})
