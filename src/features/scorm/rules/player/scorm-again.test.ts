import { Scorm12API } from 'scorm-again'
import { describe, expect, test, vi } from 'vitest'
import { readManifest } from '#features/scorm/rules/manifest.ts'
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
import { type Cmi, restoreCmi, storeCmi } from '#features/scorm/rules/player/cmi-keys.ts'
import { manifestXml, singleSco } from '../../../../../tests/scorm/scorm-packages.ts'

const context: CommitContext = { credit: 'credit', lesson_mode: 'normal' }
const { items } = readManifest(manifestXml(singleSco()))
const golf = items[0]!
const learner = { student_id: '7', student_name: 'Doe, Jane' }

const flatten = (value: object, path: string, into: Cmi): Cmi => {
  for (const [key, inner] of Object.entries(value)) {
    if (inner && typeof inner === 'object') flatten(inner, `${path}.${key}`, into)
    else into[`${path}.${key}`] = String(inner ?? '')
  }
  return into
}

/** The run-time object as a package sees it, with the messages that its changes produce. */
const open = (state: AttemptState) => {
  const api = new Scorm12API({ logLevel: 5, autocommit: false, mastery_override: false })
  const before = startData(state, golf, learner, context)
  api.loadFromFlattenedJSON(before)
  const commits: ScormCommit[] = [{ seq: 1, sco: 'golf', event: 'begin', cmi: {} }]
  let sent = { ...before }
  const send = (event: 'data' | 'finish') => {
    const rendered = api.renderCommitObject(event === 'finish', true) as unknown as { runtimeData: { cmi: object } }
    const now = flatten(rendered.runtimeData.cmi, 'cmi', {})
    const cmi = Object.fromEntries(Object.entries(now).filter(([key, value]) => sent[key] !== value))
    sent = now
    commits.push({ seq: commits.length + 1, sco: 'golf', event, cmi })
  }
  api.on('LMSCommit', () => send('data'))
  api.on('LMSFinish', () => send('finish'))
  expect(api.LMSInitialize('')).toBe('true')
  const set = (element: string, value: string) =>
    expect([element, api.LMSSetValue(element, value)]).toEqual([element, 'true'])
  const leave = () => applyCommits(state, { launch: state.launch, commits }, items, context)
  return { api, set, leave }
}

describe('with the run-time object of the player', () => {
  test('location, suspend data, interactions and time come back at the next start (SCO-013, SCO-014)', () => {
    const first = open(beginLaunch(NEW_ATTEMPT))
    expect(first.api.LMSGetValue('cmi.core.entry')).toBe('ab-initio')
    expect(first.api.LMSGetValue('cmi.core.student_name')).toBe('Doe, Jane')
    expect(first.api.LMSGetValue('cmi.student_data.mastery_score')).toBe('80')
    first.set('cmi.core.lesson_location', 'page-7')
    first.set('cmi.suspend_data', 'x'.repeat(64_000))
    first.set('cmi.interactions.0.id', 'q0')
    first.set('cmi.interactions.0.correct_responses.0.pattern', 'a')
    first.set('cmi.interactions.0.student_response', 'b')
    first.set('cmi.objectives.0.id', 'o0')
    first.set('cmi.objectives.0.status', 'passed')
    first.set('cmi.core.session_time', '00:01:30.5')
    first.api.LMSCommit('')
    first.set('cmi.interactions.1.id', 'q1')
    first.set('cmi.core.exit', 'suspend')
    expect(first.api.LMSFinish('')).toBe('true')
    const outcome = first.leave()
    expect(outcome.refused).toEqual([])
    expect(outcome.ack).toBe(3)

    const second = open(beginLaunch(outcome.state))
    expect(second.api.LMSGetValue('cmi.core.entry')).toBe('resume')
    expect(second.api.LMSGetValue('cmi.core.lesson_status')).toBe('incomplete')
    expect(second.api.LMSGetValue('cmi.core.lesson_location')).toBe('page-7')
    expect(second.api.LMSGetValue('cmi.suspend_data')).toHaveLength(64_000)
    expect(second.api.LMSGetValue('cmi.core.total_time')).toBe('00:01:30.5')
    expect(second.api.LMSGetValue('cmi.interactions._count')).toBe('2')
    expect(second.api.LMSGetValue('cmi.objectives.0.status')).toBe('passed')
    second.set('cmi.interactions.2.id', 'q2')
    second.set('cmi.core.score.raw', '85')
    second.set('cmi.core.session_time', '00:00:30')
    second.api.LMSFinish('')
    const { state, refused } = second.leave()
    expect(refused).toEqual([])
    expect(state.scos.golf).toMatchObject({ status: 'passed', result: 'passed', total_time: 12_050 })
    expect(Object.keys(state.scos.golf?.cmi ?? {}).filter((key) => /interactions\.\d+\.id$/.test(key))).toHaveLength(3)
    expect(attemptResult(state, items)).toBe('passed')
    expect(restoreCmi(storeCmi(state.scos.golf?.cmi ?? {}))).toEqual(state.scos.golf?.cmi)
  })

  test.each<[string, [string, string][], string]>([
    ['a score above mastery and no status', [['cmi.core.score.raw', '85']], 'passed'],
    [
      'a score below mastery and "passed"',
      [
        ['cmi.core.score.raw', '70'],
        ['cmi.core.lesson_status', 'passed'],
      ],
      'failed',
    ],
    [
      'a score above mastery and "incomplete"',
      [
        ['cmi.core.score.raw', '90'],
        ['cmi.core.lesson_status', 'incomplete'],
      ],
      'passed',
    ],
    ['no status', [], 'passed'],
    ['"incomplete"', [['cmi.core.lesson_status', 'incomplete']], 'unknown'],
    ['"browsed"', [['cmi.core.lesson_status', 'browsed']], 'unknown'],
    ['"failed"', [['cmi.core.lesson_status', 'failed']], 'failed'],
  ])('LMSFinish after %s gives the result it should (SCO-011, SCO-026)', (_, values, result) => {
    const player = open(beginLaunch(NEW_ATTEMPT))
    for (const [element, value] of values) player.set(element, value)
    player.api.LMSFinish('')
    expect(attemptResult(player.leave().state, items)).toBe(result)
  })
})

describe('what the run-time object writes to the console (SCO-006)', () => {
  const LEVELS = ['debug', 'info', 'warn', 'error'] as const

  /** The kinds of lines that appear when one of each kind is written. */
  const written = (logLevel: 1 | 2 | 3 | 4 | 5): string[] => {
    const spies = LEVELS.map((name) => ({ name, spy: vi.spyOn(console, name).mockImplementation(() => {}) }))
    try {
      const api = new Scorm12API({ logLevel, autocommit: false, mastery_override: false })
      for (const { spy } of spies) spy.mockClear()
      for (const level of [1, 2, 3, 4] as const) api.apiLog('test', 'a line', level)
      return spies.filter(({ spy }) => spy.mock.calls.length > 0).map(({ name }) => name)
    } finally {
      for (const { spy } of spies) spy.mockRestore()
    }
  }

  test.each([
    [1, ['debug', 'info', 'warn', 'error']],
    [2, ['info', 'warn', 'error']],
    [3, ['warn', 'error']],
    [4, ['error']],
    [5, []],
  ] as const)('at level %i', (level, kinds) => {
    expect(written(level)).toEqual(kinds)
  })
})
