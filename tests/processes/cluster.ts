import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbedded } from '#platform/db/embedded-postgres.ts'
import { migrate } from '#platform/db/migrate.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The test run's cluster, as its superuser. */
    pg: { host: string; port: number; user: string; password: string | null; template: string }
    /** Where the run keeps the processes that it bundles (tests/processes/bundled-process.ts). */
    processes: string
  }
}

const TEMPLATE = 'template_portico'
const PREFIX = 'portico-test-'
/** Some packages are not bundled, so that it lies where Node finds them. */
const CACHE = path.resolve(import.meta.dirname, '../../node_modules/.cache')

/**
 * One throw-away cluster for the whole run, in memory if possible, with a migrated template
 * database from which every test file takes its copy (tests/database.ts).
 */
export default async function setup({ provide }: TestProject) {
  const parent = fs.existsSync('/dev/shm') ? '/dev/shm' : os.tmpdir()
  sweep(parent)
  fs.mkdirSync(CACHE, { recursive: true })
  sweep(CACHE)
  const folder = fs.mkdtempSync(path.join(parent, `${PREFIX}${process.pid}-`))
  fs.chmodSync(folder, 0o755)
  const processes = path.join(CACHE, path.basename(folder))
  const remove = () => {
    for (const one of [folder, processes]) fs.rmSync(one, { recursive: true, force: true })
  }
  try {
    const settings = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off', 'max_connections=200']
    const server = await startEmbedded(path.join(folder, 'pg'), { flags: settings.flatMap((line) => ['-c', line]) })
    const { host, port, password } = server
    const admin = { host, port, user: 'postgres', password: password ?? null }
    await migrate({ admin: { ...admin, password }, database: TEMPLATE }).catch(async (error) => {
      await server.stop()
      throw error
    })
    provide('pg', { ...admin, template: TEMPLATE })
    provide('processes', processes)
    return async () => {
      await server.stop()
      remove()
    }
  } catch (error) {
    remove()
    throw error
  }
}

/** Removes the clusters of killed runs, since shared memory is not freed automatically. */
function sweep(parent: string) {
  for (const name of fs.readdirSync(parent)) {
    if (!name.startsWith(PREFIX)) continue
    try {
      process.kill(Number.parseInt(name.slice(PREFIX.length), 10), 0)
    } catch (error) {
      const isGone = (error as NodeJS.ErrnoException).code === 'ESRCH'
      if (isGone) fs.rmSync(path.join(parent, name), { recursive: true, force: true })
    }
  }
}
