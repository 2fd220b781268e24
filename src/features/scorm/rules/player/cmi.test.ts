import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { launchableItems, readManifest } from '#features/scorm/rules/manifest.ts'
import {
  type AttemptState,
  applyCommits,
  attemptResult,
  beginLaunch,
  type CommitContext,
  NEW_ATTEMPT,
  type ScormCommit,
  startData,
} from '#features/scorm/rules/player/cmi.ts'
import { manifestXml, multiSco, nestedItems, singleSco } from '../../../../../tests/scorm/scorm-packages.ts'

const credit: CommitContext = { credit: 'credit', lesson_mode: 'normal' }
const single = readManifest(manifestXml(singleSco())).items
const multi = readManifest(manifestXml(multiSco())).items
const learner = { student_id: '7', student_name: 'Doe, Jane' }
const golf = single[0]!

const begin = (seq: number, sco = 'golf'): ScormCommit => ({ seq, sco, event: 'begin', cmi: {} })
const data = (seq: number, cmi: Record<string, unknown>, sco = 'golf'): ScormCommit => ({
  seq,
  sco,
  event: 'data',
  cmi,
})
const finish = (seq: number, cmi: Record<string, unknown> = {}, sco = 'golf'): ScormCommit => ({
  seq,
  sco,
  event: 'finish',
  cmi,
})

const play = (
  state: AttemptState,
  commits: ScormCommit[],
  { items = single, launch = state.launch || 1, context = credit } = {},
) => applyCommits(state, { launch, commits }, items, context)
const started = beginLaunch(NEW_ATTEMPT)
const golfOf = (state: AttemptState) => state.scos.golf!

describe('numbered messages', () => {
  test('changes are merged into what is stored (SCO-003, SCO-014)', () => {
    const { state, ack, refused } = play(started, [
      begin(1),
      data(2, { 'cmi.core.lesson_location': 'page-1', 'cmi.suspend_data': 'a' }),
      data(3, { 'cmi.core.lesson_location': 'page-2' }),
    ])
    expect(ack).toBe(3)
    expect(refused).toEqual([])
    expect(golfOf(state).cmi).toEqual({ 'cmi.core.lesson_location': 'page-2', 'cmi.suspend_data': 'a' })
    expect(state).toMatchObject({ launch: 1, seq: 3, current: 'golf' })
  })

  test('the merged state is judged, not the change alone (SCO-026)', () => {
    const first = play(started, [begin(1), data(2, { 'cmi.core.score.raw': '90' })])
    const second = play(first.state, [finish(3, { 'cmi.core.lesson_location': 'end' })])
    expect(golfOf(second.state)).toMatchObject({ status: 'passed', result: 'passed' })
  })

  test('a message that comes again changes nothing and is acknowledged (SCO-014)', () => {
    const commits = [
      begin(1),
      data(2, { 'cmi.core.session_time': '00:10:00' }),
      finish(3, { 'cmi.core.score.raw': '50' }),
    ]
    const once = play(started, commits)
    const again = play(once.state, commits)
    expect(again.state).toEqual(once.state)
    expect(again.ack).toBe(3)
    expect(golfOf(again.state).total_time).toBe(60_000)
  })

  test('the state is the same however messages are batched and repeated (SCO-014)', () => {
    const change = fc.record(
      {
        'cmi.core.lesson_location': fc.string({ maxLength: 3 }),
        'cmi.suspend_data': fc.string({ maxLength: 3 }),
        'cmi.core.score.raw': fc.nat(100).map(String),
        'cmi.core.lesson_status': fc.constantFrom('incomplete', 'completed', 'failed', 'passed'),
        'cmi.core.session_time': fc.nat(50).map((s) => `00:00:${String(s).padStart(2, '0')}`),
        'cmi.core.exit': fc.constantFrom('', 'suspend'),
      },
      { requiredKeys: [] },
    )
    const message = fc.tuple(
      fc.constantFrom('intro', 'fire', 'test', 'sheet'),
      fc.constantFrom('begin', 'data', 'finish'),
      change,
    )
    fc.assert(
      fc.property(
        fc.array(message, { maxLength: 12 }),
        fc.array(fc.tuple(fc.nat(12), fc.nat(12)), { maxLength: 8 }),
        (list, cuts) => {
          const commits = list.map(([sco, event, cmi], i) => ({ seq: i + 1, sco, event, cmi }) as ScormCommit)
          const whole = play(started, commits, { items: multi })
          let state = started
          let acked = 0
          // A player sends everything that is not acknowledged, sometimes twice, and never leaves a gap.
          for (const [resent, upTo] of cuts) {
            const from = Math.max(0, acked - resent)
            const outcome = play(state, commits.slice(from, Math.max(acked, upTo)), { items: multi })
            state = outcome.state
            acked = Math.max(acked, outcome.ack)
          }
          expect(play(state, commits, { items: multi }).state).toEqual(whole.state)
        },
      ),
    )
  })

  test('messages are applied in the order of their numbers', () => {
    const { state } = play(started, [
      data(3, { 'cmi.suspend_data': 'new' }),
      data(2, { 'cmi.suspend_data': 'old' }),
      begin(1),
    ])
    expect(golfOf(state).cmi['cmi.suspend_data']).toBe('new')
  })

  test('a message for an item that the package does not have is dropped and acknowledged', () => {
    for (const sco of ['other', '__proto__', 'constructor']) {
      const { state, ack } = play(started, [data(1, { 'cmi.suspend_data': 'x' }, sco)])
      expect(ack).toBe(1)
      expect(Object.keys(state.scos)).toEqual([])
    }
    const nested = readManifest(manifestXml(nestedItems())).items
    expect(Object.keys(play(started, [begin(1, 'basics')], { items: nested }).state.scos)).toEqual([])
  })
})

describe('starts', () => {
  const firstStart = play(started, [
    begin(1),
    data(2, { 'cmi.suspend_data': 'a', 'cmi.core.session_time': '00:00:10' }),
  ]).state

  test('a new start numbers from one again (SCO-014)', () => {
    const next = beginLaunch(firstStart)
    expect(next).toMatchObject({ launch: 2, seq: 0, current: 'golf' })
    const { state, ack } = play(next, [begin(1), data(2, { 'cmi.suspend_data': 'b' })])
    expect(ack).toBe(2)
    expect(golfOf(state).cmi['cmi.suspend_data']).toBe('b')
  })

  test('late messages of an earlier start cannot change newer data, but can still pass the item (SCO-011, SCO-014)', () => {
    const newer = play(beginLaunch(firstStart), [begin(1), data(2, { 'cmi.suspend_data': 'newer' })]).state
    const late = play(newer, [data(3, { 'cmi.suspend_data': 'older' }), finish(4, { 'cmi.core.score.raw': '95' })], {
      launch: 1,
    })
    expect(late.ack).toBe(4)
    expect(golfOf(late.state)).toMatchObject({ cmi: { 'cmi.suspend_data': 'newer' }, result: 'passed' })
    expect(late.state).toMatchObject({ launch: 2, seq: 2 })
    const failing = play(newer, [finish(4, { 'cmi.core.lesson_status': 'failed' })], { launch: 1 })
    expect(golfOf(failing.state)).toEqual(golfOf(newer))
  })

  test('messages of a start that the server does not know yet are taken as a new start', () => {
    const { state } = play(firstStart, [begin(1), data(2, { 'cmi.suspend_data': 'c' })], { launch: 5 })
    expect(state).toMatchObject({ launch: 5, seq: 2 })
    expect(golfOf(state)).toMatchObject({ cmi: { 'cmi.suspend_data': 'c' }, total_time: 1000 })
  })
})

describe('time', () => {
  test('the time of every visit is added once, finished or not (SCO-013)', () => {
    const one = play(started, [
      begin(1),
      data(2, { 'cmi.core.session_time': '00:00:10' }),
      finish(3, { 'cmi.core.session_time': '00:00:20' }),
    ])
    expect(golfOf(one.state).total_time).toBe(2000)
    const two = play(one.state, [begin(4), data(5, { 'cmi.core.session_time': '00:00:05' })])
    expect(golfOf(two.state).total_time).toBe(2000)
    expect(startData(two.state, golf, learner, credit)['cmi.core.total_time']).toBe('00:00:25')
    const three = beginLaunch(two.state)
    expect(golfOf(three).total_time).toBe(2500)
    expect(golfOf(beginLaunch(three)).total_time).toBe(2500)
    const four = play(three, [begin(1), finish(2, { 'cmi.core.session_time': '0001:00:00' })])
    expect(startData(four.state, golf, learner, credit)['cmi.core.total_time']).toBe('01:00:25')
    expect(golfOf(four.state).cmi).not.toHaveProperty(['cmi.core.session_time'])
  })

  test('opening another SCO and coming back ends the previous visit (SCO-027)', () => {
    const { state } = play(
      started,
      [
        begin(1, 'intro'),
        data(2, { 'cmi.core.session_time': '00:01:00' }, 'intro'),
        begin(3, 'fire'),
        data(4, { 'cmi.core.session_time': '00:02:00' }, 'fire'),
        begin(5, 'intro'),
        finish(6, { 'cmi.core.session_time': '00:00:30' }, 'intro'),
      ],
      { items: multi },
    )
    expect(state.scos.intro?.total_time).toBe(9000)
    expect(state.scos.fire).toMatchObject({ total_time: 0, is_open: true })
    expect(state.current).toBe('intro')
  })
})

describe('results', () => {
  test('passed counts from any message, even without LMSFinish (SCO-011, SCO-014)', () => {
    const { state } = play(started, [
      begin(1),
      data(2, { 'cmi.core.score.raw': '85', 'cmi.core.lesson_status': 'passed' }),
    ])
    expect(attemptResult(state, launchableItems(single))).toBe('passed')
  })

  test('a status below the mastery score is no success before LMSFinish, and a failure on LMSFinish (SCO-026)', () => {
    const saved = play(started, [
      begin(1),
      data(2, { 'cmi.core.score.raw': '70', 'cmi.core.lesson_status': 'completed' }),
    ])
    expect(attemptResult(saved.state, single)).toBe('unknown')
    const ended = play(saved.state, [finish(3)])
    expect(attemptResult(ended.state, single)).toBe('failed')
    expect(golfOf(ended.state).cmi['cmi.core.lesson_status']).toBe('failed')
  })

  test('a passed item stays passed, and a failed one can still be passed (SCO-010)', () => {
    const failed = play(started, [begin(1), finish(2, { 'cmi.core.score.raw': '10' })]).state
    expect(attemptResult(failed, single)).toBe('failed')
    const passed = play(failed, [begin(3), finish(4, { 'cmi.core.score.raw': '90' })]).state
    expect(attemptResult(passed, single)).toBe('passed')
    const worse = play(passed, [begin(5), finish(6, { 'cmi.core.score.raw': '10' })]).state
    expect(attemptResult(worse, single)).toBe('passed')
  })

  test('content that sets nothing is completed on LMSFinish (SCO-026)', () => {
    const { state } = play(started, [begin(1, 'intro'), finish(2, {}, 'intro')], { items: multi })
    expect(state.scos.intro).toMatchObject({ status: 'completed', result: 'passed' })
  })

  test('without credit or in browse mode the mastery score is not measured (SCO-026)', () => {
    const cmi = { 'cmi.core.score.raw': '10', 'cmi.core.lesson_status': 'passed' }
    for (const context of [
      { credit: 'no-credit', lesson_mode: 'normal' },
      { credit: 'credit', lesson_mode: 'browse' },
    ] as const)
      expect(attemptResult(play(started, [begin(1), finish(2, cmi)], { context }).state, single)).toBe('passed')
    expect(attemptResult(play(started, [begin(1), finish(2, cmi)]).state, single)).toBe('failed')
  })

  test('a package is passed when all SCOs are, failed when one is; assets do not count beside SCOs (SCO-027)', () => {
    const through = (list: [string, string][]) => {
      const commits = list.flatMap(([sco, status], i) => [
        begin(2 * i + 1, sco),
        finish(2 * i + 2, { 'cmi.core.lesson_status': status }, sco),
      ])
      return attemptResult(play(started, commits, { items: multi }).state, launchableItems(multi))
    }
    expect(through([['intro', 'completed']])).toBe('unknown')
    expect(
      through([
        ['intro', 'completed'],
        ['fire', 'passed'],
      ]),
    ).toBe('unknown')
    expect(
      through([
        ['intro', 'completed'],
        ['fire', 'passed'],
        ['test', 'completed'],
      ]),
    ).toBe('passed')
    expect(
      through([
        ['intro', 'completed'],
        ['fire', 'failed'],
      ]),
    ).toBe('failed')
    expect(
      through([
        ['intro', 'completed'],
        ['fire', 'incomplete'],
        ['test', 'passed'],
      ]),
    ).toBe('unknown')
  })

  test('a package of assets is passed when all are opened (SCO-027)', () => {
    const spec = {
      title: 'Sheets',
      items: ['a', 'b'].map((id) => ({ identifier: id, title: id, page: `${id}.html`, kind: 'asset' as const })),
    }
    const { items } = readManifest(manifestXml(spec))
    const one = play(started, [begin(1, 'a'), finish(2, { 'cmi.core.lesson_status': 'failed' }, 'a')], { items }).state
    expect(attemptResult(one, items)).toBe('unknown')
    expect(attemptResult(play(one, [begin(3, 'b')], { items }).state, items)).toBe('passed')
  })
})

describe('the data at a start', () => {
  test('a first start supplies the learner and the rows of the manifest (SCO-007, SCO-013)', () => {
    const item = multi.find(({ identifier }) => identifier === 'fire')!
    expect(startData(NEW_ATTEMPT, item, learner, credit)).toEqual({
      'cmi.core.lesson_status': 'not attempted',
      'cmi.core.student_id': '7',
      'cmi.core.student_name': 'Doe, Jane',
      'cmi.core.credit': 'credit',
      'cmi.core.lesson_mode': 'normal',
      'cmi.core.entry': 'ab-initio',
      'cmi.core.total_time': '00:00:00',
      'cmi.launch_data': '',
      'cmi.student_data.mastery_score': '',
      'cmi.student_data.max_time_allowed': '00:30:00',
      'cmi.student_data.time_limit_action': 'continue,no message',
    })
    expect(startData(NEW_ATTEMPT, multi[0]!, learner, credit)['cmi.launch_data']).toBe('chapter=1;mode=<fast>')
    expect(startData(NEW_ATTEMPT, golf, learner, credit)['cmi.student_data.mastery_score']).toBe('80')
  })

  test('the next start returns the location and the suspend data (SCO-014)', () => {
    const cmi = {
      'cmi.core.lesson_location': 'page-2',
      'cmi.suspend_data': 'a',
      'cmi.interactions.0.id': 'q',
      'cmi.core.exit': 'suspend',
    }
    const { state } = play(started, [begin(1), finish(2, cmi)])
    const next = startData(beginLaunch(state), golf, learner, credit)
    expect(next).toMatchObject({
      'cmi.core.lesson_location': 'page-2',
      'cmi.suspend_data': 'a',
      'cmi.interactions.0.id': 'q',
      'cmi.core.entry': 'resume',
      'cmi.core.lesson_status': 'incomplete',
    })
    expect(next).not.toHaveProperty(['cmi.core.exit'])
    expect(next).not.toHaveProperty(['cmi.core.session_time'])
  })

  test.each([
    ['suspended', [begin(1), finish(2, { 'cmi.core.exit': 'suspend' })], 'resume'],
    ['interrupted', [begin(1), data(2, { 'cmi.suspend_data': 'a' })], 'resume'],
    ['left', [begin(1), finish(2, { 'cmi.core.exit': '' })], ''],
    ['logged out', [begin(1), finish(2, { 'cmi.core.exit': 'logout' })], ''],
  ] as const)('after it was %s the entry is as SCORM wants it (SCO-014)', (_, commits, entry) => {
    const { state } = play(started, [...commits])
    expect(startData(beginLaunch(state), golf, learner, credit)['cmi.core.entry']).toBe(entry)
  })
})
