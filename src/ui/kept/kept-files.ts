import { browserStore } from './browser-store.ts'

/** A chosen file that the server does not have yet; `work` names the person and what it belongs to. */
export type StoredFile = { id: string; work: string; at: number; file: File }

const store = browserStore<StoredFile>('kept-files', 'files', 'id')

/** Keeps a file in this browser until it is forgotten, also when that is killed. */
export const keepFile = (file: Omit<StoredFile, 'at'>): Promise<void> => store.put({ ...file, at: Date.now() })
export const forgetFile = (id: string): Promise<void> => store.remove(id)

/** The files of one piece of work that wait in this browser, in the order in which they were chosen. */
export const storedFiles = async (work: string): Promise<StoredFile[]> =>
  (await store.all()).filter((file) => file.work === work).toSorted((one, other) => one.at - other.at)
