// Opens courses that this browser keeps where there is no network (OFF-006 to OFF-012). What is kept and for whom is decided by
// the pages (`web/kept`); other pages never see this worker.
const PAGES = 'kept-pages '
const FILES = 'kept-files '
const DEVICE = '/on-this-device'
const SIGNED_OUT = `${DEVICE}/signed-out`
const PLACE = /^\/courses\/learner\/([^/]+)\/(\d+)\/outline(\/.*)?$/
const FILE = /^\/api\/v1\/files\/([\w-]+)$/
/** A network that is hardly there must not keep a learner waiting. */
const TIMEOUT_MS = 8_000

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

/** The cache that has this key, among those that begin with a prefix, and what it has. */
const find = async (prefix, key) => {
  for (const name of await caches.keys()) {
    if (!name.startsWith(prefix)) continue
    const cache = await caches.open(name)
    const answer = await cache.match(key, { ignoreVary: true })
    if (answer) return { cache, answer }
  }
  return null
}
const kept = async (prefix, key) => (await find(prefix, key))?.answer ?? null
const courseOf = async (id) => (await kept(FILES, `/kept/courses/${id}`))?.json() ?? null
/** A clock that was set back does not open a course again. */
const isOpen = (course) => Math.max(Date.now(), course.seen_at) < Date.parse(course.open_until)
/** Notes the latest moment that this device has seen; pages change the record under the same lock. */
const noteTime = (id) =>
  self.navigator.locks.request('kept-courses', async () => {
    const key = `/kept/courses/${id}`
    const stored = await find(FILES, key)
    if (!stored) return
    const course = await stored.answer.json()
    const seen = { ...course, seen_at: Math.max(Date.now(), course.seen_at) }
    await stored.cache.put(key, new Response(JSON.stringify(seen), { headers: { 'content-type': 'application/json' } }))
  })

/** What the network answers; null when it fails or is too slow. */
const fromNetwork = async (request) => {
  const answer = fetch(request)
  const slow = new Promise((resolve) => setTimeout(() => resolve(null), TIMEOUT_MS))
  return Promise.race([answer, slow]).catch(() => null)
}

const CLOSED = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Connect to open this course</title><style>body{max-width:34rem;margin:15vh auto;padding:0 1.5rem;font:17px/1.6 system-ui,sans-serif;color-scheme:light dark}h1{font-size:1.5rem;line-height:1.25}</style><h1>Connect to open this course</h1><p>This course opens on this device without a connection until a certain day, and that day has passed. Connect, and open it again to see whether you still have access. What you did here is kept and will be sent.</p><p><a href="/on-this-device">On this device</a></p></html>`

const openPage = async (request, pathname) => {
  const answer = await fromNetwork(request)
  if (answer) return answer
  const place = PLACE.exec(pathname)
  const course = place && (await courseOf(place[2]))
  if (place && course) {
    await noteTime(place[2]).catch(() => {})
    if (!isOpen(course)) return new Response(CLOSED, { headers: { 'content-type': 'text/html; charset=utf-8' } })
    // One page is kept for each course; it opens the items. The address of the course may have changed since the link was made.
    const base = `/courses/learner/${encodeURIComponent(course.slug)}/${place[2]}`
    const outline = `${base}/outline`
    if (place[3] && place[3] !== '/')
      return Response.redirect(`${outline}#open=${encodeURIComponent(outline + place[3])}`)
    if (pathname.replace(/\/$/, '') !== outline) return Response.redirect(outline)
    const page = await kept(PAGES, outline)
    if (page) return page
  }
  return (await kept(PAGES, pathname)) ?? fetch(request)
}

/** Whether every file and picture that an answer names is kept: one of an item that changed must not take the place of what is whole. */
const isWhole = async (cache, text) => {
  const named = text.match(/\/api\/v1\/(?:files|pictures)\/[\w-]+/g) ?? []
  const keys = [...new Set(named)].map((path) => path.replace('/api/v1/files/', '/kept/files/'))
  const files = await Promise.all(keys.map((key) => cache.match(key)))
  return files.every(Boolean)
}

/** The answer of a call: from the network, and what is kept of it renewed; else as it is kept. */
const answerCall = async (request, pathname, relatedId) => {
  const key = `/kept/answers${pathname}?related_id=${relatedId}`
  const answer = await fromNetwork(request)
  if (answer) {
    const stored = answer.ok && (await find(FILES, key))
    if (stored) {
      const text = await answer.clone().text()
      const isItem = !pathname.startsWith('/api/v1/learner/courses/')
      if (!isItem || (await isWhole(stored.cache, text)))
        await stored.cache
          .put(key, new Response(text, { headers: { 'content-type': 'application/json' } }))
          .catch(() => {})
    }
    return answer
  }
  const course = await courseOf(relatedId)
  if (!course) return fetch(request)
  const stored = isOpen(course) && (await kept(FILES, key))
  if (stored) return stored
  const error = { message: 'This item is not on this device. Connect to open it.', code: 'not_on_device' }
  return new Response(JSON.stringify(error), { status: 404, headers: { 'content-type': 'application/json' } })
}

/**
 * Deletes what is kept once nobody is signed in: signing out of the lite version leads through here (OFF-012), to a page that
 * deletes it too and gives exams back (OFF-023). What was done and not sent waits elsewhere. Where somebody is signed in, such as
 * by a link, nothing goes.
 */
const forget = async (request) => {
  const me = await fetch('/api/v1/me')
  if (me.status === 401)
    for (const name of await caches.keys())
      if (name.startsWith(PAGES) || name.startsWith(FILES)) await caches.delete(name)
  return fetch(request)
}

/** The part of a file that a Range header asks for; null for the whole file. */
const rangeOf = (header, size) => {
  const match = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(header ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return null
  if (match[1] === '') return { start: Math.max(0, size - Number(match[2])), end: size - 1 }
  return { start: Number(match[1]), end: match[2] === '' ? size - 1 : Math.min(Number(match[2]), size - 1) }
}

/** Bytes of a kept file as a stream: one part at a time is in memory. */
const bytesOf = (cache, uuid, { part }, start, end) => {
  let at = start
  return new ReadableStream({
    pull: async (controller) => {
      if (at > end) return controller.close()
      const number = Math.floor(at / part)
      const stored = await cache.match(`/kept/files/${uuid}/${number}`)
      if (!stored) return controller.error(new Error('A part of the file is missing'))
      const last = Math.min(end, (number + 1) * part - 1)
      const bytes = await (await stored.blob()).slice(at - number * part, last - number * part + 1).arrayBuffer()
      at = last + 1
      controller.enqueue(new Uint8Array(bytes))
    },
  })
}

const openFile = async (request, uuid, isDownload) => {
  const stored = await find(FILES, `/kept/files/${uuid}`)
  if (!stored) return fetch(request)
  const file = await stored.answer.json()
  const range = rangeOf(request.headers.get('range'), file.size)
  const headers = { 'content-type': file.mime_type, 'accept-ranges': 'bytes' }
  if (range && range.start >= file.size)
    return new Response(null, { status: 416, headers: { ...headers, 'content-range': `bytes */${file.size}` } })
  const { start, end } = range ?? { start: 0, end: file.size - 1 }
  headers['content-length'] = String(end - start + 1)
  if (range) headers['content-range'] = `bytes ${start}-${end}/${file.size}`
  if (isDownload) headers['content-disposition'] = `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`
  return new Response(bytesOf(stored.cache, uuid, file, start, end), { status: range ? 206 : 200, headers })
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname, searchParams } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  const file = FILE.exec(pathname)
  if (request.mode === 'navigate') {
    if (pathname === DEVICE || PLACE.test(pathname)) event.respondWith(openPage(request, pathname))
    else if (pathname === SIGNED_OUT) event.respondWith(forget(request))
  } else if (pathname.startsWith('/assets/'))
    event.respondWith(kept(PAGES, pathname).then((stored) => stored ?? fetch(request)))
  else if (file) event.respondWith(openFile(request, file[1], searchParams.has('download')))
  else if (pathname.startsWith('/api/v1/pictures/'))
    event.respondWith(kept(FILES, pathname).then((stored) => stored ?? fetch(request)))
  else if (/^\/api\/v1\/learner\/(courses|module-items|exams)\//.test(pathname)) {
    const relatedId = searchParams.get('related_id')
    if (relatedId && !searchParams.has('for_device') && !pathname.endsWith('/offline'))
      event.respondWith(answerCall(request, pathname, relatedId))
  }
})
