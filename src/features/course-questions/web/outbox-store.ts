/** A question or message that waits for the network, with its files. `question_id` is null for a new question. */
export type Letter = {
  client_id: string
  user_id: number
  slug: string
  question_id: number | null
  related_id: number | null
  category_id: number | null
  text: string
  files: File[]
  created_at: string
}

const DATABASE = 'course-questions'
const STORE = 'letters'

const open = () =>
  new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'client_id' })
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

const run = async <T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> => {
  const database = await open()
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(STORE, mode)
      const request = work(transaction.objectStore(STORE))
      transaction.oncomplete = () => resolve(request.result)
      transaction.onerror = () => reject(transaction.error)
      transaction.onabort = () => reject(transaction.error)
    })
  } finally {
    database.close()
  }
}

// Where the browser keeps nothing, the page still does.
const inMemory = new Map<string, Letter>()

/** Keeps a letter until it is forgotten; it outlives the page, files included. */
export const keepLetter = async (letter: Letter): Promise<void> => {
  inMemory.set(letter.client_id, letter)
  await run('readwrite', (store) => store.put(letter)).catch(() => {})
}

export const forgetLetter = async (clientId: string): Promise<void> => {
  inMemory.delete(clientId)
  await run('readwrite', (store) => store.delete(clientId)).catch(() => {})
}

/** Everything of one person that waits in this browser, in the order in which it was written. */
export const keptLetters = async (userId: number): Promise<Letter[]> => {
  const stored = await run<Letter[]>('readonly', (store) => store.getAll()).catch(() => [])
  const all = new Map([...inMemory, ...stored.map((letter) => [letter.client_id, letter] as const)])
  return [...all.values()]
    .filter((letter) => letter.user_id === userId)
    .toSorted((one, other) => one.created_at.localeCompare(other.created_at))
}
