import { keptPagesOf } from '#ui/kept/kept-pages.ts'

const SCOPE = '/crew-sessions/'
const pathOf = (id: number) => `${SCOPE}${id}`
const ASSET = /\/assets\/[\w.-]+/g

/** Everything that the page loads late, since nothing comes later without a network. */
const loadParts = () =>
  Promise.all([
    import('#ui/public/dialogs/confirm-dialog.tsx'),
    import('#ui/public/dialogs/toast-card.tsx'),
    import('#ui/public/site/outlets.tsx'),
    import('#ui/scan/read-code.ts'),
    import('../components/camera.tsx'),
  ])

const assetsHere = (): string[] =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith('/assets/'))
    .map(({ pathname }) => pathname)

const keep = async (cache: Cache, path: string): Promise<string | null> => {
  const answer = await fetch(path, { cache: 'no-store', headers: { accept: 'text/html' } })
  if (!answer.ok || answer.redirected) return null
  const text = await answer.clone().text()
  await cache.put(path, answer)
  return text
}

/**
 * Keeps the page of an open session in this browser with all that it loads, so that it opens without a network. What is kept is
 * of one release; when another one is here, the pages of all sessions are kept again. Throws where the browser keeps nothing.
 */
export const keepCrewPage = async (userId: number, id: number): Promise<void> => {
  await navigator.serviceWorker.register(`${SCOPE}worker.js`, { scope: SCOPE })
  await loadParts()
  const release = document.querySelector<HTMLScriptElement>('script[type=module][src*="/assets/"]')?.src ?? 'none'
  const prefix = keptPagesOf(userId)
  const own = prefix + release
  const former = (await caches.keys()).filter((name) => name.startsWith(prefix) && name !== own)
  const paths = new Set([pathOf(id)])
  for (const name of former) {
    for (const { url } of await (await caches.open(name)).keys())
      if (new URL(url).pathname.startsWith(SCOPE)) paths.add(new URL(url).pathname)
  }
  const cache = await caches.open(own)
  const texts = await Promise.all([...paths].map((path) => keep(cache, path)))
  if (texts[0] === null) throw new Error('The page cannot be kept')
  const assets = new Set([...assetsHere(), ...texts.flatMap((text) => text?.match(ASSET) ?? [])])
  const missing = await Promise.all([...assets].map(async (asset) => ((await cache.match(asset)) ? [] : [asset])))
  await cache.addAll(missing.flat())
  for (const name of former) await caches.delete(name)
  await navigator.storage?.persist?.()
}

/** A closed session needs no page here. */
export const dropCrewPage = async (userId: number, id: number): Promise<void> => {
  for (const name of await caches.keys())
    if (name.startsWith(keptPagesOf(userId))) await (await caches.open(name)).delete(pathOf(id))
}
