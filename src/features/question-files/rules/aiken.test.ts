import { describe, expect, test } from 'vitest'
import { looksLikeAiken, readAiken } from './aiken.ts'

const brief = (text: string) =>
  readAiken(text).map(({ question, refused, place }) =>
    question
      ? [question.type, question.text, ...question.answers.map((a) => `${a.is_correct ? '*' : ''}${a.text}`)]
      : [place, refused],
  )

describe('Aiken (QPL-015, QPL-016)', () => {
  test.each<[string, string, unknown[][]]>([
    ['periods', 'Safe?\nA. Yes\nB. No\nANSWER: A', [['single', '<p>Safe?</p>', '*Yes', 'No']]],
    ['brackets', 'Safe?\nA) Yes\nB) No\nANSWER: B', [['single', '<p>Safe?</p>', 'Yes', '*No']]],
    ['True and False', 'Safe?\nA) True\nB) False\nANSWER: B', [['boolean', '<p>Safe?</p>', 'True', '*False']]],
    ['several letters', 'Safe?\nA) a\nB) b\nC) c\nANSWER: A, C', [['multiple', '<p>Safe?</p>', '*a', 'b', '*c']]],
    [
      'angle brackets',
      'Is <b> & <i>?\nA) <b>\nB) &amp;\nANSWER: A',
      [['single', '<p>Is &lt;b&gt; &amp; &lt;i&gt;?</p>', '*<b>', '&amp;']],
    ],
    ['a text of several lines', 'One\ntwo?\nA. a\nB. b\nANSWER: A', [['single', '<p>One<br />two?</p>', '*a', 'b']]],
    [
      'no answer line',
      'One?\nA. a\nB. b\n\nTwo?\nA. c\nB. d\nANSWER: B',
      [
        ['Line 1', 'It has no line “ANSWER:” below its answers.'],
        ['single', '<p>Two?</p>', 'c', '*d'],
      ],
    ],
    ['an unknown letter', 'One?\nA. a\nB. b\nANSWER: E', [['Line 1', 'It has no answer E.']]],
    ['an empty answer line', 'One?\nA. a\nB. b\nANSWER:', [['Line 1', 'It has no answer behind “ANSWER:”.']]],
    ['no answers', 'One?\nANSWER: A', [['Line 1', 'It has no answers that begin with A. or A).']]],
    ['a letter twice', 'One?\nA. a\nA. b\nANSWER: A', [['Line 1', 'It has the answer A twice.']]],
    ['one answer', 'One?\nA. a\nANSWER: A', [['Line 1', 'It has fewer than two answers.']]],
  ])('%s', (_, text, expected) => {
    expect(brief(text)).toEqual(expected)
  })

  test('is known by its answer lines (QPL-015)', () => {
    expect(looksLikeAiken('Safe?\r\nA. Yes\r\nB. No\r\nANSWER: A\r\n')).toBe(true)
    expect(looksLikeAiken('Safe?{=Yes ~No}')).toBe(false)
  })
})
