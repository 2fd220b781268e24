import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { PLACES, WITH_HISTORY } from './rewrite.ts'
import { SOURCES } from './uses.ts'

const MIGRATIONS = path.resolve(import.meta.dirname, '../../../../migrations')
/** The tables whose records name files, each with the columns that its triggers look at. */
const named = new Map(
  fs
    .readdirSync(MIGRATIONS)
    .flatMap((file) =>
      [
        ...fs
          .readFileSync(path.join(MIGRATIONS, file), 'utf8')
          .matchAll(/^select note_media_uses_of\('(\w+)', ([^)]+)\);/gm),
      ].map(([, table = '', columns = '']) => [table, columns.replaceAll("'", '').split(', ')] as const),
    ),
)
/** These get a new version, which their owners write; what was saved before stays as it was. */
const OF_OTHERS = ['pages', 'page_versions', 'site_versions', ...Object.keys(WITH_HISTORY)]

test('every table whose uses of files are stored says how the library names its records (UPL-051)', () => {
  expect(named.size).toBeGreaterThan(15)
  expect(SOURCES.map(({ table }) => table).sort()).toEqual([...named.keys()].sort())
})

test('a replacement writes every column that can name a file (UPL-054)', () => {
  const written = Object.entries(PLACES).map(([table, { texts = [], blocks = [], ids, hasCaptions }]) => [
    table,
    [...texts, ...blocks, ...(ids ? ['media_id'] : []), ...(hasCaptions ? ['captions'] : [])].sort(),
  ])
  const expected = [...named]
    .filter(([table]) => !OF_OTHERS.includes(table))
    .map(([table, columns]) => [table, columns.toSorted()])
  expect(Object.fromEntries(written)).toEqual(Object.fromEntries(expected))
})
