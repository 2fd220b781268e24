import { type ChildProcess, execFile, spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { BUILT, freePort } from '../../processes/built-program.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const START_LIMIT_MS = 400_000

/** Resolves when the program says that it is ready; rejects with its output if it ends or takes too long. */
const untilReady = (app: ChildProcess) =>
  new Promise<void>((resolve, reject) => {
    let output = ''
    const fail = (why: string) => reject(new Error(`${why}\n${output.slice(-4000)}`))
    const timer = setTimeout(() => fail('The program did not become ready.'), START_LIMIT_MS)
    const listen = (chunk: Buffer) => {
      output += chunk
      if (!/\] ready$/m.test(output)) return
      clearTimeout(timer)
      resolve()
    }
    app.stdout?.on('data', listen)
    app.stderr?.on('data', listen)
    app.once('exit', (code) => fail(`The program ended with ${code}.`))
  })

/** The environment for the built product with its demo. */
const environment = (port: number, folder: string, more: Record<string, string>) => ({
  PATH: process.env.PATH,
  NODE_ENV: 'production',
  PORTICO_DEMO: 'on',
  LOG_LEVEL: 'error',
  PORT: String(port),
  DATA_DIR: path.join(folder, 'data'),
  CALLS_PER_MINUTE: '100000',
  ...more,
})

/** The built product with its demo as a separate process in a separate folder. */
export const startApp = async (more: Record<string, string> = {}) => {
  const parent = fs.existsSync('/dev/shm') ? '/dev/shm' : os.tmpdir()
  const folder = fs.mkdtempSync(path.join(parent, 'portico-journeys-'))
  fs.chmodSync(folder, 0o755)
  const port = await freePort()
  const start = async () => {
    const app = spawn(process.execPath, [BUILT], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: environment(port, folder, more),
    })
    await untilReady(app)
    return app
  }
  let app = await start()
  const end = async (signal: NodeJS.Signals) => {
    if (app.exitCode !== null || app.signalCode !== null) return
    const ended = new Promise((resolve) => app.once('exit', resolve))
    app.kill(signal)
    await ended
  }
  return {
    origin: `http://core.localhost:${port}`,
    /** Leaves behind what a mail server that was away and a worker that died leave. */
    leaveTroubles: () =>
      promisify(execFile)(process.execPath, ['tests/journeys/kit/leave-troubles.ts'], {
        cwd: root,
        env: environment(port, folder, more),
      }),
    /** Adds the people that only journeys use, for this many tries in each project. */
    addPeople: (projects: { name: string; tries: number }[]) =>
      promisify(execFile)(process.execPath, ['tests/journeys/kit/add-people.ts', JSON.stringify(projects)], {
        cwd: root,
        env: environment(port, folder, more),
      }),
    /** Kills the process without warning. */
    kill: () => end('SIGKILL'),
    /** Starts it again with the same data. */
    restart: async () => {
      app = await start()
    },
    stop: async () => {
      await end('SIGTERM')
      fs.rmSync(folder, { recursive: true, force: true })
    },
  }
}
