import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { startBuilt } from '../tests/processes/built-program.ts'
import { startDemo } from './demo-app.ts'
import { listen, round } from './measure.ts'
import { benchPages, type PageFigures } from './pages.ts'

export type StartFigures = PageFigures & {
  /** From built files and an existing database to the first answer, in seconds; budget 2. */
  start_s: number
  /** Memory of the node process when it has just started and is idle, in MB; budget 200. */
  idle_rss_mb: number
}

const PAGES = ['/', '/course', '/course/ladder-safety', '/course-catalog', '/cart', '/login']

/** Starts the program on a data folder that is there already, and waits for its first answer. */
const measureStart = async (dataDir: string): Promise<Pick<StartFigures, 'start_s' | 'idle_rss_mb'>> => {
  const env = { PORTICO_DEMO: 'on', DATA_DIR: dataDir }
  const program = await startBuilt(env, { path: '/api/v1/portal/login-info', host: 'core.localhost' })
  // What the start needed is given back behind the first answer.
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  const idle_rss_mb = program.rssMb()
  await program.stop()
  return { start_s: round(program.seconds), idle_rss_mb }
}

/** What a start costs, and what public pages cost, with the demo as data. */
export const benchStart = async (root: string): Promise<StartFigures> => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'portico-bench-'))
  fs.chmodSync(folder, 0o755)
  const dataDir = path.join(folder, 'data')
  try {
    const demo = await startDemo(root, dataDir)
    const { app, stop } = demo
    await listen(app.http)
    const pages = await benchPages(demo, root, PAGES)
    // A start is measured where nothing waits: what the demo has left to do is done before.
    await app.jobs.drain()
    await stop()
    return { ...pages, ...(await measureStart(dataDir)) }
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}
