import fs from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

const FOLDER = path.resolve(import.meta.dirname, '../../../migrations')

/** The SQL in `migrations/*.sql` without function bodies, which run later. */
const files = fs
  .readdirSync(FOLDER)
  .sort()
  .map((name) => {
    const sql = fs.readFileSync(path.join(FOLDER, name), 'utf8').replaceAll(/\$(\w*)\$.*?\$\1\$/gs, '$$$$')
    return { name, sql, statements: sql.replaceAll(/--.*$/gm, '').split(';') }
  })
const statements = files.flatMap((file) => file.statements.map((each) => each.trim().replaceAll(/\s+/g, ' ')))

const DEFINITION =
  /^create (?:unlogged |unique |or replace )*(table|view|domain|type|function|aggregate|index|trigger|policy) (\w+)(?:.*? on (\w+))?/

test.each(files)('$name says at the top what it is about', ({ sql }) => {
  expect(sql).toMatch(/^-- [A-Z]/)
})

test('every table, view and function has a sentence above it that says what it contains or does', () => {
  const lines = files.flatMap(({ sql }) => sql.split('\n'))
  const isDescribed = (line: string) => /^create (unlogged )?(table|view|function) /.test(line)
  expect(lines.filter(isDescribed).length).toBeGreaterThan(200)
  expect(lines.filter((line, at) => isDescribed(line) && !/^-- .*\.$/.test(lines[at - 1] ?? ''))).toEqual([])
})

describe('until the first release, each object is defined once and in its final form', () => {
  test('nothing is defined twice', () => {
    const names = statements.flatMap((sql) => {
      const [, kind = '', name = '', table = ''] = DEFINITION.exec(sql) ?? []
      if (!kind) return []
      return [['trigger', 'policy'].includes(kind) ? `${kind} ${name} on ${table}` : `${kind} ${name}`]
    })
    expect(names.length).toBeGreaterThan(300)
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  })

  test('nothing is changed, replaced or dropped afterwards', () => {
    // Two tables that name each other need one reference after both.
    const changes = /^(drop|create or replace|alter table \w+ (add(?! foreign key)|drop|alter|rename|no force))\b/
    expect(statements.filter((sql) => changes.test(sql))).toEqual([])
  })

  test('no rows are written: the tenant wall would hide them from the owner of the tables', () => {
    expect(statements.filter((sql) => /^(insert|update|delete|merge|with|copy|truncate)\b/.test(sql))).toEqual([])
  })
})
