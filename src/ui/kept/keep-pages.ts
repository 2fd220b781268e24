import { keptPagesOf } from './kept-pages.ts'

const ASSET = /\/assets\/[\w.-]+/g

/** What the browser no longer lists, because its list was emptied. */
const noted = new Set<string>()
const assetsHere = (): ReadonlySet<string> => {
  const paths = performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
    .map(({ pathname }) => pathname)
  for (const path of paths) noted.add(path)
  return noted
}

/** A page as the server renders it now; null where it renders none for this person. */
const read = async (path: string) => {
  const answer = await fetch(path, { cache: 'no-store', headers: { accept: 'text/html' } })
  if (!answer.ok || answer.redirected) return null
  return { path, text: await answer.clone().text(), answer }
}

type KeepRequest = {
  userId: number
  /** Pages of one area are of one release; another area may still be of the one before. */
  area: string
  paths: readonly [string, ...string[]]
  /** Loads everything that the pages load late, since nothing comes later without a network. */
  loadParts: () => Promise<unknown>
}

/**
 * Keeps pages as the server renders them in this browser, with all that they load, so that they open without a network. When
 * another release is here, all pages of the area are kept again. Throws where the browser keeps nothing.
 */
export const keepPages = async ({ userId, area, paths, loadParts }: KeepRequest): Promise<void> => {
  assetsHere()
  // A page that has been open for long has filled the list of what it loaded, and nothing more would be noted in it.
  performance.clearResourceTimings()
  await loadParts()
  const release = document.querySelector<HTMLScriptElement>('script[type=module][src*="/assets/"]')?.src ?? 'none'
  const prefix = keptPagesOf(userId, area)
  const own = prefix + release
  const former = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== own)
  const pages = new Set<string>(paths)
  for (const name of former) {
    for (const { url } of await (await caches.open(name)).keys()) {
      const { pathname } = new URL(url)
      if (!pathname.startsWith('/assets/')) pages.add(pathname)
    }
  }
  // Read first: where somebody has just signed out, not even an empty cache is left.
  const [first, ...others] = await Promise.all([...pages].map(read))
  if (!first) throw new Error('The page cannot be kept')
  const rendered = [first, ...others.flatMap((page) => page ?? [])]
  const cache = await caches.open(own)
  await Promise.all(rendered.map(({ path, answer }) => cache.put(path, answer)))
  const assets = new Set([...assetsHere(), ...rendered.flatMap(({ text }) => text.match(ASSET) ?? [])])
  const missing = await Promise.all([...assets].map(async (asset) => ((await cache.match(asset)) ? [] : [asset])))
  await cache.addAll(missing.flat())
  for (const name of former) await caches.delete(name)
  await navigator.storage?.persist?.()
}

/** Deletes a page that is not to open without a network any more. */
export const dropPage = async (userId: number, area: string, path: string): Promise<void> => {
  for (const name of await caches.keys())
    if (name.startsWith(keptPagesOf(userId, area))) await (await caches.open(name)).delete(path)
}
