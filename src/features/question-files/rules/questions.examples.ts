import fc from 'fast-check'
import { cleanHtmlOrNull } from '#kernel/html.ts'
import { inOneLine } from '#kernel/words.ts'
import type { FileQuestion } from './found.ts'
import { escapeText, withoutControls } from './html.ts'

/** Random questions as pools hold them, with characters that mean something in one of the formats. */

const NASTY = [
  ...['\\', '\\n', '~', '=', '#', '####', '{', '}', ':', '::', '->', '//', '$CATEGORY: x', '[html]', '[plain]', '%50%'],
  ...[
    '<',
    '>',
    '&',
    '&amp;',
    '&nbsp;',
    '&#10;',
    '"',
    "'",
    "'=1",
    '=1+1',
    '-5',
    '@x',
    '+1',
    ';=2',
    ';',
    ',',
    '|',
    ']]>',
    '<!--',
  ],
  ...['<b>', '<p>', 'ANSWER: A', 'A.', 'A)', 'True', 'FALSE', '_____', 'é', '漢', '🙂', '\u00a0', '\u200b', 'עב', '  '],
]
const piece = fc.oneof(
  fc.constantFrom(...NASTY),
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.lorem({ maxCount: 3 }),
)
const words = fc
  .array(piece, { minLength: 1, maxLength: 5 })
  .map((pieces) => inOneLine(withoutControls(pieces.join(''))).normalize())
  .filter((text) => text !== '')

const inline = words.map(escapeText)
const block = fc.oneof(
  inline.map((text) => `<p>${text}</p>`),
  fc.tuple(inline, inline).map(([a, b]) => `<p>${a}<strong>${b}</strong><br />${b}</p>`),
  fc.tuple(inline, inline).map(([a, b]) => `<ul><li>${a}</li><li><em>${b}</em></li></ul>`),
  fc.tuple(inline, inline).map(([a, b]) => `<pre>${a}\n${b}</pre>`),
  inline.map((text) => `<p><a href="https://x.test/?a=1&amp;b={2}#c">${text}</a></p>`),
  inline.map(
    (text) => `<p style="text-align:center">${text} <img src="/media/1" alt="${text.replaceAll('"', '&quot;')}" /></p>`,
  ),
  inline.map((text) => `<table><tbody><tr><td colspan="2">${text}</td></tr></tbody></table>`),
)
const html = fc
  .array(block, { minLength: 1, maxLength: 3 })
  .map((blocks) => cleanHtmlOrNull('full', blocks.join('\n')))
  .filter((text) => text !== null)

const options = fc.uniqueArray(words, { minLength: 2, maxLength: 30 })
const explanation = fc.option(html)

const single = fc.tuple(html, options, fc.nat(), explanation).map(([text, texts, at, why]) => ({
  type: 'single' as const,
  text,
  answers: texts.map((one, index) => ({ text: one, is_correct: index === at % texts.length })),
  explanation: why,
}))
const multiple = fc
  .tuple(html, options, fc.array(fc.boolean(), { minLength: 30, maxLength: 30 }), explanation)
  .map(([text, texts, marks, why]) => ({
    type: 'multiple' as const,
    text,
    answers: texts.map((one, at) => ({ text: one, is_correct: at === 0 || marks[at] === true })),
    explanation: why,
  }))
const boolean = fc.tuple(html, fc.boolean(), explanation).map(([text, isTrue, why]) => ({
  type: 'boolean' as const,
  text,
  answers: [
    { text: 'True', is_correct: isTrue },
    { text: 'False', is_correct: !isTrue },
  ],
  explanation: why,
}))

export const manyQuestions: fc.Arbitrary<FileQuestion[]> = fc.array(fc.oneof(single, multiple, boolean), {
  minLength: 1,
  maxLength: 6,
})
