// The script of the page that signing out of the lite version leads through (OFF-023). It gives back the exams that were taken
// along and not begun, and deletes what is kept. It has no build step, so it repeats parts of `#ui/kept`. Lite pages are for old
// phones: its syntax is one that every browser with modules is likely to know.
const NEXT = document.links[0].href
/** A slow network must not keep anybody here. */
const TIMEOUT_MS = 8000
const LEASES = 'leased '
const CACHES = ['kept-pages ', 'kept-files ']

const cookie = (name) => {
  const [, value = ''] = new RegExp(`(?:^|; )${name}=([^;]*)`).exec(document.cookie) || []
  return decodeURIComponent(value)
}

const resultOf = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

/** The database with a copy of each write of a page (`kept-storage.ts`), created as the pages create it. */
const openCopies = async () => {
  const request = indexedDB.open('kept', 1)
  request.onupgradeneeded = () => request.result.createObjectStore('writes', { keyPath: 'key' })
  return resultOf(request)
}
const readCopies = async (database) => resultOf(database.transaction('writes').objectStore('writes').getAll())
const deleteCopies = (database, keys) =>
  new Promise((resolve, reject) => {
    const transaction = database.transaction('writes', 'readwrite')
    for (const key of keys) transaction.objectStore('writes').delete(key)
    transaction.oncomplete = () => resolve()
    transaction.onabort = () => reject(transaction.error)
  })

const parse = (text) => {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

/**
 * Takes the exams that have not begun off the device and returns the ids of their leases. A copy that is newer than the storage
 * replaces a record: the browser was killed before the storage was written. Nothing is awaited in between, so that no other tab
 * begins one meanwhile.
 */
const takeUnused = (copies) => {
  const clock = Number(localStorage.getItem('kept-clock'))
  const records = new Map()
  for (const key of Object.keys(localStorage)) if (key.startsWith(LEASES)) records.set(key, localStorage.getItem(key))
  for (const { key, value, at } of copies) if (key.startsWith(LEASES) && at > clock) records.set(key, value)
  const unused = []
  for (const [key, text] of records) {
    const { begun, lease } = parse(text)
    if (begun !== null) continue
    localStorage.removeItem(key)
    unused.push({ key, id: lease.id })
  }
  return unused
}

const giveBack = async () => {
  const database = await openCopies().catch(() => null)
  const unused = takeUnused(database ? await readCopies(database).catch(() => []) : [])
  if (unused.length === 0) return
  const keys = unused.map(({ key }) => key)
  if (database) await deleteCopies(database, keys).catch(() => {})
  await fetch('/api/v1/csrf-cookie')
  const headers = { 'x-xsrf-token': cookie('XSRF-TOKEN') }
  // What was sent arrives even when the time is up and this page has gone on.
  const call = { method: 'DELETE', keepalive: true, headers }
  await Promise.all(unused.map(({ id }) => fetch(`/api/v1/exam-leases/${id}`, call).catch(() => {})))
}

const deleteKept = async () => {
  for (const name of await caches.keys())
    if (CACHES.some((prefix) => name.startsWith(prefix))) await caches.delete(name)
}

const isSignedIn = cookie('auth') !== ''
// Where somebody is signed in, such as by a link to here, nothing is deleted.
const work = isSignedIn ? [] : [giveBack().catch(() => {}), deleteKept().catch(() => {})]
const timeout = new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS))
Promise.race([Promise.all(work), timeout]).then(() => location.replace(NEXT))
