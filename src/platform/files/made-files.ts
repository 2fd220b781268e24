import { buffer } from 'node:stream/consumers'
import { isDiskFull } from './disk.ts'
import { FileNotFound, type Files } from './files.ts'

/**
 * Files that can be regenerated, such as smaller pictures. Each is made on the first request, once for all who ask at
 * the same time, and stored. On a full disk it is made for each caller.
 */
export const createGeneratedFiles = (files: Files) => {
  const running = new Map<string, Promise<Buffer>>()

  const readFile = (key: string): Promise<Buffer | null> =>
    files.get(key).then(buffer, (error: unknown) => {
      if (error instanceof FileNotFound) return null
      throw error
    })

  const readOrMake = async (key: string, make: () => Promise<Buffer>): Promise<Buffer> => {
    const stored = await readFile(key)
    if (stored) return stored
    const content = await make()
    await files.put(key, content).catch((error: unknown) => {
      if (!isDiskFull(error)) throw error
    })
    return content
  }

  return (key: string, make: () => Promise<Buffer>): Promise<Buffer> => {
    const already = running.get(key)
    if (already) return already
    const work = readOrMake(key, make).finally(() => running.delete(key))
    running.set(key, work)
    return work
  }
}
