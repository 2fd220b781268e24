import fs from 'node:fs'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { judgeElement } from '#features/scorm/rules/player/cmi-keys.ts'
import { lenientValue } from '#features/scorm/rules/player/lenient.ts'
import { buildPlayerRules, PLAYER_RULES } from '../../../../../scripts/player-rules.ts'

/** The player’s copy, as browsers run it. */
const inPlayer = (() => {
  const context: { lenientScormValues?: { lenientValue: typeof lenientValue } } = {}
  runInNewContext(fs.readFileSync(PLAYER_RULES, 'utf8'), context)
  return context.lenientScormValues?.lenientValue as typeof lenientValue
})()

test('the player has the same rules as the server (npm run player:rules)', async () => {
  expect(fs.readFileSync(PLAYER_RULES, 'utf8')).toBe(await buildPlayerRules())
})

const TIME = 'cmi.core.session_time'
const RAW = 'cmi.core.score.raw'
const STATUS = 'cmi.core.lesson_status'

describe('values of real content (SCO-032)', () => {
  test.each([
    [TIME, '00:01:30.123', '00:01:30.12'],
    [TIME, '00:01:30.999', '00:01:31'],
    [TIME, '00:00:59.996', '00:01:00'],
    [TIME, '0:1:5', '00:01:05'],
    [TIME, '1:02:03.4', '01:02:03.40'],
    [TIME, '00:00:10,5', '00:00:10.50'],
    [TIME, '00:00:10.', '00:00:10'],
    [TIME, 'PT1H2M3.456S', '01:02:03.46'],
    [TIME, 'P1DT1S', '24:00:01'],
    [TIME, '00:99:99', '00:99:99'],
    [TIME, '0:99:99', '01:40:39'],
    [TIME, '00:00:10.5', '00:00:10.5'],
    [TIME, ' 00:00:10 ', '00:00:10'],
    ['cmi.interactions.3.latency', '0:0:7.1234', '00:00:07.12'],
    ['cmi.interactions.3.time', '9:05:01', '09:05:01'],
    [RAW, '85', '85'],
    [RAW, '85.0', '85.0'],
    [RAW, '85,5', '85.5'],
    [RAW, ' 85 ', '85'],
    [RAW, '85%', '85'],
    [RAW, '+85', '85'],
    [RAW, '.5', '0.5'],
    [RAW, '85.', '85'],
    [RAW, '66.66666666666667', '66.6666667'],
    [RAW, '100.00000000000001', '100'],
    ['cmi.objectives.0.score.max', '100,0', '100'],
    ['cmi.interactions.0.weighting', '1,5', '1.5'],
    [STATUS, 'Completed', 'completed'],
    [STATUS, ' PASSED ', 'passed'],
    [STATUS, 'complete', 'completed'],
    [STATUS, 'pass', 'passed'],
    [STATUS, 'not_attempted', 'not attempted'],
    ['cmi.objectives.0.status', 'FAILED', 'failed'],
    ['cmi.core.exit', 'Suspend', 'suspend'],
    ['cmi.core.exit', 'normal', ''],
    ['cmi.core.exit', 'timeout', 'time-out'],
    ['cmi.interactions.0.type', 'Choice', 'choice'],
    ['cmi.interactions.0.result', 'incorrect', 'wrong'],
    ['cmi.interactions.0.result', 'TRUE', 'correct'],
    ['cmi.interactions.0.result', '0,5', '0.5'],
  ])('%s = %j is taken as %j by the player and by the server', (element, value, corrected) => {
    expect([inPlayer(element, value), lenientValue(element, value)]).toEqual([corrected, corrected])
    expect(judgeElement(element, corrected)).toBe('kept')
  })

  test.each([
    [TIME, '10 s'],
    [TIME, '00:00'],
    [TIME, '-1:00:00'],
    [TIME, '10000:00:00'],
    [TIME, 'P'],
    [TIME, 'PT'],
    [TIME, ''],
    [RAW, 'high'],
    [RAW, '1e2'],
    [RAW, '1,234.5'],
    [RAW, '.'],
    [STATUS, 'finished'],
    [STATUS, ''],
    ['cmi.core.exit', 'later'],
  ])('%s = %j is not guessed at, and is refused as before', (element, value) => {
    expect([inPlayer(element, value), lenientValue(element, value)]).toEqual([value, value])
    expect(judgeElement(element, value)).toBe('refused')
  })

  test('texts of the content are never touched', () => {
    for (const element of ['cmi.suspend_data', 'cmi.core.lesson_location', 'cmi.interactions.0.student_response'])
      expect([inPlayer(element, ' Passed 1,5 '), lenientValue(element, ' Passed 1,5 ')]).toEqual([
        ' Passed 1,5 ',
        ' Passed 1,5 ',
      ])
  })

  test('the player and the server agree on every value, and a corrected value stays as it is', () => {
    const element = fc.constantFrom(
      TIME,
      RAW,
      STATUS,
      'cmi.core.exit',
      'cmi.interactions.0.type',
      'cmi.interactions.0.result',
    )
    const piece = fc.constantFrom(
      '0',
      '1',
      '59',
      '60',
      '99',
      ':',
      '.',
      ',',
      '-',
      '+',
      '%',
      ' ',
      'P',
      'T',
      'H',
      'M',
      'S',
      'pass',
      'Completed',
    )
    const value = fc.oneof(
      fc.string(),
      fc.array(piece, { maxLength: 8 }).map((parts) => parts.join('')),
    )
    fc.assert(
      fc.property(element, value, (key, value) => {
        const corrected = lenientValue(key, value)
        expect(inPlayer(key, value)).toBe(corrected)
        expect(lenientValue(key, corrected)).toBe(corrected)
      }),
      { numRuns: 2000 },
    )
  })
})
