const open = (database: string, store: string, keyPath: string) =>
  new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(database, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(store, { keyPath })
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

/**
 * Records, files included, that outlive the page and a killed browser. Where the browser keeps nothing, the page still does,
 * and nothing here ever fails.
 */
export const browserStore = <T extends object>(database: string, store: string, keyPath: string & keyof T) => {
  const inMemory = new Map<IDBValidKey, T>()
  const keyOf = (record: T) => record[keyPath] as IDBValidKey
  const run = async <R>(mode: IDBTransactionMode, work: (records: IDBObjectStore) => IDBRequest<R>): Promise<R> => {
    const opened = await open(database, store, keyPath)
    try {
      return await new Promise<R>((resolve, reject) => {
        const transaction = opened.transaction(store, mode, { durability: 'strict' })
        const request = work(transaction.objectStore(store))
        transaction.oncomplete = () => resolve(request.result)
        transaction.onerror = () => reject(transaction.error)
        transaction.onabort = () => reject(transaction.error)
      })
    } finally {
      opened.close()
    }
  }
  return {
    put: async (record: T): Promise<void> => {
      inMemory.set(keyOf(record), record)
      await run('readwrite', (records) => records.put(record)).catch(() => {})
    },
    remove: async (key: IDBValidKey): Promise<void> => {
      inMemory.delete(key)
      await run('readwrite', (records) => records.delete(key)).catch(() => {})
    },
    all: async (): Promise<T[]> => {
      const stored = await run<T[]>('readonly', (records) => records.getAll()).catch(() => [])
      return [...new Map([...inMemory, ...stored.map((record) => [keyOf(record), record] as const)]).values()]
    },
  }
}
