import fs from 'node:fs'
import path from 'node:path'

export interface AppendLog {
  /** Writes one line and returns when it is on the disk; after an error the file is as it was before. */
  append(entry: unknown): void
  /** Replaces everything by these entries, in one step. */
  rewrite(entries: Iterable<unknown>): void
  close(): void
}

const syncFolder = (folder: string) => {
  if (process.platform === 'win32') return
  const handle = fs.openSync(folder, 'r')
  fs.fsyncSync(handle)
  fs.closeSync(handle)
}

const writeAll = (handle: number, bytes: Buffer) => {
  for (let at = 0; at < bytes.length; ) at += fs.writeSync(handle, bytes, at)
}

const lineOf = (entry: unknown) => `${JSON.stringify(entry)}\n`

/**
 * Opens a file of JSON lines that only grows, and hands every line it holds to `replay`. A last line without its end
 * was being written when the process died: its change was never acknowledged, and the line is removed. Any other line
 * that cannot be read is an error.
 */
export function openLog(file: string, replay: (entry: unknown) => void): AppendLog {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  let handle = fs.openSync(file, 'a+', 0o600)
  syncFolder(path.dirname(file))
  const bytes = fs.readFileSync(file)
  let size = bytes.lastIndexOf('\n') + 1
  if (size < bytes.length) fs.ftruncateSync(handle, size)
  const lines = bytes.subarray(0, size).toString('utf8').split('\n').slice(0, -1)
  for (const [index, line] of lines.entries()) {
    let entry: unknown
    try {
      entry = JSON.parse(line)
    } catch {
      throw new Error(`${file}: line ${index + 1} cannot be read`)
    }
    replay(entry)
  }

  return {
    append(entry) {
      const line = Buffer.from(lineOf(entry))
      try {
        writeAll(handle, line)
        fs.fsyncSync(handle)
      } catch (error) {
        fs.ftruncateSync(handle, size)
        throw error
      }
      size += line.length
    },
    rewrite(entries) {
      const next = `${file}.next`
      const fresh = fs.openSync(next, 'w', 0o600)
      for (const entry of entries) writeAll(fresh, Buffer.from(lineOf(entry)))
      fs.fsyncSync(fresh)
      fs.closeSync(fresh)
      fs.closeSync(handle)
      fs.renameSync(next, file)
      syncFolder(path.dirname(file))
      handle = fs.openSync(file, 'a', 0o600)
      size = fs.fstatSync(handle).size
    },
    close() {
      fs.closeSync(handle)
    },
  }
}
