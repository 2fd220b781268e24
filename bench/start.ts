import { spawn } from 'node:child_process'
import fs from 'node:fs'
import net from 'node:net'
import os from 'node:os'
import path from 'node:path'
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

/** A port that is free now. */
export const freePort = () =>
  new Promise<number>((resolve) => {
    const server = net.createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as net.AddressInfo
      server.close(() => resolve(port))
    })
  })

/** Starts the program on a data folder that is there already, and waits for its first answer. */
const measureStart = async (root: string, dataDir: string): Promise<Pick<StartFigures, 'start_s' | 'idle_rss_mb'>> => {
  const port = await freePort()
  const started = performance.now()
  const app = spawn(process.execPath, ['src/app/main.ts'], {
    cwd: root,
    stdio: 'ignore',
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      PORTICO_DEMO: 'on',
      LOG_LEVEL: 'error',
      PORT: String(port),
      DATA_DIR: dataDir,
    },
  })
  const ended = new Promise((resolve) => app.once('exit', resolve))
  const answers = () =>
    fetch(`http://127.0.0.1:${port}/api/v1/portal/login-info`, { headers: { host: 'core.localhost' } }).then(
      () => true,
      () => false,
    )
  while (!(await answers())) await new Promise((resolve) => setTimeout(resolve, 10))
  const seconds = (performance.now() - started) / 1000
  // What the start needed is given back behind the first answer.
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  const status = fs.readFileSync(`/proc/${app.pid}/status`, 'utf8')
  app.kill('SIGTERM')
  await ended
  return { start_s: round(seconds), idle_rss_mb: Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024) }
}

/** What a start costs, and what public pages cost, with the demo as data. */
export const benchStart = async (root: string): Promise<StartFigures> => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'portico-bench-'))
  fs.chmodSync(folder, 0o755)
  const dataDir = path.join(folder, 'data')
  try {
    const { app, stop } = await startDemo(root, dataDir)
    await listen(app.http)
    const pages = await benchPages(app, root, PAGES)
    // A start is measured where nothing waits: what the demo has left to do is done before.
    await app.jobs.drain()
    await stop()
    return { ...pages, ...(await measureStart(root, dataDir)) }
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}
