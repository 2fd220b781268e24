import fs from 'node:fs'
import path from 'node:path'
import { createMemoryHistory, createRootRoute, createRoute, createRouter } from '@tanstack/react-router'
import { describe, expect, test } from 'vitest'
import { type RouteRow, routeFilesHere, routesOf, withRouteFiles } from '../../src/app/route-files.ts'
import { routes } from '../../src/app/routes.ts'
import { filesModule, treeModule } from './route-tree.ts'

const root = path.resolve(import.meta.dirname, '../..')
const sources = (folder: string): string[] =>
  fs
    .readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx'))
    .map((name) => path.join(folder, name))

/** Every route's file by its id, according to the file itself. */
const written = new Map(
  [...sources('src/app'), ...sources('src/features')].flatMap((file) => {
    const [, id] = /createFileRoute\(\s*'([^']+)'/.exec(fs.readFileSync(path.join(root, file), 'utf8')) ?? []
    return id ? [[id, file] as const] : []
  }),
)
/** The rows of the module, with the name of a guard or file in place of its value. */
const rowsIn = (text: string): RouteRow[] => {
  const [, tree = ''] = /routeTree = routesOf\(Route, (.*)\)$/s.exec(text) ?? []
  const helpers = text.match(/^const (pages|list) = .*$/gm) ?? []
  const plain = tree
    .replace(/(\.\.\.(?:list\("[^"]+"|pages\(\[[^\]]+\])), (\w+)\)/g, '$1, () => "a file of $2")')
    .replace(/\b(\w+)\(\)/g, '"the next file of $1"')
    .replace(/\(\) => import\(("[^"]+")\)/g, '$1')
    .replace(/\b(guard\d+)\b/g, '"$1"')
  return new Function(`${helpers.join(';')}; return ${plain}`)() as RouteRow[]
}
/** What each address loads when the module runs, as file names. */
const loadsIn = async (text: string, areas: readonly string[]): Promise<string[]> => {
  const files = (area: string) =>
    [...filesModule(routes, '/src', area).matchAll(/import\("([^"]+)"\)/g)].map(
      ([, file]) =>
        async () =>
          file,
    )
  const load = async (name: string) => {
    const [, area] = /\?below=(.+)/.exec(name) ?? []
    return area ? { files: files(area) } : name
  }
  const code = text
    .replace(/^import .*$/gm, '')
    .replace(/\bimport\(/g, 'load(')
    .replace(/\bguard\d+\b/g, 'null')
    .replace('export const routeTree =', 'return')
  const rows = new Function('load', 'Route', 'routesOf', code)(load, null, (_: null, all: unknown) => all) as Row[]
  const all = (some: readonly Row[], above = ''): Promise<string>[] =>
    some.flatMap(([name, source, children = []]) => {
      const id = above + (name.startsWith('/') ? name : `/_${name}`)
      return [...(source ? [source().then((file) => `${id} ${file}`)] : []), ...all(children, id)]
    })
  const shown = rows.filter(([name]) => areas.includes(name))
  return Promise.all(all(shown))
}
type Row = [name: string, source: (() => Promise<string>) | null, children?: Row[]]
const idsIn = (rows: readonly RouteRow[], above = ''): string[] =>
  rows.flatMap(([name, , children = []]) => {
    const id = above + (name.startsWith('/') ? name : `/_${name}`)
    return [id, ...idsIn(children, id)]
  })

describe('the routes in the browser', () => {
  const text = treeModule(routes, '/src')

  test('are at the paths in their files', () => {
    expect(written.size).toBeGreaterThan(100)
    expect(idsIn(rowsIn(text)).toSorted()).toEqual([...written.keys()].toSorted())
  })

  test('name their files: public pages in the first file, those behind the sign-in in a separate file', () => {
    const named = (code: string) => [...code.matchAll(/"\/src\/([^"?]+)"/g)].map(([, file]) => `src/${file}`)
    const visitors = named(text)
    const behind = ['learn', 'app', 'previewing', 'development'].flatMap((below) =>
      named(filesModule(routes, '/src', below)),
    )
    expect(visitors).toContain('src/features/checkout/web/cart.tsx')
    expect(visitors).not.toContain('src/app/pages/dashboard.tsx')
    expect(behind).toContain('src/app/pages/dashboard.tsx')
    const files = [...visitors, ...behind].filter((file) => !/\/(root|route-files)\.ts/.test(file))
    expect(files.toSorted()).toEqual([...written.values()].toSorted())
    expect(() => filesModule(routes, '/src', 'nowhere')).toThrow('There is no layout nowhere')
  })

  test('each load their file', async () => {
    const loads = await loadsIn(text, ['site', 'learn', 'app', 'previewing', 'development'])
    const own = [...written].map(([id, file]) => `${id} /${file}`).filter((each) => !each.includes('/app/guards/'))
    expect(loads.toSorted()).toEqual(own.toSorted())
  })

  test('are matched without loading their files', () => {
    const early = /^ {2}(params|caseSensitive|skipRouteOnParseError|ssr|shouldReload):/m
    const wrong = [...written.values()].filter((file) => early.test(fs.readFileSync(path.join(root, file), 'utf8')))
    expect(wrong).toEqual([])
  })
})

describe('a route whose file comes later', () => {
  const page = (name: string) =>
    createRoute({
      loaderDeps: ({ search }: { search: { cursor?: string } }) => ({ cursor: search.cursor }),
      loader: ({ deps }: { deps: { cursor?: string } }) => `${name} from ${deps.cursor}`,
    } as never)
  const make = (load: () => Promise<void>, at = '/list?cursor=abc') => {
    const file = page('the list')
    const loaded: string[] = []
    const layout = createRoute({ beforeLoad: () => void loaded.push('guard') } as never)
    const loadFile = async () => {
      loaded.push('file')
      await load()
      return { Route: file }
    }
    const rows: RouteRow[] = [['open', layout, [['/list', loadFile]]]]
    const rootRoute = createRootRoute()
    const history = createMemoryHistory({ initialEntries: [at] })
    const router = withRouteFiles(createRouter({ routeTree: routesOf(rootRoute, rows), history }))
    return { router, file, loaded }
  }
  const there = async () => {}

  test('is loaded with its file options, and the screen finds its data by the route of the file', async () => {
    const { router, file, loaded } = make(there)
    await router.load()
    const last = router.state.matches.at(-1)
    expect(last).toMatchObject({ status: 'success', loaderData: 'the list from abc' })
    expect(file.id).toBe('/_open/list')
    expect(last?.routeId).toBe(file.id)
    expect(loaded).toEqual(['file', 'guard'])
    // The second time everything is loaded.
    expect(routeFilesHere(router)).toBeNull()
  })

  test('shows an error in place if its file cannot be loaded, and loads the next time', async () => {
    let isGone = true
    const { router } = make(async () => {
      if (isGone) throw new Error('gone')
    })
    await router.load()
    expect(router.state.matches.at(-1)).toMatchObject({ routeId: '/_open/list', status: 'error' })
    isGone = false
    await router.load()
    expect(router.state.matches.at(-1)).toMatchObject({ status: 'success', loaderData: 'the list from abc' })
  })

  test('is abandoned if the person navigates away before its file is loaded', async () => {
    let arrive = () => {}
    const { router, loaded } = make(() => new Promise((resolve) => (arrive = resolve)))
    const first = router.load()
    await expect.poll(() => loaded).toEqual(['file'])
    router.history.push('/')
    await router.load()
    arrive()
    await first
    expect(router.state.location.pathname).toBe('/')
    expect(loaded).toEqual(['file'])
  })
})
