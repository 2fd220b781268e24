import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { changedFiles, touchedTests } from './changed.mjs'

const files = new Map([
  ['src/features/cart/rules/cart.ts', '/** A tier is taken whole (CRT-012). */'],
  ['src/features/cart/server/cart.api.test.ts', "test('a cart is kept (CRT-001)', …)"],
  ['src/features/orders/server/orders.api.test.ts', "test('an order takes the tier of its cart (CRT-012)', …)"],
  ['src/features/pages/server/pages.api.test.ts', "test('a page is shown (PGB-001)', …)"],
  ['tests/journeys/cart.spec.ts', "import { at } from './kit/kit.ts'\ntest('a visitor fills a cart (CRT-001)', …)"],
  ['tests/journeys/pages.spec.ts', "import { write } from './kit/write.ts'\ntest('a page is written (PGB-002)', …)"],
  ['tests/journeys/kit/write.ts', "import { words } from './words.ts'"],
  ['tests/journeys/kit/words.ts', ''],
  ['tests/journeys/kit/kit.ts', ''],
])

test.each<[string, string[], 'all' | string[]]>([
  [
    'a feature leads to its own tests and to those that prove its requirements',
    ['src/features/cart/rules/cart.ts'],
    [
      'src/features/cart/server/cart.api.test.ts',
      'src/features/orders/server/orders.api.test.ts',
      'tests/journeys/cart.spec.ts',
    ],
  ],
  [
    'a helper of journeys leads to those that use it',
    ['tests/journeys/kit/words.ts'],
    ['tests/journeys/pages.spec.ts'],
  ],
  ['a journey leads to itself', ['tests/journeys/cart.spec.ts'], ['tests/journeys/cart.spec.ts']],
  ['what all is built on leads to everything', ['src/platform/db/db.ts'], 'all'],
  ['so does the schema', ['migrations/010-portals.sql'], 'all'],
  ['so do packages', ['package-lock.json'], 'all'],
  ['a text leads to nothing', ['docs/glossary.md', 'src/ui/README.md', 'src/features/cart/README.md'], []],
  ['a script leads to no test of the API', ['scripts/test.mjs'], []],
])('%s', (_, changed, touched) => {
  expect(touchedTests(changed, files)).toEqual(touched)
})

test('changed files are those that differ from a commit, including new ones', () => {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'portico-changed-'))
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.com', ...args], { cwd: root })
  git('init', '-q')
  for (const name of ['kept', 'edited', 'committed']) fs.writeFileSync(path.join(root, name), name)
  git('add', '.')
  git('commit', '-qm', 'first')
  fs.writeFileSync(path.join(root, 'committed'), 'more')
  git('commit', '-qam', 'second')
  fs.writeFileSync(path.join(root, 'edited'), 'more')
  fs.writeFileSync(path.join(root, 'new'), 'new')
  expect(changedFiles(root)).toEqual(['edited', 'new'])
  expect(changedFiles(root, 'HEAD~1')).toEqual(['committed', 'edited', 'new'])
  fs.rmSync(root, { recursive: true })
})
