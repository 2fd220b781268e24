import fs from 'node:fs'
import { Transform } from 'node:stream'

/** PostgreSQL's code for a full disk (disk_full). */
export const DATABASE_FULL = '53100'
/** What the system and the database say when nothing more fits on a disk. */
const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', DATABASE_FULL])

/** Whether an error means that a disk is full: of the files, of the database, or the floor that uploads leave free. */
export const isDiskFull = (error: unknown): boolean => {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1)
    if (FULL.has((at as NodeJS.ErrnoException).code ?? '')) return true
  return false
}

/** A file that was not written because too little space would have been left for everything else. */
export class FloorReached extends Error {
  override name = 'FloorReached'
  readonly code = 'ENOSPC'
  constructor() {
    super('There is not enough space on the disk')
  }
}

/** Free and total bytes of the disk that a folder lies on. */
export const diskOf = async (dir: string): Promise<{ free: number; total: number }> => {
  const { bavail, blocks, bsize } = await fs.promises.statfs(dir)
  return { free: bavail * bsize, total: blocks * bsize }
}

/** Throws FloorReached unless the disk has room for this many more bytes and still has the floor free. */
export const requireFloor = async (dir: string, bytes: number, floor: number): Promise<void> => {
  if (floor > 0 && (await diskOf(dir)).free < bytes + floor) throw new FloorReached()
}

/** Bytes between two looks at the disk. */
const STEP = 2 ** 20

/** Passes bytes on as long as the disk has its floor free, which others may be using up at the same time. */
export const aboveFloor = (dir: string, floor: number): Transform => {
  let checked = Number.NEGATIVE_INFINITY
  let passed = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      passed += chunk.length
      if (passed - checked < STEP) return done(null, chunk)
      checked = passed
      return requireFloor(dir, STEP + chunk.length, floor).then(
        () => done(null, chunk),
        (error: Error) => done(error),
      )
    },
  })
}
