// Files for inspectors: making one by its call, reading it, changing it, and running the checker that lies in it.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { buffer, text as textOf } from 'node:stream/consumers'
import yauzl from 'yauzl'
import { rawZip } from '../zip-bytes.ts'

export type Entry = { name: string; data: Buffer }

/** Name and content of every entry in the order of the archive, read by a reader that is not ours. */
export const entriesOf = async (bytes: Buffer): Promise<Entry[]> => {
  const zip = await yauzl.fromBufferPromise(bytes, { lazyEntries: true, validateEntrySizes: true })
  const entries: Entry[] = []
  for await (const entry of zip.eachEntry())
    entries.push({ name: entry.fileName, data: await buffer(await zip.openReadStreamPromise(entry)) })
  return entries
}

/** An archive of these entries, as anybody could pack it again. */
export const packed = (entries: readonly Entry[]): Buffer =>
  rawZip(entries.map(({ name, data }) => ({ name, data, method: 8 })))

/** The same with one byte of an entry changed. */
export const changed = (entries: readonly Entry[], name: string, at: number, by: number): Entry[] =>
  entries.map((entry) => {
    if (entry.name !== name) return entry
    const data = Buffer.from(entry.data)
    const place = at % data.length
    data[place] = (data[place] ?? 0) ^ by
    return { name, data }
  })

/** Runs the `verify.mjs` of a file by plain Node: what it says, and whether it accepts. */
export const checking = (script: Buffer) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'portico-checker-'))
  const scriptPath = path.join(folder, 'verify.mjs')
  writeFileSync(scriptPath, script)
  let count = 0
  const check = async (zip: Buffer, keys?: string) => {
    count += 1
    const file = path.join(folder, `${count}.zip`)
    writeFileSync(file, zip)
    const keysPath = path.join(folder, `${count}.json`)
    if (keys !== undefined) writeFileSync(keysPath, keys)
    const args = [scriptPath, file, ...(keys === undefined ? [] : [keysPath])]
    const child = spawn(process.execPath, args, { env: {}, stdio: ['ignore', 'pipe', 'inherit'] })
    const [said, code] = await Promise.all([
      textOf(child.stdout),
      new Promise<number | null>((resolve) => child.once('exit', resolve)),
    ])
    return { said: said.replaceAll(file, 'FILE'), is_valid: code === 0 && said.startsWith('VALID\n') }
  }
  return { check, close: () => rmSync(folder, { recursive: true, force: true }) }
}
