import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../../tests/journeys')
const files = fs.readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.spec.ts'))

/** The kinds of people that each journey of a file acts as; who is only read by name does not count. */
const actorsByJourney = (text: string): string[][] =>
  text
    .split(/^ *test\(/m)
    .map((part) => [
      ...new Set(
        [...part.matchAll(/(?<!\{[^}]*\} = )personOf\(info, '(\w+)'\)(?!\.name)/g)].map(([, kind = '']) => kind),
      ),
    ])

const journeys = files.map((file) => {
  const text = fs.readFileSync(path.join(root, file), 'utf8')
  return { file, actors: actorsByJourney(text), runsInSequence: /mode: '(serial|default)'/.test(text) }
})

test('no two files of journeys act as the same person, whose sign-in in one would end the session in the other', () => {
  const filesOf = new Map<string, string[]>()
  for (const { file, actors } of journeys)
    for (const kind of new Set(actors.flat())) filesOf.set(kind, [...(filesOf.get(kind) ?? []), file])
  expect(filesOf.size).toBeGreaterThan(100)
  expect([...filesOf].filter(([, places]) => places.length > 1)).toEqual([])
})

test('journeys of one file that act as the same person run in sequence', () => {
  const shared = journeys
    .filter(({ runsInSequence }) => !runsInSequence)
    .flatMap(({ file, actors }) => {
      const kinds = actors.flat()
      return kinds.filter((kind, index) => kinds.indexOf(kind) !== index).map((kind) => `${file}: ${kind}`)
    })
  expect(shared).toEqual([])
})
