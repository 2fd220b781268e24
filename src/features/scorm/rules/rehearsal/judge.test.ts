import { describe, expect, test } from 'vitest'
import { adviceOf, judgeRun, type Observed, type SavedPlace, type Verdict } from './judge.ts'

const saved = (more: Partial<SavedPlace> = {}): SavedPlace => ({
  status: 'incomplete',
  location: 'hole-7',
  suspend_length: 100,
  score_raw: '40',
  score_min: '0',
  score_max: '100',
  ...more,
})
const observed = (more: Partial<Observed> = {}): Observed => ({
  initialized_after: 120,
  errors: [],
  read: ['cmi.suspend_data', 'cmi.core.lesson_location'],
  refused: [],
  set: {},
  suspend_length: null,
  ...more,
})
const STATUS = 'cmi.core.lesson_status'
const RAW = 'cmi.core.score.raw'

describe('what a run says (VER-028)', () => {
  test.each<[string, SavedPlace | null, Observed, Verdict, string[]]>([
    ['asks for the place and leaves it', saved(), observed(), 'resumes', []],
    ['asks for the suspend data alone', saved(), observed({ read: ['cmi.suspend_data'] }), 'resumes', []],
    ['asks for the location alone', saved(), observed({ read: ['cmi.core.lesson_location'] }), 'resumes', []],
    ['asks for the status alone', saved(), observed({ read: [STATUS] }), 'beginning', ['place_not_read']],
    [
      'asks for suspend data where only a location is saved',
      saved({ suspend_length: 0 }),
      observed({ read: ['cmi.suspend_data'] }),
      'beginning',
      ['place_not_read'],
    ],
    [
      'asks for nothing where nothing is saved',
      saved({ location: '', suspend_length: 0 }),
      observed({ read: [] }),
      'resumes',
      ['no_place'],
    ],
    [
      'is refused the place',
      saved(),
      observed({ refused: [{ element: 'cmi.suspend_data', code: '401' }] }),
      'beginning',
      ['place_refused'],
    ],
    [
      'is refused what nobody needs',
      saved(),
      observed({ refused: [{ element: 'cmi.comments_from_lms', code: '401' }] }),
      'resumes',
      [],
    ],
    ['empties the suspend data', saved(), observed({ suspend_length: 0 }), 'beginning', ['place_lost']],
    [
      'shortens the suspend data to less than half',
      saved(),
      observed({ suspend_length: 49 }),
      'beginning',
      ['place_lost'],
    ],
    ['shortens the suspend data to half', saved(), observed({ suspend_length: 50 }), 'resumes', []],
    [
      'empties the location',
      saved(),
      observed({ set: { 'cmi.core.lesson_location': '' } }),
      'beginning',
      ['place_lost'],
    ],
    ['goes on to another place', saved(), observed({ set: { 'cmi.core.lesson_location': 'hole-8' } }), 'resumes', []],
    ['says incomplete where that is saved', saved(), observed({ set: { [STATUS]: 'incomplete' } }), 'resumes', []],
    [
      'says incomplete after failed',
      saved({ status: 'failed' }),
      observed({ set: { [STATUS]: 'incomplete' } }),
      'resumes',
      [],
    ],
    [
      'says incomplete after passed',
      saved({ status: 'passed' }),
      observed({ set: { [STATUS]: 'incomplete' } }),
      'beginning',
      ['status_reset'],
    ],
    [
      'says completed after passed',
      saved({ status: 'passed' }),
      observed({ set: { [STATUS]: 'completed' } }),
      'resumes',
      [],
    ],
    ['says not attempted', saved(), observed({ set: { [STATUS]: 'not attempted' } }), 'beginning', ['status_reset']],
    ['empties the score', saved(), observed({ set: { [RAW]: '' } }), 'beginning', ['score_reset']],
    ['lowers the score', saved(), observed({ set: { [RAW]: '0' } }), 'beginning', ['score_reset']],
    ['sets the same score', saved(), observed({ set: { [RAW]: '40.0' } }), 'resumes', []],
    ['sets a first score', saved({ score_raw: '' }), observed({ set: { [RAW]: '0' } }), 'resumes', []],
    [
      'counts to another maximum',
      saved(),
      observed({ set: { 'cmi.core.score.max': '50' } }),
      'resumes',
      ['score_scale'],
    ],
    [
      'counts from another minimum',
      saved(),
      observed({ set: { 'cmi.core.score.min': '10' } }),
      'resumes',
      ['score_scale'],
    ],
    ['names the same maximum', saved(), observed({ set: { 'cmi.core.score.max': '100.0' } }), 'resumes', []],
    ['does not call LMSInitialize', saved(), observed({ initialized_after: null }), 'fails', ['not_started']],
    ['stops with an error', saved(), observed({ errors: ['SyntaxError'] }), 'fails', ['script_error']],
    ['begins with a new learner', null, observed({ read: [] }), 'beginning', []],
    ['stops with an error for a new learner', null, observed({ errors: ['SyntaxError'] }), 'fails', ['script_error']],
  ])('content that %s', (_, state, run, verdict, reasons) => {
    expect(judgeRun(state, run, null)).toEqual({ verdict, reasons })
  })

  test('an error that a new learner meets as well is not due to resuming', () => {
    const run = observed({ errors: ['no analytics'] })
    expect(judgeRun(saved(), run, run)).toEqual({ verdict: 'resumes', reasons: [] })
    expect(judgeRun(saved(), { ...run, errors: ['no analytics', 'bad data'] }, run).verdict).toBe('fails')
  })

  test.each([
    ['where a new learner begins', '0', 'beginning', ['place_lost']],
    ['to the saved place', 'hole-7', 'resumes', []],
    ['further', 'hole-8', 'resumes', []],
  ] as const)('content that goes %s', (_, place, verdict, reasons) => {
    const at = (location: string) => observed({ set: { 'cmi.core.lesson_location': location } })
    expect(judgeRun(saved(), at(place), at('0'))).toEqual({ verdict, reasons })
  })

  test('a saved place at the very beginning is resumed there', () => {
    const at = observed({ set: { 'cmi.core.lesson_location': '0' } })
    expect(judgeRun(saved({ location: '0' }), at, at).verdict).toBe('resumes')
  })
})

describe('what a rehearsal advises (VER-029)', () => {
  test.each<[string, (Verdict | null)[], ReturnType<typeof adviceOf>]>([
    ['all resume', ['beginning', 'resumes', 'resumes'], 'keep'],
    ['some resume, some start at the beginning', ['beginning', 'resumes', 'beginning'], 'keep'],
    ['all start at the beginning', ['beginning', 'beginning'], 'restart'],
    ['one does not start', ['beginning', 'resumes', 'fails'], 'restart'],
    ['not even a new learner starts', ['fails', 'resumes'], 'stay'],
    ['one was not tried', ['beginning', 'resumes', null], null],
    ['the new learner was not tried', [null, 'resumes'], null],
    ['nothing was saved', ['beginning'], 'restart'],
  ])('%s', (_, verdicts, advice) => {
    expect(adviceOf(verdicts.map((verdict, number) => ({ number, verdict })))).toBe(advice)
  })
})
