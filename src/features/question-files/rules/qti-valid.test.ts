import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseXml } from '#kernel/format/xml.ts'
import { cleanHtml, cleanHtmlOrNull } from '#kernel/html.ts'
import { formattedPart } from '../../../../tests/journeys/kit/rich-text.ts'
import { qtiProblems } from '../../../../tests/qti/schema.ts'
import { readItem } from './qti.ts'
import { manyQuestions } from './questions.examples.ts'
import { writeQti } from './write-qti.ts'

const ANSWERS = [
  { text: 'Yes', is_correct: true },
  { text: 'No', is_correct: false },
]

const itemOf = (text: string): string => {
  const question = { id: 7, title: 'A', type: 'single' as const, text, answers: ANSWERS, explanation: text }
  return writeQti({ id: 1, title: 'Pool' }, [question])[1]?.content as string
}

/** Everything that the toolbar makes, and what a text may hold besides, as the cleaner writes it. */
const FORMATS: readonly (readonly [what: string, html: string])[] = [
  ['bold', '<p>A <strong>rung</strong></p>'],
  ['italic', '<p>A <em>rung</em></p>'],
  ['underline', '<p>A <u>rung</u></p>'],
  ['struck', '<p>A <s>rung</s> and <del>step</del></p>'],
  ['marked', '<p>A <mark>rung</mark> and <ins>step</ins></p>'],
  ['marks in marks', '<p><strong>A <u>rung <em>here</em></u></strong></p>'],
  ['small, raised, lowered', '<p>m<sup>2</sup> H<sub>2</sub>O <small>small</small> <code>x</code></p>'],
  ['an abbreviation', '<p><abbr title="Occupational Safety">OSHA</abbr></p>'],
  ['a color', '<p><span style="color:#cc0000">red</span></p>'],
  ['an aligned paragraph', '<p style="text-align:center">Middle</p>'],
  ['a class of its own', '<p class="note wide">Note</p>'],
  ['a class that looks like ours', '<p class="html:u">Note</p>'],
  ['another language', '<p lang="es" dir="ltr">Escalera</p>'],
  ['headings', '<h2>Ladders</h2><h3>Feet</h3><p>x</p>'],
  ['a quote', '<blockquote><p>Look up.</p></blockquote>'],
  ['a quote of bare words', '<blockquote cite="https://example.com/q">Look up.</blockquote>'],
  ['a list', '<ul><li>One</li><li><p>Two</p><ul><li>Deep</li></ul></li></ul>'],
  ['a numbered list that begins later', '<ol start="4" type="a"><li>Four</li></ol>'],
  ['a link', '<p><a href="https://example.com/a?b=1&amp;c=2#d">here</a></p>'],
  ['a link into a new window', '<p><a href="https://example.com" target="_blank" rel="noopener">here</a></p>'],
  ['a link without an address', '<p><a>here</a></p>'],
  ['a link with characters that no address has', '<p><a href="https://example.com/{a} 100%|é">here</a></p>'],
  ['a picture', '<p><img src="/media/1" alt="A ladder" width="40" height="30" /></p>'],
  ['a picture that nobody has described', '<p><img src="/media/1" loading="lazy" /></p>'],
  ['a picture with a caption', '<figure><img src="/media/1" alt="" /><figcaption>A ladder</figcaption></figure>'],
  [
    'a table',
    '<table><tbody><tr><th scope="col">a</th></tr><tr><td colspan="2" rowspan="2">b</td></tr></tbody></table>',
  ],
  [
    'a table with everything',
    '<table><caption>Loads</caption><colgroup><col span="2" width="40" /></colgroup><thead><tr><th>a</th></tr></thead><tbody><tr><td>b</td></tr></tbody><tfoot><tr><td>c</td></tr></tfoot></table>',
  ],
  ['a table of a head alone', '<table><thead><tr><th>a</th></tr></thead></table>'],
  ['a table without a part', '<table><tr><td>a</td></tr></table>'],
  ['an empty row', '<table><tbody><tr></tr></tbody></table>'],
  ['terms', '<dl><dt>Rung</dt><dd><p>A step</p></dd></dl>'],
  ['terms in paragraphs', '<dl><dt><p>Rung</p></dt><dd>A step</dd></dl>'],
  ['terms in divisions', '<dl><div><dt>Rung</dt><dd>A step</dd></div></dl>'],
  ['preformatted text', '<pre><code class="language-js">a = 1\n  b = 2</code></pre>'],
  ['a line', '<p>a<br />b</p><hr />'],
  ['a paragraph that holds a block', '<p>a<div>b</div></p>'],
  ['a mark around blocks', '<strong><p>a</p></strong>'],
  ['bare words', 'Just words &amp; more'],
]

describe('an item of QTI 2.1 is valid against its schema and reads back the same (QPL-020, QPL-024)', () => {
  test.each(FORMATS)('%s', (_, html) => {
    const text = cleanHtml('full', html)
    expect(text).not.toBe('')
    const xml = itemOf(text)
    expect(qtiProblems(xml)).toEqual([])
    expect(readItem(parseXml(xml), 'x', null).question).toMatchObject({ text, explanation: text })
  })

  test('any text that an editor can hold', () => {
    fc.assert(
      fc.property(fc.array(formattedPart, { minLength: 1, maxLength: 3 }), (parts) => {
        const text = cleanHtmlOrNull('full', parts.join(''))
        if (text === null) return
        const xml = itemOf(text)
        expect(qtiProblems(xml)).toEqual([])
        expect(readItem(parseXml(xml), 'x', null).question).toMatchObject({ text, explanation: text })
      }),
      { numRuns: 150 },
    )
  })

  test('any question', () => {
    fc.assert(
      fc.property(manyQuestions, (questions) => {
        const files = writeQti(
          { id: 1, title: 'Pool' },
          questions.map((question, at) => ({ ...question, id: at + 1, title: 'A & "b"' })),
        )
        expect(files.slice(1).flatMap(({ content }) => qtiProblems(content))).toEqual([])
      }),
      { numRuns: 60 },
    )
  })

  test.each([
    ['an element of HTML alone', '<p>A <u>rung</u></p>', 'u in p'],
    ['a style', '<p style="color:red">A</p>', 'p style="color:red"'],
    ['a picture without words', '<p><img src="a.png"/></p>', 'img without alt'],
    ['words in a table', '<table>a<tbody><tr><td>b</td></tr></tbody></table>', 'table holds words'],
    [
      'a foot behind a body',
      '<table><tbody><tr><td>b</td></tr></tbody><tfoot><tr><td/></tr></tfoot></table>',
      'tfoot in table at 1',
    ],
    ['a block in a paragraph', '<p><div>a</div></p>', 'div in p'],
  ])('the schema of the tests refuses %s', (_, html, problem) => {
    expect(qtiProblems(itemOf('<p>x</p>').replace('<p>x</p>', html))).toContain(problem)
  })
})
