import path from 'node:path'

/** One entry of Vite's manifest. */
type Chunk = { file: string; css?: string[]; imports?: string[]; dynamicImports?: string[] }
export type ViteManifest = Record<string, Chunk>

/** The file that every page starts with. */
export const ENTRY = 'src/app/entry-client.tsx'
/** The styles of all public pages as one (scripts/vite/public-style.ts). */
export const PUBLIC_STYLE = 'public.css'

type RouteAssets = { css: string[]; modules: string[] }

const IMPORT = /import \{ Route as (\w+)Import \} from '([^']+)'/g
const ID = /'([^']+)': typeof (\w+?)(?:WithChildren)?\n/g

/** What a page stands below; where the files behind the sign-in are, the browser learns by it (scripts/vite/route-tree.ts). */
const LAYOUT = /^\/_([\w-]+)/
/** What comes to life later than its page (`ui/page/later.tsx`). */
const PART = /-part\.tsx$/

/** Source file of every route, by the route's id, as the generated route tree says. */
const filesOf = (routeTree: string): Map<string, string> => {
  const files = new Map(
    [...routeTree.matchAll(IMPORT)].map(([, name, file]) => [name, path.posix.join('src/app', file ?? '')]),
  )
  const byId = routeTree.slice(
    routeTree.indexOf('interface FileRoutesById'),
    routeTree.indexOf('interface FileRouteTypes'),
  )
  return new Map(
    [...byId.matchAll(ID)].flatMap(([, id, name]) => (files.has(name) ? [[id ?? '', `${files.get(name)}.tsx`]] : [])),
  )
}

/**
 * Styles and scripts of each route's own chunk with everything it imports, so that the server's page names them: styles
 * in its head, modules for its start, before the router asks for them. Of parts whose script is not waited for
 * (`ui/page/later.tsx`) only the styles are named.
 */
export const routeAssets = (routeTree: string, manifest: ViteManifest): Record<string, RouteAssets> => {
  const collect = (key: string, assets: RouteAssets, seen: Set<string>): RouteAssets => {
    const chunk = manifest[key]
    if (!chunk || seen.has(key) || key === ENTRY) return assets
    seen.add(key)
    assets.modules.push(`/${chunk.file}`)
    for (const imported of chunk.imports ?? []) collect(imported, assets, seen)
    assets.css.push(...partStyles(chunk, seen))
    // Styles of what a chunk builds on come before its own, in the order in which it imports them.
    for (const css of chunk.css ?? []) assets.css.push(`/${css}`)
    return assets
  }
  const partStyles = (chunk: Chunk, seen: Set<string>): string[] =>
    (chunk.dynamicImports ?? [])
      .filter((part) => PART.test(part))
      .flatMap((part) => collect(part, { css: [], modules: [] }, new Set(seen)).css)
  const routes: Record<string, RouteAssets> = {}
  const first = manifest[ENTRY]
  if (first) {
    const named = [manifest[PUBLIC_STYLE]?.file ?? [], first.css ?? []].flat()
    const css = [...named.map((file) => `/${file}`), ...partStyles(first, new Set())]
    routes.__root__ = { css, modules: [`/${first.file}`] }
  }
  for (const [id, file] of filesOf(routeTree)) {
    const assets = collect(file, { css: [], modules: [] }, new Set())
    const [, layout] = LAYOUT.exec(id) ?? []
    const listed = manifest[`src/app/route-tree.ts?below=${layout}`]
    if (listed) assets.modules.unshift(`/${listed.file}`)
    if (assets.modules.length > 0) routes[id] = { css: [...new Set(assets.css)], modules: assets.modules }
  }
  return withoutRepeats(routes)
}

/** Files that the page already has from the parents of a route. */
const withoutRepeats = (routes: Record<string, RouteAssets>): Record<string, RouteAssets> => {
  const around = (id: string) =>
    Object.keys(routes).filter((other) => other === '__root__' || id.startsWith(`${other}/`))
  return Object.fromEntries(
    Object.entries(routes).map(([id, { css, modules }]) => {
      const named = id === '__root__' ? [] : around(id).map((other) => routes[other] as RouteAssets)
      const isNew = (kind: keyof RouteAssets) => (file: string) => !named.some((assets) => assets[kind].includes(file))
      return [id, { css: css.filter(isNew('css')), modules: modules.filter(isNew('modules')) }]
    }),
  )
}

/** The scripts of a chunk: its own, and those it cannot start without. */
export const withImports = (manifest: ViteManifest, key: string, files: Set<string> = new Set()): Set<string> => {
  const chunk = manifest[key]
  if (!chunk || files.has(`/${chunk.file}`)) return files
  files.add(`/${chunk.file}`)
  for (const imported of chunk.imports ?? []) withImports(manifest, imported, files)
  return files
}
