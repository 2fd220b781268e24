import { describe, expect, test } from 'vitest'
import { looksLikeGift, readGift } from './gift.ts'

/** A question in short: its type, text, answers with a star before correct ones, explanation. */
const brief = (text: string) =>
  readGift(text).map(({ question, refused, notes, place }) =>
    question
      ? [
          question.type,
          question.text,
          ...question.answers.map((answer) => `${answer.is_correct ? '*' : ''}${answer.text}`),
          ...(question.explanation ? [question.explanation] : []),
          ...(notes.length > 0 ? [notes.join(' ')] : []),
        ]
      : [place, refused],
  )
const one = (text: string) => brief(text)[0]

const ONLY = 'are not taken. Only single choice, multiple choice and true or false are.'
const PARTIAL = 'Partial points were not taken: an answer is either correct or not.'
const FEEDBACK = 'The feedback on single answers is part of the explanation.'

describe('GIFT (QPL-015, QPL-016)', () => {
  test.each<[string, string, unknown[]]>([
    [
      'one line',
      'What stops a fall?{~A rope =A harness ~Luck}',
      ['single', '<p>What stops a fall?</p>', 'A rope', '*A harness', 'Luck'],
    ],
    [
      'answers on lines of their own',
      'What stops a fall? {\n  ~A rope\n  =A harness\n}',
      ['single', '<p>What stops a fall?</p>', 'A rope', '*A harness'],
    ],
    [
      'a missing word',
      'A ladder leans at {=75 ~45 ~10} degrees.',
      ['single', '<p>A ladder leans at _____ degrees.</p>', '*75', '45', '10'],
    ],
    ['true', 'Rungs get slippery.{T}', ['boolean', '<p>Rungs get slippery.</p>', '*True', 'False']],
    ['FALSE', 'Ladders conduct nothing.{FALSE}', ['boolean', '<p>Ladders conduct nothing.</p>', 'True', '*False']],
    [
      'true or false with feedback on wrong and right answers, and a general one',
      'Rungs get slippery.{TRUE#They do.#Right!####Wet shoes slip.}',
      [
        'boolean',
        '<p>Rungs get slippery.</p>',
        '*True',
        'False',
        '<p>Wet shoes slip.</p><ul><li><strong>True:</strong> Right!</li><li><strong>False:</strong> They do.</li></ul>',
        FEEDBACK,
      ],
    ],
    [
      'weights that add up to all of several answers',
      'Who may climb?{~%50%Ann ~%50%Bob ~%-100%Nobody}',
      ['multiple', '<p>Who may climb?</p>', '*Ann', '*Bob', 'Nobody'],
    ],
    [
      'a half correct answer beside a correct one',
      'Who may climb?{~Ann ~%50%Bob =Cleo}',
      ['single', '<p>Who may climb?</p>', 'Ann', 'Bob', '*Cleo', PARTIAL],
    ],
    [
      'weights of different size',
      'Who may climb?{~%75%Ann ~%25%Bob ~Cleo}',
      ['multiple', '<p>Who may climb?</p>', '*Ann', '*Bob', 'Cleo', PARTIAL],
    ],
    [
      'several correct answers of which one is enough',
      'Who may climb?{=Ann =Bob ~Cleo}',
      [
        'multiple',
        '<p>Who may climb?</p>',
        '*Ann',
        '*Bob',
        'Cleo',
        'Each of several answers was correct by itself in the file. Learners have to choose all of them here.',
      ],
    ],
    [
      'feedback',
      'Safe?{=Yes#Of course ~No#Think again####Read the label.}',
      [
        'single',
        '<p>Safe?</p>',
        '*Yes',
        'No',
        '<p>Read the label.</p><ul><li><strong>Yes:</strong> Of course</li><li><strong>No:</strong> Think again</li></ul>',
        FEEDBACK,
      ],
    ],
    [
      'escaped control characters',
      'Is a\\=b \\{c\\} \\#1 \\~ \\: \\\\?{=\\= ~\\~ ~\\\\n ~a\\nb}',
      ['single', '<p>Is a=b {c} #1 ~ : \\?</p>', '*=', '~', '\\n', 'a b'],
    ],
    ['a title', '::Ladders 1::Safe?{=Yes ~No}', ['single', '<p>Safe?</p>', '*Yes', 'No']],
    ['a title on a line of its own', '::Ladders 1::\nSafe?{=Yes ~No}', ['single', '<p>Safe?</p>', '*Yes', 'No']],
    [
      'HTML',
      '[html]<p>Is <b>it</b> safe?</p>{=<i>Yes</i> &amp; no ~No}',
      [
        'single',
        '<p>Is <b>it</b> safe?</p>',
        '*Yes & no',
        'No',
        'Answers are plain text here, so their formatting was removed.',
      ],
    ],
    ['plain text with angle brackets', '[plain]Is 1 <b 2?{=Yes ~No}', ['single', '<p>Is 1 &lt;b 2?</p>', '*Yes', 'No']],
    [
      'Markdown',
      '[markdown]Is *it* safe?{=Yes ~No}',
      ['single', '<p>Is *it* safe?</p>', '*Yes', 'No', 'Its Markdown is shown as it is typed.'],
    ],
    ['a format of one answer', 'Safe?{=[plain]<b> ~[html]<p>No</p>}', ['single', '<p>Safe?</p>', '*<b>', 'No']],
    ['a comment inside', '// about\nSafe?{\n// the first\n=Yes\n~No}', ['single', '<p>Safe?</p>', '*Yes', 'No']],
    ['Windows line ends', 'Safe?{\r\n=Yes\r\n~No\r\n}\r\n', ['single', '<p>Safe?</p>', '*Yes', 'No']],
    ['a blank line between answers', 'Safe?{\n=Yes\n\n~No\n}', ['single', '<p>Safe?</p>', '*Yes', 'No']],
    ['scripts', '[html]<p>Safe?<script>alert(1)</script></p>{=Yes ~No}', ['single', '<p>Safe?</p>', '*Yes', 'No']],
    [
      'a picture of the web',
      '[html]<img src\\="https\\://x.test/a.png">?{=Yes ~No}',
      ['single', '<img src="/api/v1/pictures/00000000-0000-4000-8000-000000000001" />?', '*Yes', 'No'],
    ],
    ['essays', 'Tell.{}', ['Line 1', `Essay questions ${ONLY}`]],
    ['numbers', 'How many?{#4:1}', ['Line 1', `Numerical questions ${ONLY}`]],
    ['short answers', 'Who?{=Ann =Bob}', ['Line 1', `Short answer questions ${ONLY}`]],
    ['pairs', 'Match.{=a -> b =c -> d}', ['Line 1', `Matching questions ${ONLY}`]],
    ['a description', 'Just words.', ['Line 1', 'It has no answers in braces { }, so it is not a question.']],
    ['an open brace', 'Safe?{=Yes ~No', ['Line 1', 'Its brace { is never closed.']],
    ['two blocks of answers', 'A {=b ~c} and {=d ~e}', ['Line 1', 'It has more than one pair of braces { }.']],
    ['answers without marks', 'Safe?{Yes, No}', ['Line 1', 'Its answers cannot be read: none begins with = or ~.']],
    ['no correct answer', 'Safe?{~Yes ~No}', ['Line 1', 'No answer is marked as correct.']],
    ['one answer', 'Safe?{~%100%Yes}', ['Line 1', 'It has fewer than two answers.']],
    ['no text', '{=Yes ~No}', ['Line 1', 'It has no question text.']],
    [
      'a picture of the file',
      '[html]<img src\\="@@PLUGINFILE@@/stop%20sign.png">?{=Yes ~No}',
      ['Line 1', 'It shows the picture “stop sign.png”, which is not in the file. Add the question by hand.'],
    ],
  ])('%s', (_, text, expected) => {
    expect(one(text)).toEqual(expected)
  })

  test('questions are divided by blank lines and keep their line, title and category (QPL-015)', () => {
    const text = [
      '// A file',
      '$CATEGORY: $course$/top/Ladders/Safety',
      '',
      '::First::One?{=Yes ~No}',
      '',
      '$CATEGORY: Ropes',
      '::Second::',
      'Two?{',
      '=Yes ~No}',
      'Three{',
      '',
      'Four?{T}',
    ].join('\n')
    expect(readGift(text).map(({ place, title, category, refused }) => [place, title, category, refused])).toEqual([
      ['Line 4', 'First', 'Ladders/Safety', null],
      ['Line 7', 'Second', 'Ropes', 'It has more than one pair of braces { }.'],
      ['Line 12', 'Four?', 'Ropes', null],
    ])
  })

  test.each([
    ['a{=b ~c}', true],
    ['A question\nA. b\nANSWER: A', false],
    ['a\\{b\\}', false],
  ])('%j looks like GIFT: %s (QPL-015)', (text, expected) => {
    expect(looksLikeGift(text)).toBe(expected)
  })
})
