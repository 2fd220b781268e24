// Keeps the gate page of this portal, so that it opens without a network (EVD-018). Names and version are filled in.
const CACHE = 'gate-__VERSION__'
const FILES = __FILES__

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => cache.addAll(FILES.map((file) => new Request(file, { cache: 'reload' }))))
      .then(() => self.skipWaiting()),
  )
})

self.addEventListener('activate', (event) => {
  const isOld = (name) => name.startsWith('gate-') && name !== CACHE && name !== 'gate-list'
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter(isOld).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  )
})

const kept = async (file, request) => (await (await caches.open(CACHE)).match(file)) ?? fetch(request)

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (FILES.includes(pathname)) event.respondWith(kept(pathname, request))
  // A code that a phone's camera opened: without a network, the gate checks what stands behind the address.
  else if (request.mode === 'navigate' && pathname.startsWith('/certificates/'))
    event.respondWith(fetch(request).catch(() => kept('/gate', request)))
})
