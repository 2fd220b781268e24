import { execFile } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { inject } from 'vitest'

const run = promisify(execFile)
const script = path.join(import.meta.dirname, 'bundle.ts')

/**
 * Bundles the processes of tests once in a run, when the first test needs one. Of several workers the first does it, and the
 * others wait for its lock in the run's cluster.
 */
const makeBundle = async (): Promise<string> => {
  const { folder, pg: server } = { folder: inject('processes'), pg: inject('pg') }
  const { template: _, password, ...admin } = server
  const client = new pg.Client({ ...admin, ...(password && { password }), database: 'postgres' })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock(1)')
    const complete = path.join(folder, 'complete')
    if (!fs.existsSync(complete)) {
      await run(process.execPath, [script, folder])
      fs.writeFileSync(complete, '')
    }
  } finally {
    await client.end()
  }
  return folder
}
let bundle: Promise<string> | null = null

/**
 * The file of a separate process that is the whole product, and all that it has in its environment. To load it from some
 * three thousand sources and packages takes each of these processes a second of the processor more than from a few files.
 */
export const bundledProcess = async (name: 'app' | 'export' | 'job' | 'main' | 'serve-api') => {
  bundle ??= makeBundle()
  const folder = await bundle
  const env = { PATH: process.env['PATH'], NODE_COMPILE_CACHE: path.join(folder, 'compiled') }
  return { file: path.join(folder, `${name}.js`), env }
}
