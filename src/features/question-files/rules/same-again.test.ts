import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseXml } from '#kernel/format/xml.ts'
import { readGift, writeGift } from './gift.ts'
import { readItem } from './qti.ts'
import { manyQuestions } from './questions.examples.ts'
import { writeQti } from './write-qti.ts'

const read = (questions: ReturnType<typeof readGift>) => questions.map(({ question, refused }) => question ?? refused)

describe('what a pool gives to a file comes back the same (QPL-020)', () => {
  test('GIFT', () => {
    fc.assert(
      fc.property(manyQuestions, (questions) => {
        expect(read(readGift(writeGift('Pool: {1} = #2 ~ \\n', questions)))).toEqual(questions)
      }),
      { numRuns: 150 },
    )
  })

  test('QTI', () => {
    fc.assert(
      fc.property(manyQuestions, (questions) => {
        const files = writeQti(
          { id: 1, title: 'Pool' },
          questions.map((question, at) => ({ ...question, id: at + 1, title: 'A & "b"' })),
        )
        const items = files.slice(1).map(({ content }) => readItem(parseXml(content), 'x', null))
        expect(read(items)).toEqual(questions)
      }),
      { numRuns: 150 },
    )
  })
})
