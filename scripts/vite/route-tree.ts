import type { VirtualRootRoute, VirtualRouteNode } from '@tanstack/virtual-file-routes'
import type { Plugin } from 'vite'

const TREE = /\/src\/app\/route-tree\.ts(?:\?below=([\w-]+))?$/
/** The layout of the pages that can be a visitor's first. */
const PUBLIC = 'site'
/** Small and needed for every page: they are part of the route tree. */
const GUARD = /^app\/guards\//

type Page = { name: string; file: string; children: Page[] }

const pageOf = (node: VirtualRouteNode): Page => {
  const name = node.type === 'route' ? node.path : node.type === 'layout' && node.id
  if (!name || !('file' in node) || !node.file) throw new Error('A route needs a path or a name, and a file')
  return { name, file: node.file, children: (('children' in node && node.children) || []).map(pageOf) }
}

const withBelow = (page: Page): Page[] => [page, ...page.children.flatMap(withBelow)]
const filesOf = (area: Page): string[] =>
  withBelow(area)
    .map(({ file }) => file)
    .filter((file) => !GUARD.test(file))

/** What the pages of a list end with: many lists have the same three, and every page loads their addresses. */
const LIST = ['/', '/create', '/$id']
/** The address of the list whose three pages begin here, or null. */
const listAt = (pages: readonly Page[], at: number): string | null => {
  const path = pages[at]?.name.replace(/\/$/, '')
  const isList =
    path &&
    LIST.every((end, next) => {
      const page = pages[at + next]
      return page?.name === path + end && page.children.length === 0
    })
  return isList ? path : null
}

/** The addresses from here on that belong to no list and have nothing below them. */
const aloneAt = (pages: readonly Page[], at: number): string[] => {
  const end = pages.findIndex(
    ({ file, children }, next) =>
      next >= at && (GUARD.test(file) || children.length > 0 || listAt(pages, next) !== null),
  )
  return pages.slice(at, end < 0 ? pages.length : end).map(({ name }) => name)
}

/** Each page of an area as the files that it is made of, its layouts first. */
export const pageFiles = (routes: VirtualRootRoute): { area: string; files: string[] }[] => {
  const stacks = (page: Page, above: string[]): string[][] => {
    const files = GUARD.test(page.file) ? above : [...above, page.file]
    return [files, ...page.children.flatMap((child) => stacks(child, files))]
  }
  return (routes.children ?? [])
    .map(pageOf)
    .flatMap((area) => stacks(area, []).map((files) => ({ area: area.name, files })))
}

/** Files of the pages that can be a visitor's first, with their layout. */
export const publicFiles = (routes: VirtualRootRoute): string[] =>
  (routes.children ?? [])
    .map(pageOf)
    .filter(({ name }) => name === PUBLIC)
    .flatMap(filesOf)

/** The text of the module that says how to get each file below a layout. */
export const filesModule = (routes: VirtualRootRoute, folder: string, below: string): string => {
  const area = routes.children?.map(pageOf).find(({ name }) => name === below)
  if (!area) throw new Error(`There is no layout ${below}`)
  return `export const files = [${filesOf(area).map((file) => `() => import(${JSON.stringify(`${folder}/${file}`)})`)}]`
}

/** The text of a module whose `routeTree` knows of each route where it stands and how to get its file. */
export const treeModule = (routes: VirtualRootRoute, folder: string): string => {
  const areas = (routes.children ?? []).map(pageOf)
  const guards = [...new Set(areas.flatMap(withBelow).map(({ file }) => file))].filter((file) => GUARD.test(file))
  const rowsOf = (area: Page) => {
    const sourceOf = ({ file }: Page) => {
      if (GUARD.test(file)) return `guard${guards.indexOf(file)}`
      if (area.name === PUBLIC) return `() => import(${JSON.stringify(`${folder}/${file}`)})`
      return `${area.name}()`
    }
    const row = (page: Page): string =>
      `[${JSON.stringify(page.name)}, ${sourceOf(page)}, ${page.children.length > 0 ? `[${rowsIn(page)}]` : ''}]`
    const rowsIn = ({ children }: Page): string[] => {
      const rows: string[] = []
      for (let at = 0; at < children.length; at++) {
        const list = area.name === PUBLIC ? null : listAt(children, at)
        const alone = area.name === PUBLIC ? [] : aloneAt(children, at)
        if (list !== null) {
          rows.push(`...list(${JSON.stringify(list)}, ${area.name})`)
          at += LIST.length - 1
        } else if (alone.length > 1) {
          rows.push(`...pages(${JSON.stringify(alone)}, ${area.name})`)
          at += alone.length - 1
        } else rows.push(row(children[at] as Page))
      }
      return rows
    }
    return row(area)
  }
  return [
    ...guards.map((file, number) => `import { Route as guard${number} } from ${JSON.stringify(`${folder}/${file}`)}`),
    `import { Route } from ${JSON.stringify(`${folder}/${routes.file}`)}`,
    `import { routesOf } from ${JSON.stringify(`${folder}/app/route-files.ts`)}`,
    'const pages = (paths, area) => paths.map((path) => [path, area()])',
    `const list = (path, area) => pages(${JSON.stringify(LIST)}.map((end) => path + end), area)`,
    // The rows of an area are in the order of its files.
    'const below = (area, next = 0) => (number = next++) => () => area().then(({ files }) => files[number]())',
    ...areas
      .filter(({ name }) => name !== PUBLIC)
      .map(
        ({ name }) =>
          `const ${name} = below(() => import(${JSON.stringify(`${folder}/app/route-tree.ts?below=${name}`)}))`,
      ),
    `export const routeTree = routesOf(Route, [${areas.map(rowsOf)}])`,
  ].join('\n')
}

/**
 * In the browser's build the route tree knows the addresses of all pages, and nothing else about them: head, loader,
 * guards and screen of a page come with its one file when somebody goes there (docs/decisions/013). Where the files of
 * pages behind the sign-in are is said in one more file for each of their layouts.
 */
export const addressesOnly = (routes: VirtualRootRoute, folder: string): Plugin => ({
  name: 'portico-route-tree',
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  load: (id) => {
    const [isTree, below] = TREE.exec(id) ?? []
    if (!isTree) return null
    return { code: below ? filesModule(routes, folder, below) : treeModule(routes, folder), map: null }
  },
})
