import fs from 'node:fs/promises'
import path from 'node:path'
import type { PartRef } from '#platform/files/tus/records.ts'
import { NO_SUCH_UPLOAD, refuseUpload } from '#platform/files/tus/refusal.ts'

const BLOCK = 4 * 2 ** 20

const sizeOf = async (file: string): Promise<number | null> => {
  try {
    return (await fs.stat(file)).size
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/**
 * Joins the parts of an upload into one file and yields how many bytes are joined after every step. The first part is
 * renamed and the others are appended one by one. Each is deleted only after its bytes are on the disk, so at most one
 * part exists twice. After an interruption or a crash at any step, call it again: it continues with the first part that
 * still exists, from its beginning.
 */
export async function* joinParts(dir: string, id: string, parts: readonly PartRef[]): AsyncGenerator<number> {
  const target = path.join(dir, id)
  const fileOf = (part: PartRef) => path.join(dir, part.id)
  const [first, ...rest] = parts
  if (!first) return refuseUpload(400, 'A file needs at least one part.')
  if ((await sizeOf(target)) === null) {
    if ((await sizeOf(fileOf(first))) !== first.size) return refuseUpload(410, NO_SUCH_UPLOAD)
    await fs.rename(fileOf(first), target)
  }
  yield first.size
  const handle = await fs.open(target, 'r+')
  try {
    let end = first.size
    for (const part of rest) {
      const start = end
      end += part.size
      const partSize = await sizeOf(fileOf(part))
      // A part that is gone was appended and written through before.
      if (partSize === null) continue
      if (partSize !== part.size || (await handle.stat()).size < start) return refuseUpload(410, NO_SUCH_UPLOAD)
      await handle.truncate(start)
      yield* append(handle, fileOf(part), start)
      await handle.datasync()
      await fs.unlink(fileOf(part))
      yield end
    }
    if ((await handle.stat()).size !== end) refuseUpload(410, NO_SUCH_UPLOAD)
  } finally {
    await handle.close()
  }
}

async function* append(target: fs.FileHandle, source: string, start: number): AsyncGenerator<number> {
  const handle = await fs.open(source, 'r')
  const block = Buffer.allocUnsafe(BLOCK)
  try {
    let at = start
    for (;;) {
      const { bytesRead } = await handle.read(block, 0, BLOCK, at - start)
      if (bytesRead === 0) return
      let written = 0
      while (written < bytesRead)
        written += (await target.write(block, written, bytesRead - written, at + written)).bytesWritten
      at += bytesRead
      yield at
    }
  } finally {
    await handle.close()
  }
}
