import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { COVER_SUBJECTS, coverSvg } from './covers.ts'

const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12)

test('the same course always gets the same cover', () => {
  const input = { title: 'Hazardous Waste Operations', subject: 'hazmat', seed: 7 }
  expect(coverSvg(input)).toBe(coverSvg({ ...input }))
})

test('covers of one subject differ by title and by seed', () => {
  const covers = ['a', 'b', 'c', 'd'].flatMap((title) =>
    [1, 2].map((seed) => digest(coverSvg({ title, subject: 'electrical', seed }).replace(/<title>.*<\/title>/, ''))),
  )
  expect(new Set(covers).size).toBe(8)
})

test('every subject has its own drawing, and an unknown one gets the default', () => {
  const drawings = COVER_SUBJECTS.map((subject) => coverSvg({ title: 'x', subject, seed: 1 }))
  expect(new Set(drawings).size).toBe(COVER_SUBJECTS.length)
  const shapes = (svg: string) => svg.replace(/id="[^"]*"|url\([^)]*\)/g, '')
  expect(shapes(coverSvg({ title: 'x', subject: 'no such thing', seed: 1 }))).toBe(
    shapes(coverSvg({ title: 'x', subject: 'default', seed: 1 })),
  )
})

test('the cover is a well-formed picture without external content, whatever the title', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom(...COVER_SUBJECTS),
      fc.integer(),
      (title, subject, seed) => {
        const svg = coverSvg({ title, subject, seed })
        expect(svg.match(/<svg /g)).toHaveLength(1)
        expect(svg.match(/<title>[^<>]*<\/title>/g)).toHaveLength(1)
        expect(svg).not.toMatch(/<script|on\w+=|href|NaN|undefined|Infinity/)
        // Every element is closed: opening tags minus self-closing ones equal the closing tags.
        const opened = svg.match(/<[a-z][^>]*[^/]>/gi)!.length
        expect(svg.match(/<\//g)).toHaveLength(opened)
      },
    ),
    { numRuns: 200 },
  )
  expect(coverSvg({ title: '<script>&"\'', subject: 'fire' })).toContain(
    '<title>&#60;script&#62;&#38;&#34;&#39;</title>',
  )
})

test('a cover is small enough for a card', () => {
  for (const subject of COVER_SUBJECTS) expect(coverSvg({ title: 'Size', subject }).length).toBeLessThan(14_000)
})
