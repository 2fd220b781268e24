import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  evaluatePrerequisites,
  LESSON_STATUSES,
  type LessonStatus,
  PrerequisitesError,
  prerequisitesMet,
} from '#features/scorm/rules/prerequisites.ts'

const statuses: Record<string, LessonStatus> = {
  S1: 'passed',
  S2: 'incomplete',
  S3: 'completed',
  S4: 'failed',
  S5: 'browsed',
  'mm-ITEM.a_1': 'passed',
  '2nd': 'passed',
}
const statusOf = (identifier: string): LessonStatus => statuses[identifier] ?? 'not attempted'

describe('aicc_script', () => {
  test.each([
    ['', true],
    ['   ', true],
    ['S1', true],
    ['S2', false],
    ['S3', true],
    ['S4', false],
    ['S5', false],
    ['unknown', false],
    ['constructor', false],
    ['mm-ITEM.a_1', true],
    ['2nd', true],
    ['S1 & S2', false],
    ['S1&S3', true],
    ['S1 | S2', true],
    ['S2|S4', false],
    ['~S2', true],
    ['~S1', false],
    ['~~S1', true],
    ['S1&(S2|S3)', true],
    ['(S1&S2)|S3', true],
    ['S2&S1|S3', true],
    ['S2&(S1|S3)', false],
    ['S3|S1&S2', true],
    ['~S1|S3', true],
    ['~(S1|S3)', false],
    ['{S1,S3}', true],
    ['{S1,S2}', false],
    ['2*{S1,S2,S3}', true],
    ['3*{S1,S2,S3}', false],
    ['1*{S2,S4}', false],
    ['0*{S2}', true],
    ['5*{S1,S3}', true],
    ['2 * { S1 & S3 , S2 , S3 }', true],
    ['2*{S1,2*{S1,S3}}', true],
    ['S2="incomplete"', true],
    ['S2="i"', true],
    ['S2=incomplete', true],
    ["S2='I'", true],
    ['S1="passed"', true],
    ['S1="completed"', false],
    ['S3=c', true],
    ['S4=f', true],
    ['S5=b', true],
    ['unknown=n', true],
    ['unknown="not attempted"', true],
    ['unknown=not attempted', true],
    ['unknown = not attempted & S1', true],
    ['S1<>"failed"', true],
    ['S4 <> failed', false],
    ['~S4="failed"', false],
    ['S4=f&S1', true],
    ['"S1"', true],
  ])('%s is %s (SCO-027)', (script, expected) => {
    expect(evaluatePrerequisites(script, statusOf)).toBe(expected)
  })

  test.each([
    'S1&',
    '&S1',
    'S1 S2',
    '(S1',
    'S1)',
    '{S1',
    '{}',
    'S1,S3',
    '2*S1',
    '~',
    'S1=',
    'S1="finished"',
    '=S1',
    'S1="',
    '()',
    '{S1,}',
    `${'('.repeat(200)}S1`,
    'S1|'.repeat(5000),
  ])('%# cannot be read, and then locks nobody out (SCO-027)', (script) => {
    expect(() => evaluatePrerequisites(script, statusOf)).toThrow(PrerequisitesError)
    expect(prerequisitesMet(script, statusOf)).toBe(true)
  })

  test('no script is ever executed as code', () => {
    const touched: string[] = []
    Object.assign(globalThis, { touchedByScript: (text: string) => touched.push(text) })
    prerequisitesMet('touchedByScript("x")', statusOf)
    prerequisitesMet('globalThis.touchedByScript', statusOf)
    expect(touched).toEqual([])
    Reflect.deleteProperty(globalThis, 'touchedByScript')
  })

  test('expressions mean what their parts mean (SCO-027)', () => {
    interface Expression {
      text: string
      value: boolean
    }
    const leaf = fc
      .constantFrom(...Object.keys(statuses))
      .map((name): Expression => ({ text: name, value: ['passed', 'completed'].includes(statusOf(name)) }))
    const compare = fc
      .tuple(fc.constantFrom(...Object.keys(statuses)), fc.constantFrom(...LESSON_STATUSES), fc.boolean())
      .map(
        ([name, status, isEqual]): Expression => ({
          text: `${name}${isEqual ? '=' : '<>'}"${status}"`,
          value: (statusOf(name) === status) === isEqual,
        }),
      )
    const { expression } = fc.letrec<{ expression: Expression }>((tie) => ({
      expression: fc.oneof(
        { depthSize: 'small' },
        leaf,
        compare,
        tie('expression').map(({ text, value }): Expression => ({ text: `~(${text})`, value: !value })),
        fc
          .tuple(tie('expression'), tie('expression'))
          .map(([a, b]): Expression => ({ text: `(${a.text}&${b.text})`, value: a.value && b.value })),
        fc
          .tuple(tie('expression'), tie('expression'))
          .map(([a, b]): Expression => ({ text: `(${a.text} | ${b.text})`, value: a.value || b.value })),
        fc.tuple(fc.nat(3), fc.array(tie('expression'), { minLength: 1, maxLength: 3 })).map(
          ([count, parts]): Expression => ({
            text: `${count}*{${parts.map((part) => part.text).join(',')}}`,
            value: parts.filter((part) => part.value).length >= Math.min(count, parts.length),
          }),
        ),
      ),
    }))
    fc.assert(
      fc.property(expression, ({ text, value }) => {
        fc.pre(text.length < 5000)
        expect(evaluatePrerequisites(text, statusOf)).toBe(value)
      }),
    )
  })

  test('any text quickly results in an answer or a clean refusal', () => {
    const text = fc.array(
      fc.constantFrom(
        'S1',
        'S2',
        '&',
        '|',
        '~',
        '(',
        ')',
        '{',
        '}',
        ',',
        '=',
        '<>',
        '"',
        "'",
        '2*{',
        ' ',
        'p',
        '*',
        '<',
        'not attempted',
      ),
      { maxLength: 40 },
    )
    fc.assert(
      fc.property(text, (parts) => {
        expect(typeof prerequisitesMet(parts.join(''), statusOf)).toBe('boolean')
      }),
    )
  })
})
