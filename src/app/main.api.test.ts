import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { startBuilt } from '../../tests/built-program.ts'
import { emptyDatabase } from '../../tests/database.ts'

test('the built program sets up an empty database in production, answers, and ends when it is told to (API-025)', async () => {
  const { admin, name, drop } = emptyDatabase()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'portico-built-'))
  try {
    const { host = '', port, user } = admin
    const DATABASE_URL = `postgres://${user}@${encodeURIComponent(host)}:${port}/${name}`
    const env = { DATA_DIR: folder, SECRET: 'the secret of a test, long enough for production', DATABASE_URL }
    const program = await startBuilt(env, { path: '/api/v1/health', host: 'balancer' })
    const page = await fetch(`http://127.0.0.1:${program.port}/`)
    expect([page.status, await page.text()]).toEqual([404, expect.stringContaining('Portal not found!')])
    expect(await program.stop()).toBe(0)
  } finally {
    await drop()
    fs.rmSync(folder, { recursive: true, force: true })
  }
})
