import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkBoundaries, checkTree } from './boundaries.mjs'

let src: string

beforeEach(() => {
  src = fs.mkdtempSync(path.join(os.tmpdir(), 'boundaries-'))
})

afterEach(() => fs.rmSync(src, { recursive: true, force: true }))

/** Writes the files and returns the findings of the check. */
function check(files: Record<string, string>) {
  write(files)
  return checkBoundaries(src).problems
}

/** Writes the files and returns the findings of the check of cycles and sizes, with these exceptions. */
function checkAll(
  files: Record<string, string>,
  exceptions: Partial<Record<'long' | 'full' | 'circles', string>> = {},
) {
  write(files)
  const { long, full, circles } = exceptions
  const named = (name?: string) => (name ? { [name]: 'a reason' } : {})
  return checkTree(src, { long: named(long), full: named(full), circles: named(circles) })
}

function write(files: Record<string, string>) {
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(src, name)), { recursive: true })
    fs.writeFileSync(path.join(src, name), text)
  }
}

test('downward imports are allowed, by # and by relative paths, and across features through their public files', () => {
  expect(
    check({
      'kernel/money.ts': `export const cents = 1`,
      'platform/db.ts': `import { cents } from '#kernel/money.ts'; export const db = cents`,
      'ui/button.tsx': `import { cents } from '#kernel/money.ts'; export const Button = () => <b>{cents}</b>`,
      'standins/stripe.ts': `import '#kernel/money.ts'`,
      'features/credits/errors.ts': `export const errors = []`,
      'features/credits/rules/ledger.ts': `import { cents } from '#kernel/money.ts'; export const rule = cents`,
      'features/credits/contract.ts': `import { rule } from './rules/ledger.ts'; import './errors.ts'; export const call = rule`,
      'features/credits/server/store.ts': `import '#platform/db.ts'; export const store = 1`,
      'features/credits/server/api.ts': `import './store.ts'; import '../contract.ts'; export const api = 1`,
      'features/credits/web/public.ts': `export const badge = 1`,
      'features/orders/server/routes.ts': `import { api } from '#features/credits/server/api.ts'; export default api`,
      'features/orders/web/list.tsx': `import '#features/credits/web/public.ts'; import '#features/credits/contract.ts'; import '#ui/button.tsx'`,
      'app/server.ts': `import '#features/orders/server/routes.ts'; import '#standins/stripe.ts'; import '#ui/button.tsx'`,
    }),
  ).toEqual([])
})

test.each([
  ['kernel/a.ts', '#platform/db.ts'],
  ['kernel/a.ts', '../ui/button.tsx'],
  ['platform/a.ts', '#features/credits/server/api.ts'],
  ['platform/a.ts', '#standins/stripe.ts'],
  ['platform/a.ts', '#app/server.ts'],
  ['ui/a.ts', '#platform/db.ts'],
  ['ui/a.ts', '#features/credits/contract.ts'],
  ['standins/a.ts', '#platform/db.ts'],
  ['features/orders/rules/a.ts', '../contract.ts'],
  ['features/orders/rules/a.ts', '#features/credits/rules/ledger.ts'],
  ['features/orders/contract.ts', '#features/credits/rules/ledger.ts'],
  ['features/orders/contract.ts', '#platform/db.ts'],
  ['features/orders/server/a.ts', '#features/credits/server/store.ts'],
  ['features/orders/server/a.ts', '#features/credits/contract.ts'],
  ['features/orders/server/a.ts', '#standins/stripe.ts'],
  ['features/orders/server/a.ts', '../web/list.tsx'],
  ['features/orders/web/a.ts', '../server/api.ts'],
  ['features/orders/web/a.ts', '#features/credits/web/screens/deep.tsx'],
  ['features/orders/web/a.ts', '#platform/db.ts'],
  ['features/orders/web/a.ts', '#app/server.ts'],
  ['features/orders/web/a.ts', '#features/credits/web/screens/public.ts'],
])('%s may not import %s', (file, target) => {
  const problems = check({ [file]: `import '${target}'` })
  expect(problems).toHaveLength(1)
  expect(problems[0]).toMatch(new RegExp(`^${file}:1 may not import `))
})

test.each([
  ['a type', `import type { Db } from '#platform/db.ts'`],
  ['a re-export', `export { db } from '#platform/db.ts'`],
  ['a re-export of everything', `export * from '#platform/db.ts'`],
  ['a later import', `const load = () => import('#platform/db.ts')`],
  ['typeof import', `type Db = typeof import('#platform/db.ts')`],
  ['a worker', `new Worker(new URL('../platform/db.ts', import.meta.url))`],
])('%s counts as an import', (_, text) => {
  expect(check({ 'kernel/a.ts': `\n${text}` })).toEqual(['kernel/a.ts:2 may not import platform/db.ts'])
})

test.each([
  ['a computed import', `import(name)`, 'imports a computed name, which no check can follow'],
  ['a template', 'import(`#platform/db.ts`)', 'imports a computed name, which no check can follow'],
  ['import.meta.glob', `import.meta.glob('./*.ts')`, 'uses import.meta.glob; features are listed by name'],
  ['require', `require('./b.ts')`, 'uses require()'],
])('%s is refused', (_, text, problem) => {
  expect(check({ 'platform/a.ts': text })).toEqual([`platform/a.ts:1 ${problem}`])
})

test('the app layer may load a built file with a computed name', () => {
  expect(check({ 'app/pages.ts': `import(name)` })).toEqual([])
})

test('a browser layer may not import a module of Node', () => {
  expect(check({ 'features/orders/web/a.ts': `import 'node:fs'`, 'platform/a.ts': `import 'node:fs'` })).toEqual([
    'features/orders/web/a.ts:1 may not import node:fs: a browser loads this layer',
  ])
})

test('a file outside every layer, JSX that Node would run, and an import from outside src are refused', () => {
  expect(
    check({
      'helpers/a.ts': '',
      'features/orders/helpers.ts': '',
      'platform/mail.tsx': `export const Mail = () => <p />`,
      'app/a.ts': `import '../../tests/make.ts'`,
    }),
  ).toEqual([
    'app/a.ts:1 may not import ../../tests/make.ts, which is outside src/',
    'features/orders/helpers.ts is in no layer',
    'helpers/a.ts is in no layer',
    'platform/mail.tsx holds JSX, but Node runs it',
  ])
})

test('features in a cycle are found, with the imports that close it', () => {
  const problems = check({
    'features/a/server/api.ts': `import '#features/b/server/api.ts'`,
    'features/b/server/api.ts': `import '#features/c/server/api.ts'`,
    'features/c/server/api.ts': `import '#features/a/server/api.ts'`,
  })
  expect(problems).toHaveLength(1)
  expect(problems[0]).toContain('features in a circle: a → b → c → a')
  expect(problems[0]).toContain('features/c/server/api.ts:1 → features/a/server/api.ts')
})

test('tests may import what they need, and nobody imports a test', () => {
  expect(
    check({
      'kernel/a.test.ts': `import '#platform/db.ts'; import '../../tests/make.ts'`,
      'kernel/a.ts': `import './a.test.ts'`,
    }),
  ).toEqual(['kernel/a.ts:1 may not import the test kernel/a.test.ts'])
})

test.each([
  `query.where('publication_status', '=', 2)`,
  `query.where('o.status', 'in', [1, 5])`,
  'sql`e.approval_status = 3`',
  'sql`c.publication_status in (2, 3)`',
  'const page = { publication_status: 2 }',
  'const isDone = status === 2',
  'const isOpen = course.publication_status !== 1',
  'const PUBLISHED = 2',
])('a status that is a bare number is found: %s', (text) => {
  expect(check({ 'kernel/a.ts': text })).toEqual([expect.stringContaining('kernel/a.ts:1 has the bare status')])
})

test('status constants, types, HTTP statuses and tests are left alone', () => {
  expect(
    check({
      'kernel/product/statuses.ts': `export const PUBLICATION = { published: 2 }; const a = { status: 1 }`,
      'kernel/a.ts': `type A = { status: 1 | 2 }; const b = answer.status === 404; const c = { status: 422 }; const d = run.status !== 0`,
      'kernel/b.ts': `query.where('status', '=', PROGRESS.success); const e = { publication_status: PUBLICATION.published }`,
      'kernel/c.test.ts': `expect(order).toMatchObject({ status: 3 })`,
    }),
  ).toEqual([])
})

test.each([
  ['a value', `import { b } from './b.ts'`],
  ['a type', `import type { B } from './b.ts'`],
  ['a type among others', `import { type B } from '#kernel/b.ts'`],
  ['a re-exported type', `export type { B } from './b.ts'`],
  ['a later import', `const load = () => import('./b.ts')`],
  ['a file with a query', `import './b.ts?raw'`],
])('files that import each other are found: %s', (_, text) => {
  const circle = { 'src/kernel/a.ts': text, 'src/kernel/b.ts': `import type { A } from './a.ts'` }
  expect(checkAll({ ...circle, 'src/kernel/c.ts': `import './a.ts'` })).toEqual([
    'files in a circle: src/kernel/a.ts → src/kernel/b.ts → src/kernel/a.ts',
  ])
  expect(checkAll({}, { circles: 'src/kernel/' })).toEqual([])
  expect(checkAll({}, { circles: 'src/kernel/a' })).toHaveLength(1)
})

test('the shortest path around a longer cycle of files is reported, in tests as well', () => {
  const files = {
    'tests/a.ts': `import './b.ts'; import './c.ts'`,
    'tests/b.ts': `import '../src/kernel/d.ts'; import './c.ts'`,
    'tests/c.ts': `import './a.ts'`,
    'src/kernel/d.ts': '',
  }
  expect(checkAll(files)).toEqual([
    'files in a circle: tests/a.ts → tests/c.ts → tests/a.ts',
    'files in a circle: tests/b.ts → tests/c.ts → tests/a.ts → tests/b.ts',
  ])
  expect(checkAll({ 'tests/c.ts': '' })).toEqual([])
})

test('a folder of code or migrations has at most 30 files, not counting subfolders', () => {
  const filled = (folder: string, count: number, end = 'ts') =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`${folder}/${at}.${end}`, '']))
  const files = {
    ...filled('src/kernel', 30),
    ...filled('src/kernel/money', 30),
    ...filled('docs/decisions', 40, 'md'),
  }
  expect(checkAll(files)).toEqual([])
  const folders = ['bench', 'migrations', 'scripts/vite', 'src/kernel', 'tests/journeys']
  const full = folders.map((folder) => `${folder} holds 31 files; 30 is the most`)
  const more = { ...filled('bench', 31), ...filled('scripts/vite', 31), ...filled('tests/journeys', 31) }
  expect(checkAll({ ...more, ...filled('migrations', 31, 'sql'), 'src/kernel/one-more.md': '' })).toEqual(full)
  expect(checkAll({}, { full: 'migrations' })).toEqual(full.filter((each) => !each.startsWith('migrations')))
})

test('a file has at most 400 lines, unless it is generated or listed', () => {
  const lines = (count: number) => '// A line\n'.repeat(count)
  expect(
    checkAll({
      'src/kernel/a.ts': lines(400),
      'src/platform/db/db-types.ts': lines(1000),
      'src/app/routeTree.gen.ts': lines(1000),
      'src/kernel/notes.md': lines(1000),
    }),
  ).toEqual([])
  const long = ['bench/main.ts has 402 lines; 400 is the most', 'src/ui/theme.css has 401 lines; 400 is the most']
  expect(checkAll({ 'src/ui/theme.css': lines(401), 'bench/main.ts': lines(402) })).toEqual(long)
  expect(checkAll({}, { long: 'src/ui/theme.css' })).toEqual(long.slice(0, 1))
})
