import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readManifest } from '#features/scorm/rules/manifest.ts'
import { applyCommits, beginLaunch, NEW_ATTEMPT } from '#features/scorm/rules/player/cmi.ts'
import { restoreCmi, storeCmi } from '#features/scorm/rules/player/cmi-keys.ts'
import { manifestXml, singleSco } from '../../../../../tests/scorm/scorm-packages.ts'

const { items } = readManifest(manifestXml(singleSco()))

test('data is stored without loss and without characters that jsonb refuses (SCO-014)', () => {
  const value = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(fc.constantFrom('\0', '\ud800', '\udc00', 'a', '"', '\\')).map((parts) => parts.join('')),
  )
  fc.assert(
    fc.property(
      fc.dictionary(fc.constantFrom('cmi.suspend_data', 'cmi.comments', 'cmi.core.lesson_location'), value),
      (cmi) => {
        const stored = storeCmi(cmi)
        const text = JSON.stringify(stored)
        expect(restoreCmi(JSON.parse(text))).toEqual({ ...cmi })
        expect(/(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/i.test(text)).toBe(false)
        expect(text.isWellFormed()).toBe(true)
      },
    ),
  )
})

describe('what content may set', () => {
  const apply = (cmi: Record<string, unknown>) => {
    const commits = [
      { seq: 1, sco: 'golf', event: 'begin', cmi: {} },
      { seq: 2, sco: 'golf', event: 'data', cmi },
    ] as const
    const { state, refused } = applyCommits(beginLaunch(NEW_ATTEMPT), { launch: 1, commits }, items, {
      credit: 'credit',
      lesson_mode: 'normal',
    })
    return { cmi: state.scos.golf?.cmi ?? {}, refused: refused.map(({ key }) => key) }
  }

  test('suspend data up to 1 MiB, a location up to 1,000 characters (SCO-014, SCO-033)', () => {
    const good = { 'cmi.suspend_data': 'x'.repeat(1_048_576), 'cmi.core.lesson_location': 'y'.repeat(1000) }
    expect(apply(good)).toEqual({ cmi: good, refused: [] })
    const bad = { 'cmi.suspend_data': 'x'.repeat(1_048_577), 'cmi.core.lesson_location': 'y'.repeat(1001) }
    expect(apply({ ...bad, 'cmi.comments': 'stays' })).toEqual({
      cmi: { 'cmi.comments': 'stays' },
      refused: Object.keys(bad),
    })
  })

  test.each([
    ['cmi.core.score.raw', '100', true],
    ['cmi.core.score.raw', '85.5', true],
    ['cmi.core.score.raw', '', true],
    ['cmi.core.score.raw', '101', false],
    ['cmi.core.score.raw', '-1', false],
    ['cmi.core.score.raw', '1e2', false],
    ['cmi.core.score.raw', 'high', false],
    ['cmi.core.score.max', '100', true],
    ['cmi.core.lesson_status', 'browsed', true],
    ['cmi.core.lesson_status', 'finished', false],
    ['cmi.core.exit', 'suspend', true],
    ['cmi.core.exit', 'later', false],
    ['cmi.core.session_time', '00:00:10.5', true],
    ['cmi.core.session_time', '10 s', false],
    ['cmi.objectives.0.id', 'o1', true],
    ['cmi.objectives.12.score.raw', '5', true],
    ['cmi.objectives.0.status', 'failed', true],
    ['cmi.objectives.01.id', 'o1', false],
    ['cmi.objectives.1000.id', 'o1', false],
    ['cmi.interactions.3.student_response', 'a,b', true],
    ['cmi.interactions.3.correct_responses.0.pattern', 'a', true],
    ['cmi.interactions.3.objectives.1.id', 'o', true],
    ['cmi.interactions.3.student_response', 'x'.repeat(4097), false],
    ['cmi.student_preference.audio', '5', true],
    ['cmi.unknown', 'x', false],
    ['cmi.core.score.raw.x', '1', false],
    ['__proto__', 'x', false],
    ['constructor', 'x', false],
    ['cmi.suspend_data', 5, false],
    ['cmi.suspend_data', null, false],
    ['cmi.suspend_data', { toString: 'x' }, false],
  ])('%s = %j is taken: %s (SCO-013)', (key, value, isTaken) => {
    const own = JSON.parse(`{${JSON.stringify(key)}:${JSON.stringify(value)}}`)
    expect(apply(own)).toEqual(isTaken ? { cmi: { [key]: value }, refused: [] } : { cmi: {}, refused: [key] })
  })

  test('values written by real content are stored in the standard form, and their time counts (SCO-032)', () => {
    const values = {
      'cmi.core.session_time': '0:1:30.1234',
      'cmi.core.score.raw': '85,5',
      'cmi.core.lesson_status': 'Completed',
      'cmi.core.exit': 'Suspend',
    }
    expect(apply(values)).toEqual({
      cmi: {
        'cmi.core.session_time': '00:01:30.12',
        'cmi.core.score.raw': '85.5',
        'cmi.core.lesson_status': 'completed',
        'cmi.core.exit': 'suspend',
      },
      refused: [],
    })
  })

  test('elements of ours are silently left alone (SCO-013)', () => {
    const ours = {
      'cmi.core.student_id': 'x',
      'cmi.core.student_name': 'x',
      'cmi.core.credit': 'credit',
      'cmi.core.entry': 'resume',
      'cmi.core.total_time': '99:00:00',
      'cmi.core.lesson_mode': 'normal',
      'cmi.launch_data': 'x',
      'cmi.comments_from_lms': 'x',
      'cmi.student_data.mastery_score': '0',
      'cmi.interactions._count': '4',
      'cmi.core._children': 'x',
    }
    expect(apply(ours)).toEqual({ cmi: {}, refused: [] })
  })

  test('the number of elements is limited', () => {
    const many = Object.fromEntries(
      Array.from({ length: 11_000 }, (_, i) => [
        `cmi.interactions.${Math.trunc(i / 100) % 1000}.objectives.${i % 100}.id`,
        'x',
      ]),
    )
    const { cmi, refused } = apply(many)
    expect(Object.keys(cmi)).toHaveLength(10_000)
    expect(refused).toHaveLength(1000)
  })
})
