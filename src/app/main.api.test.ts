import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { emptyDatabase } from '../../tests/database.ts'
import { BUILT, freePort, startBuilt } from '../../tests/processes/built-program.ts'
import { startProgram } from '../../tests/processes/program.ts'

test('the built program sets up an empty database in production, answers, and stops when told to (API-025)', async () => {
  const { admin, name, drop } = emptyDatabase()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'portico-built-'))
  try {
    const { host = '', port, user } = admin
    const DATABASE_URL = `postgres://${user}@${encodeURIComponent(host)}:${port}/${name}`
    const SECRET = 'the secret of a test, long enough for production'
    const env = { DATA_DIR: folder, SECRET, DATABASE_URL, PUBLIC_ORIGIN: 'https://courses.example.com' }
    const program = await startBuilt(env, { path: '/api/v1/health', host: 'balancer' })
    const page = await fetch(`http://127.0.0.1:${program.port}/`)
    expect([page.status, await page.text()]).toEqual([404, expect.stringContaining('Portal not found!')])
    expect(await program.stop()).toBe(0)
  } finally {
    await drop()
    fs.rmSync(folder, { recursive: true, force: true })
  }
})

test('two programs share the embedded database; the second continues without the first, and stops cleanly without the database (OPS-004, OPS-007)', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'portico-shared-'))
  fs.chmodSync(folder, 0o755)
  const start = async () => {
    const port = await freePort()
    const program = startProgram(BUILT, { NODE_ENV: 'test', DATA_DIR: folder, PORT: String(port), LOG_LEVEL: 'info' })
    await expect.poll(() => program.said(), { timeout: 60_000 }).toContain('ready\n')
    const health = async () => (await fetch(`http://127.0.0.1:${port}/api/v1/health`)).status
    return { ...program, health }
  }
  const first = await start()
  const lines = first.said().trim().split('\n')
  expect(lines.length).toBeLessThan(10)
  for (const line of lines) expect(line).toMatch(/^\[ *\d+\.\d s\] /)
  expect(lines[0]).toMatch(/database: ready, \d+ migrations ran$/)
  const second = await start()
  expect(second.said()).toContain('joined the one that is running')

  first.child.kill('SIGTERM')
  expect(await first.ended).toBe(0)
  expect(await second.health()).toBe(200)

  const server = Number(fs.readFileSync(path.join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
  process.kill(server, 'SIGQUIT')
  expect(await second.ended).toBe(1)
  expect(second.said()).toContain('The database that comes with Portico has ended, so this program ends too.')
  expect(second.said()).not.toMatch(/^\s+at /m)
  fs.rmSync(folder, { recursive: true, force: true })
})
