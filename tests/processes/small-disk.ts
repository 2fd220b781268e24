import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

export type SmallDisk = {
  dir: string
  free: () => number
  /** Fills the disk with a file until only that number of bytes is left. */
  fill: (left: number) => void
  /** Removes that file. */
  drain: () => void
  close: () => void
}

/** The reason why tests on a full disk cannot run here. */
export const NO_SMALL_DISK = 'mounting a small disk needs root on Linux'

/** A real in-memory file system of this many MiB, or null if this process may not mount one. */
export const smallDisk = (mebibytes: number): SmallDisk | null => {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return null
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'portico-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m,mode=0777`, 'tmpfs', dir], { stdio: 'ignore' })
  } catch {
    fs.rmdirSync(dir)
    return null
  }
  const free = () => {
    const { bavail, bsize } = fs.statfsSync(dir)
    return bavail * bsize
  }
  const filler = path.join(dir, 'filler')
  return {
    dir,
    free,
    fill: (left) => {
      const block = Buffer.alloc(4096)
      const file = fs.openSync(filler, 'a')
      try {
        while (free() > left) fs.writeSync(file, block)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      } finally {
        fs.closeSync(file)
      }
    },
    drain: () => fs.rmSync(filler, { force: true }),
    close: () => {
      execFileSync('umount', ['-l', dir])
      fs.rmdirSync(dir)
    },
  }
}
