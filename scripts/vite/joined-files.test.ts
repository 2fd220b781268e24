import { describe, expect, test } from 'vitest'
import { joinedModules, type PageFiles } from './joined-files.ts'

const chunk = (name: string, bytes: number, imports: string[] = [], isDynamicEntry = false, later: string[] = []) => ({
  fileName: `${name}.js`,
  moduleIds: [name],
  imports: imports.map((file) => `${file}.js`),
  dynamicImports: later.map((file) => `${file}.js`),
  isDynamicEntry,
  code: 'x'.repeat(bytes),
})
const page = (name: string, ...imports: string[]) => chunk(name, 100, imports, true)
const pages = (kind: PageFiles['kind'], ...files: string[]) => files.map((file) => ({ kind, files: [file] }))

/** Which modules share a file, each group sorted. */
const together = (files: ReadonlyMap<string, string>): string[] =>
  [...Map.groupBy(files.keys(), (id) => files.get(id)).values()]
    .map((modules) => modules.toSorted().join('+'))
    .toSorted()

describe('files of a build that are joined', () => {
  test('small files that the same pages load become one', () => {
    const chunks = [
      page('people', 'list', 'form'),
      page('orders', 'list', 'form'),
      chunk('list', 900),
      chunk('form', 800),
    ]
    expect(together(joinedModules(chunks, pages('desk', 'people', 'orders')))).toEqual(['form+list'])
  })

  test('a large file is not given to a page that does without', () => {
    const chunks = [
      page('people', 'list', 'editor'),
      page('orders', 'list'),
      chunk('list', 900),
      chunk('editor', 90_000),
    ]
    expect(together(joinedModules(chunks, pages('desk', 'people', 'orders')))).toEqual(['editor', 'list'])
  })

  test('a small one is, when others ask for one file less', () => {
    const chunks = [
      page('people', 'list', 'badge'),
      page('orders', 'list', 'badge'),
      page('reports', 'list'),
      chunk('list', 900),
      chunk('badge', 500),
    ]
    expect(together(joinedModules(chunks, pages('desk', 'people', 'orders', 'reports')))).toEqual(['badge+list'])
    const forLearners = [...pages('desk', 'people', 'orders'), ...pages('learner', 'reports')]
    expect(together(joinedModules(chunks, forLearners))).toEqual(['badge', 'list'])
  })

  test('what a public page loads, now or later, stays as it is, and so do pages', () => {
    const chunks = [
      chunk('home', 100, ['price'], true, ['menu-part.tsx', 'people']),
      page('menu-part.tsx', 'toast'),
      page('people', 'price', 'toast', 'date', 'list'),
      page('orders', 'price', 'toast', 'date', 'list'),
      chunk('toast', 300),
      chunk('price', 300),
      chunk('date', 300),
      chunk('list', 300),
    ]
    const all = [...pages('public', 'home'), ...pages('desk', 'people', 'orders')]
    expect(together(joinedModules(chunks, all))).toEqual(['date+list'])
  })

  test('a dialog that is opened later counts as one who loads', () => {
    const chunks = [
      page('people', 'list'),
      page('orders', 'list'),
      page('dialog', 'fields'),
      page('wizard', 'fields'),
      chunk('list', 9_000),
      chunk('fields', 9_000),
    ]
    expect(together(joinedModules(chunks, pages('desk', 'people', 'orders')))).toEqual(['fields', 'list'])
  })
})
