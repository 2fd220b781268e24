import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { foldText } from '#kernel/fold.ts'
import { createTestDatabase, type TestDatabase } from '../../../tests/database.ts'
import { searchPatterns } from './search-text.ts'

let database: TestDatabase
let client: pg.Client

beforeAll(async () => {
  database = await createTestDatabase()
  client = new pg.Client(database.app)
  await client.connect()
})
afterAll(async () => {
  await client?.end()
  await database?.drop()
})

const foldInSql = async (texts: readonly string[]): Promise<string[]> => {
  const { rows } = await client.query<{ folded: string }>(
    'select fold_text(t.given) as folded from unnest($1::text[]) with ordinality t (given, place) order by place',
    [texts],
  )
  return rows.map(({ folded }) => folded)
}

describe('the database folds texts like the program (CAT-044, API-029)', () => {
  test('every character of Unicode that both know', async () => {
    const characters: string[] = []
    for (let code = 1; code <= 0x10ffff; code++) {
      const character = String.fromCodePoint(code)
      if (!/[\p{Cn}\p{Co}\p{Cs}]/u.test(character)) characters.push(`a${character}b`)
    }
    const { rows } = await client.query<{ is_known: boolean }>(
      `select unicode_assigned(t.given) as is_known from unnest($1::text[]) with ordinality t (given, place) order by place`,
      [characters],
    )
    const texts = characters.filter((_, at) => rows[at]?.is_known)
    expect(texts.length).toBeGreaterThan(150_000)
    const folded = await foldInSql(texts)
    expect(texts.filter((text, at) => foldText(text) !== folded[at])).toEqual([])
  }, 120_000)

  test('any text of letters, accents, quotation marks and spaces', async () => {
    const letter = fc.constantFrom(
      ...'aZéÉüßẞœÆøŁıİΣςσάй’‘\'"“´ʼ–- １Ａﬁ',
      '\u0301',
      '\u0308',
      '\u0323',
      '\u00ad',
      '\u200d',
      '각',
      'が',
      'か\u3099',
    )
    const text = fc.oneof(fc.string({ unit: letter, maxLength: 30 }), fc.string({ unit: 'grapheme', maxLength: 30 }))
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 1, maxLength: 200 }), async (samples) => {
        const texts = samples.map((one) => one.replaceAll('\0', ''))
        const { rows } = await client.query<{ is_known: boolean }>(
          `select unicode_assigned(t.given) as is_known from unnest($1::text[]) with ordinality t (given, place) order by place`,
          [texts],
        )
        const both = texts.filter((_, at) => rows[at]?.is_known)
        expect(both.map(foldText)).toEqual(await foldInSql(both))
      }),
      { numRuns: 50 },
    )
  })

  test('a folded text matches the pattern of any part of it', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'grapheme-ascii', maxLength: 30 }),
        fc.nat(),
        fc.nat(),
        async (text, from, to) => {
          const part = text.slice(Math.min(from % 31, to % 31), Math.max(from % 31, to % 31))
          const { rows } = await client.query<{ holds: boolean }>(
            'select fold_text($1) like all ($2::text[]) as holds',
            [text, searchPatterns(part)],
          )
          expect(rows[0]?.holds).toBe(true)
        },
      ),
    )
  })
})
