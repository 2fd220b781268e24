import { describe, expect, test } from 'vitest'
import { testApp } from '../../../../tests/api.ts'
import { scormRecords, twoParts } from '../../../../tests/scorm/scorm-kept.ts'
import { multiSco, singleSco } from '../../../../tests/scorm/scorm-packages.ts'
import { scormPlay } from '../../../../tests/scorm/scorm-play.ts'
import { finishScormModule } from '../contract.ts'

const t = testApp()
const play = scormPlay(t)
const { statusOf, keptOf, end } = scormRecords(t)
const NOT_FOUND = { status: 404, code: 'not_found' }

type PlayedModule = Awaited<ReturnType<typeof play.aModule>>

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
    const module = await play.aModule(singleSco())
    const player = await play.start(module)
    const begin = player.next('golf', 'begin')
    const commits = messages.map(([event, cmi]) => player.next('golf', event as 'data', cmi))
    const answer = await player.send([begin, ...commits])
    expect(answer).toMatchObject({ status, result })
    expect(await statusOf(module)).toBe(status)
  })

  test('a success is never lowered, and a failure can become a success (LRN-032)', async () => {
    const module = await play.aModule(singleSco())
    const first = await play.start(module)
    await first.send([
      first.next('golf', 'begin'),
      first.next('golf', 'finish', { 'cmi.core.lesson_status': 'failed' }),
    ])
    expect(await statusOf(module)).toBe(3)
    const second = await play.start(module)
    expect(second.course_user_progress?.status).toBe(3)
    const passed = { 'cmi.core.lesson_status': 'passed', 'cmi.core.score.raw': '100' }
    await second.send([second.next('golf', 'begin'), second.next('golf', 'finish', passed)])
    expect(await statusOf(module)).toBe(2)
  })

  test('a package with several parts fails if one fails, passes if all pass, and is otherwise open (SCO-027)', async () => {
    const module = await play.aModule(twoParts)
    const player = await play.start(module)
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
    const module = await play.aModule(multiSco())
    const player = await play.start(module)
    expect((await player.call('GET', 'state?item=fire')).statusCode).toBe(423)
    expect((await player.call('GET', 'state?item=nothing')).statusCode).toBe(404)
    await player.send([player.next('intro', 'begin'), player.next('intro', 'finish', {})])
    expect((await player.state('fire')).cmi['cmi.student_data.max_time_allowed']).toBe('00:30:00')
    expect((await player.state('intro')).cmi['cmi.launch_data']).toBe('chapter=1;mode=<fast>')
  })

  test('a finish call counts only as far as the stored data supports it (SCO-009, SCO-010)', async () => {
    const module = await play.aModule(singleSco())
    const finish = async (status: string) =>
      (
        await t.as(module.learner).call(finishScormModule, {
          params: { id: module.module_id },
          body: { related_id: module.related_id, status },
        })
      ).data
    expect(await finish('passed')).toEqual({ progress_id: null, status: 4, result: 'unknown' })
    const player = await play.start(module)
    expect(await finish('passed')).toMatchObject({ status: 1, result: 'unknown' })
    await player.send([
      player.next('golf', 'begin'),
      player.next('golf', 'data', { 'cmi.core.lesson_status': 'failed' }),
    ])
    expect(await finish('passed')).toMatchObject({ status: 3, result: 'failed' })
    await player.send([player.next('golf', 'data', { 'cmi.core.lesson_status': 'passed', 'cmi.core.score.raw': '90' })])
    expect(await finish('failed')).toMatchObject({ status: 2, result: 'passed' })
    expect(await finish('unknown')).toMatchObject({ status: 2, result: 'passed' })
    const stranger = await t.make.person('learner', { portal: module.learner.portal })
    await expect(
      t.as(stranger).call(finishScormModule, {
        params: { id: module.module_id },
        body: { related_id: module.related_id, status: 'passed' },
      }),
    ).rejects.toMatchObject(NOT_FOUND)
  })

  test('the finish call completes what an interrupted step left open (SCO-009)', async () => {
    const module = await play.aModule(singleSco())
    const player = await play.start(module)
    await player.send([player.next('golf', 'begin'), player.next('golf', 'finish', { 'cmi.core.score.raw': '99' })])
    const progress = { id: player.course_user_progress?.id ?? 0 }
    await t.platform((tx) =>
      tx.updateTable('course_user_progress').set({ status: 1 }).where('id', '=', progress.id).execute(),
    )
    const finish = (status: string) =>
      t.as(module.learner).call(finishScormModule, {
        params: { id: module.module_id },
        body: { related_id: module.related_id, status },
      })
    await end(module, { completed_at: null, access: 'active', status: 1 })
    expect((await finish('incomplete')).data.status).toBe(1)
    expect((await finish('completed')).data.status).toBe(2)
  })

  test('the learner sees a new status wherever the course is open (RTM-001, RTM-004)', async () => {
    const module = await play.aModule(singleSco())
    const player = await play.start(module)
    const { until } = await play.listenTo(module.learner)
    await player.send([player.next('golf', 'begin'), player.next('golf', 'finish', { 'cmi.core.score.raw': '99' })])
    const events = await until(({ event }) => event === 'progress.updated')
    expect(events[0]?.data).toMatchObject({
      related_id: module.related_id,
      item_type: 'ScormModule',
      item_id: module.module_id,
      status: 2,
    })
  })
})

describe('a completed course (LEG-006, LRN-010)', () => {
  const finishIt = async (module: PlayedModule) => {
    const player = await play.start(module)
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

  test('what the content reports after the message that completed the course is still stored', async () => {
    const module = await play.aModule(singleSco())
    const player = await finishIt(module)
    const { access } = await t.platform((tx) =>
      tx.selectFrom('enrollments').select('access').where('id', '=', module.related_id).executeTakeFirstOrThrow(),
    )
    expect(access).toBe('expired')
    const last = await player.send([player.next('golf', 'finish', { 'cmi.core.session_time': '00:05:00' })])
    expect(last).toMatchObject({ ack: 3, status: 2, result: 'passed' })
    expect((await keptOf(player.attempt_id)).attempt.total_time).toBe(30_000)
  })

  test('it can be reviewed, and nothing of that is stored', async () => {
    const module = await play.aModule(multiSco())
    await end(module, { completed_at: new Date(), access: 'expired', status: 5 })
    const review = await play.start(module)
    expect(review).toMatchObject({ is_kept: false, launch: 0 })
    expect(review.outline.some(({ is_locked }) => is_locked)).toBe(false)
    const { cmi } = await review.state('test')
    expect(cmi).toMatchObject({ 'cmi.core.lesson_mode': 'review', 'cmi.core.credit': 'no-credit' })
    const answer = await review.send([review.next('intro', 'begin'), review.next('intro', 'finish', {})])
    expect(answer).toEqual({ ack: 2 })
    const { attempt, scos, journal } = await keptOf(review.attempt_id)
    expect([attempt.launch, attempt.last_launch, scos, journal]).toEqual([0, 0, [], []])
    expect(await statusOf(module)).toBe(4)
    await end(module, { expires_at: new Date(Date.now() - 1000) })
    expect((await review.call('GET', 'state')).statusCode).toBe(403)
  })
})
