import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseXml } from '#kernel/format/xml.ts'
import { cleanHtmlOrNull } from '#kernel/html.ts'
import { formattedPart } from '../../../../tests/journeys/kit/rich-text.ts'
import type { FoundQuestion } from './found.ts'
import { readGift, writeGift } from './gift.ts'
import { withData, withFiles } from './pictures.ts'
import { withPictures } from './place-pictures.ts'
import { readItem } from './qti.ts'
import { writeQti } from './write-qti.ts'

const uuid = (at: number) => `01990000-0000-7000-8000-00000000000${at}`
const PICTURES = new Map(
  [1, 2].map((at) => [
    uuid(at),
    { uuid: uuid(at), name: `sign ${at}'s.png`, mime_type: 'image/png', base64: btoa(`picture ${at}`) },
  ]),
)
const picture = fc
  .constantFrom(1, 2)
  .map((at) => `<p>See <img src="/api/v1/pictures/${uuid(at)}" alt="A &quot;sign&quot;" width="8" height="6" /></p>`)

/** Texts with any formatting that an editor makes, and pictures of the library. */
const text = fc
  .array(fc.oneof(formattedPart, picture), { minLength: 1, maxLength: 3 })
  .map((parts) => cleanHtmlOrNull('full', parts.join('')))
  .filter((html) => html !== null)

const question = fc.tuple(text, fc.option(text)).map(([asked, explanation]) => ({
  type: 'single' as const,
  text: asked,
  answers: [
    { text: 'Yes', is_correct: true },
    { text: 'No', is_correct: false },
  ],
  explanation,
}))
const questions = fc.array(question, { minLength: 1, maxLength: 3 })
type Questions = typeof questions extends fc.Arbitrary<infer Q> ? Q : never

const changed = (all: Questions, change: (html: string) => string) =>
  all.map((one) => ({
    ...one,
    text: change(one.text),
    explanation: one.explanation === null ? null : change(one.explanation),
  }))

/** What the library makes of the pictures of a file: those that it had, known by what they hold. */
const placed = (read: readonly FoundQuestion[]) =>
  read
    .map((one) =>
      withPictures(one, (source) => {
        if (source.kind === 'address') return { refused: `${source.address} was fetched` }
        const picture = [...PICTURES.values()].find((known) =>
          source.kind === 'data'
            ? source.base64 === known.base64 && source.name === known.name
            : source.path === `../pictures/${known.uuid}.png`,
        )
        return picture ? { uuid: picture.uuid } : { refused: 'It holds another picture' }
      }),
    )
    .map(({ question, refused }) => question ?? refused)

describe('formatted texts with pictures come back the same (QPL-020, QPL-024, QPL-025)', () => {
  test('GIFT', () => {
    fc.assert(
      fc.property(questions, (all) => {
        const file = writeGift(
          'Pool',
          changed(all, (html) => withData(html, PICTURES)),
        )
        expect(file).not.toContain('/api/v1/pictures/')
        expect(placed(readGift(file))).toEqual(all)
      }),
      { numRuns: 100 },
    )
  })

  test('QTI', () => {
    fc.assert(
      fc.property(questions, (all) => {
        const shown = changed(all, (html) => withFiles(html, (one) => `../pictures/${one}.png`))
        const files = writeQti(
          { id: 1, title: 'Pool' },
          shown.map((one, at) => ({ ...one, id: at + 1, title: 'Q' })),
        )
        const items = files.slice(1).map(({ content }) => readItem(parseXml(content), 'x', null))
        expect(placed(items)).toEqual(all)
      }),
      { numRuns: 100 },
    )
  })
})
