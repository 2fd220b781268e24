// What must not be lost with the browser. Browsers write `localStorage` to the disk seconds later, or never when they are
// killed, as phones do with those in the background; so each write has a copy in IndexedDB, which is on the disk at once.
const DATABASE = 'kept'
const STORE = 'writes'
/** How far the storage has come: a copy that is newer than this was lost there. */
const CLOCK = 'kept-clock'

type Copy = { key: string; value: string; at: number }

const open = (): Promise<IDBDatabase> =>
  new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'key' })
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
let opened: Promise<IDBDatabase> | null = null
const database = (): Promise<IDBDatabase> => {
  opened ??= open()
  return opened
}

const waiting = new Map<string, Copy | null>()
let isWriting = false

/** What is written while a write runs goes together in the next one. */
const write = async (): Promise<void> => {
  if (isWriting) return
  isWriting = true
  try {
    const db = await database()
    while (waiting.size > 0) {
      const writes = [...waiting]
      waiting.clear()
      await new Promise<void>((resolve, reject) => {
        const transaction = db.transaction(STORE, 'readwrite', { durability: 'strict' })
        const store = transaction.objectStore(STORE)
        for (const [key, copy] of writes) {
          if (copy) store.put(copy)
          else store.delete(key)
        }
        transaction.oncomplete = () => resolve()
        transaction.onabort = () => reject(transaction.error)
      })
    }
  } catch {
    // Where there is no copy, there is the storage still.
    waiting.clear()
  } finally {
    isWriting = false
  }
}

const copy = (key: string, value: Copy | null): void => {
  waiting.set(key, value)
  void write()
}

const clockOf = (): number => Number(localStorage.getItem(CLOCK) ?? 0)
/** As the storage was when this page came. */
let clockBefore: number | null = null
const touched = new Set<string>()

const restore = async (): Promise<void> => {
  clockBefore ??= clockOf()
  const before = clockBefore
  const db = await database()
  const copies = await new Promise<Copy[]>((resolve, reject) => {
    const request = db.transaction(STORE).objectStore(STORE).getAll()
    request.onsuccess = () => resolve(request.result as Copy[])
    request.onerror = () => reject(request.error)
  })
  for (const { key, value, at } of copies) {
    if (touched.has(key)) continue
    if (at > before) localStorage.setItem(key, value)
    // It was taken out there, and only its copy is left.
    else if (localStorage.getItem(key) === null) copy(key, null)
  }
  const latest = Math.max(clockOf(), ...copies.map(({ at }) => at))
  localStorage.setItem(CLOCK, String(latest))
}
let restoring: Promise<void> | null = null

/** Resolves when everything is back that the storage lost with its browser; wait for it before reading. */
export const restored = (): Promise<void> => {
  restoring ??= restore().catch(() => {})
  return restoring
}

/** The browser's storage, whose writes reach the disk a moment later; throws like it if there is no room. */
export const keptStorage = {
  get length() {
    return localStorage.length
  },
  key: (index: number) => localStorage.key(index),
  getItem: (key: string) => localStorage.getItem(key),
  setItem: (key: string, value: string) => {
    clockBefore ??= clockOf()
    touched.add(key)
    localStorage.setItem(key, value)
    const at = Math.max(Date.now(), clockOf() + 1)
    localStorage.setItem(CLOCK, String(at))
    copy(key, { key, value, at })
  },
  removeItem: (key: string) => {
    clockBefore ??= clockOf()
    touched.add(key)
    localStorage.removeItem(key)
    copy(key, null)
  },
}
