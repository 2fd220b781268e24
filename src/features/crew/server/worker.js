// Opens the pages of crew sessions that this browser keeps where there is no network (CRW-017). What is kept and for whom is
// decided by the page itself (`web/queue/keep-page.ts`); other pages never see this worker.
const PREFIX = 'kept-pages '
/** A network that is hardly there must not keep the yard waiting. */
const NETWORK_TIMEOUT_MS = 10_000

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

const kept = async (path) => {
  for (const name of await caches.keys()) {
    if (!name.startsWith(PREFIX)) continue
    const answer = await (await caches.open(name)).match(path, { ignoreVary: true })
    if (answer) return answer
  }
  return null
}

const openPage = async (request, path) => {
  const answer = fetch(request)
  const slow = new Promise((resolve) => setTimeout(() => resolve(null), NETWORK_TIMEOUT_MS))
  const first = await Promise.race([answer, slow]).catch(() => null)
  return first ?? (await kept(path)) ?? answer
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate' && /^\/crew-sessions\/\d+$/.test(pathname))
    event.respondWith(openPage(request, pathname))
  else if (pathname.startsWith('/assets/')) event.respondWith(kept(pathname).then((answer) => answer ?? fetch(request)))
})
