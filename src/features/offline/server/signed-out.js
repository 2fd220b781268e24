// Runs on the page that signing out of the lite version leads through (OFF-023): gives back exams that were taken along and not
// begun, and deletes what is kept. Its parts repeat those of `#ui/kept`, since it has no build step.
const NEXT = document.querySelector('a').href
/** A network that is hardly there must not keep somebody here; what is left goes as in OFF-012. */
const MOST_MS = 8_000
const PREFIX = 'leased '

/** The storage in which each write of a page has a copy (`kept-storage.ts`); opening it makes it as the pages do. */
const openCopies = () =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open('kept', 1)
    request.onupgradeneeded = () => request.result.createObjectStore('writes', { keyPath: 'key' })
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
const ended = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

/** The exams on this device by key: as they are stored, or by a copy that is newer because the browser was killed. */
const leases = async (copies) => {
  const texts = new Map(
    Object.keys(localStorage)
      .filter((key) => key.startsWith(PREFIX))
      .map((key) => [key, localStorage.getItem(key)]),
  )
  const clock = Number(localStorage.getItem('kept-clock'))
  for (const { key, value, at } of copies) if (key.startsWith(PREFIX) && at > clock) texts.set(key, value)
  return [...texts].flatMap(([key, text]) => {
    try {
      const { begun, lease } = JSON.parse(text)
      return [{ key, isBegun: begun !== null, id: lease.id }]
    } catch {
      return []
    }
  })
}

const giveBack = async () => {
  const database = await openCopies().catch(() => null)
  const store = (mode) => database.transaction('writes', mode).objectStore('writes')
  const copies = database ? await ended(store('readonly').getAll()).catch(() => []) : []
  const unused = (await leases(copies)).filter(({ isBegun }) => !isBegun)
  if (unused.length === 0) return
  await fetch('/api/v1/csrf-cookie')
  const token = decodeURIComponent(/(?:^|; )XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1] ?? '')
  for (const { key, id } of unused) {
    localStorage.removeItem(key)
    if (database) await ended(store('readwrite').delete(key)).catch(() => {})
    await fetch(`/api/v1/exam-leases/${id}`, { method: 'DELETE', headers: { 'x-xsrf-token': token } })
  }
}

const forget = async () => {
  for (const name of await caches.keys())
    if (name.startsWith('kept-pages ') || name.startsWith('kept-files ')) await caches.delete(name)
}

const clean = async () => {
  // Where somebody is signed in, such as by a link to here, nothing goes.
  if ((await fetch('/api/v1/me')).status !== 401) return
  await Promise.allSettled([giveBack(), forget()])
}

Promise.race([clean().catch(() => {}), new Promise((resolve) => setTimeout(resolve, MOST_MS))]).then(() =>
  location.replace(NEXT),
)
