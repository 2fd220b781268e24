import { spawn } from 'node:child_process'
import dns from 'node:dns'
import { once } from 'node:events'
import fs from 'node:fs'
import http from 'node:http'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test, vi } from 'vitest'
import { listExamples } from '#features/two-way-api/contract.ts'
import { testApp } from '../../../../tests/api.ts'
import { forkApp } from '../../../../tests/processes/app-process.ts'
import { lockWaits } from '../../../../tests/processes/lock-waits.ts'
import { LATE, LATE_TEST_MS, newKey, syncing } from '../../../../tests/sync/syncing.ts'

const t = testApp()
const sync = syncing(t)
vi.setConfig({ testTimeout: LATE_TEST_MS })
const guide = fs.readFileSync(path.resolve(import.meta.dirname, '../../../../docs/two-way-api.md'), 'utf8')
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'two-way-api-'))

type Rows = Record<string, unknown>[]
type Progress = { enrollment_id: number; status: number; progress: number }
type Sample = {
  connect: (
    portal: string,
    token: string,
  ) => {
    check: () => Promise<{ data: { token: { name: string } } }>
    sendPeople: (rows: Rows) => Promise<{ sent: unknown; error: { code: string } }[]>
    enroll: (rows: Rows) => Promise<{ sent: unknown; error: { code: string } }[]>
    readProgress: (cursor: string, store: (rows: Progress[]) => void) => Promise<string>
  }
}

/** The system of the guide, as somebody would copy it. */
const loadSample = async (): Promise<Sample> => {
  const file = path.join(folder, 'system.ts')
  fs.writeFileSync(file, /```ts\n(.*?)```/s.exec(guide)?.[1] ?? '')
  return (await import(/* @vite-ignore */ pathToFileURL(file).href)) as Sample
}

/** Names of portals lead to this machine, as in a browser; not every resolver knows that. */
const resolveLocally = () => {
  const { lookup } = dns
  vi.spyOn(dns, 'lookup').mockImplementation(((name: string, ...rest: unknown[]) =>
    (lookup as unknown as (...all: unknown[]) => void)(
      name.endsWith('.localhost') ? '127.0.0.1' : name,
      ...rest,
    )) as never)
}

test('the system of the guide connects a running portal: people, enrollments, and a mirror of progress (INT-040, INT-037)', async () => {
  resolveLocally()
  const { portal, course, token, call } = await sync.connected(300)
  await sync.untilReady(call)
  const origin = `http://${portal.host}:${await sync.listen()}`
  const { connect } = await loadSample()
  const system = connect(origin, token.token)
  expect((await system.check()).data.token.name).toBe('HR system')
  const people = Array.from({ length: 203 }, (_, at) => ({
    external_id: `E-${at}`,
    email: at === 7 ? 'nowhere' : `e${at}@guide.example.com`,
    first_name: 'Guy',
  }))
  const refused = await system.sendPeople(people)
  expect(refused.map(({ sent, error }) => [sent, error.code])).toEqual([[people[7], 'invalid']])
  expect(await system.sendPeople(people.slice(0, 5))).toEqual([])
  const rows = people.slice(0, 9).map(({ external_id }) => ({ person: `external:${external_id}`, course: course.slug }))
  expect((await system.enroll(rows)).map(({ error }) => error.code)).toEqual(['external_id_unknown'])
  const mirror = new Map<number, Progress>()
  const store = (read: Progress[]) => {
    for (const row of read) mirror.set(row.enrollment_id, row)
  }
  const cursor = await system.readProgress('', store)
  expect(mirror.size).toBe(8)
  const [first] = mirror.keys()
  await sync.begin(portal, first as number)
  let read = 0
  let next = cursor
  // A change is read when everything that began before it has ended, in other tests as well.
  await expect
    .poll(async () => {
      next = await system.readProgress(next, (page) => {
        read += page.length
        store(page)
      })
      return read
    }, LATE)
    .toBe(1)
  expect(mirror.get(first as number)?.status).toBe(1)
  await system.readProgress(next, (page) => expect(page).toEqual([]))
  await expect(connect(origin, 'ptk_wrong').check()).rejects.toThrow(/^401/)
})

/** Runs a program to its end and answers what it printed. */
const run = async (command: string, args: string[], env: Record<string, string>): Promise<string> => {
  const child = spawn(command, args, {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  child.stdout.on('data', (chunk) => {
    printed += chunk
  })
  child.stderr.on('data', (chunk) => {
    printed += chunk
  })
  const [code] = await once(child, 'close')
  expect(code, printed).toBe(0)
  return printed
}

test('every example in curl and TypeScript runs against a portal that has what it names (INT-040)', async () => {
  const { portal, admin, course, token, call } = await sync.connected(100)
  await sync.untilReady(call)
  await t.platform(async (tx) => {
    await tx.updateTable('courses').set({ slug: 'osha-10-hour-construction' }).where('id', '=', course.id).execute()
  })
  await t.make.person('manager', { portal, external_id: 'M-17' })
  const env = { PORTAL: `http://${portal.host}:${await sync.listen()}`, TOKEN: token.token }
  const { data } = await t.as(admin).call(listExamples)
  expect(data.length).toBeGreaterThan(8)
  const preload = path.join(folder, 'resolve.cjs')
  fs.writeFileSync(
    preload,
    `const dns = require('node:dns'); const { lookup } = dns; dns.lookup = (name, ...rest) => lookup(name.endsWith('.localhost') ? '127.0.0.1' : name, ...rest)`,
  )
  for (const [at, { method, path: address, curl, typescript }] of data.entries()) {
    const shell = curl.replace(/^curl /, 'curl -sS --fail-with-body ').replaceAll('0d6c1f0e-granite-1', newKey())
    const printed = await run('bash', ['-c', shell], env)
    expect(JSON.parse(printed), `${method} ${address}`).toHaveProperty('data')
    const file = path.join(folder, `example-${at}.ts`)
    fs.writeFileSync(
      file,
      `const { PORTAL, TOKEN } = process.env\n${typescript}\nconsole.log(JSON.stringify(data))\nexport {}\n`,
    )
    expect(JSON.parse(await run(process.execPath, ['--require', preload, file], env)), address).toBeTruthy()
  }
})

test('a process that is killed in the middle of a bulk call has done nothing, and the same key does it once (INT-034, INT-035)', async () => {
  const { portal, course, call, token } = await sync.connected(50)
  const ids = Array.from({ length: 12 }, (_, at) => `E-${at}`)
  for (const external_id of ids) await sync.learner(portal, { external_id })
  const body = { rows: ids.map((id) => ({ person: `external:${id}`, course: course.slug })) }
  const key = newKey()
  let release = () => {}
  const isReleased = new Promise<void>((resolve) => {
    release = resolve
  })
  const last = await t.platform((tx) =>
    tx
      .selectFrom('portal_users')
      .select('user_id')
      .where('portal_id', '=', portal.id)
      .where('external_id', '=', 'E-9')
      .executeTakeFirstOrThrow(),
  )
  // The last of the people is held, so the call waits when it has carried out the others.
  const holding = t.platform(async (tx) => {
    await tx.selectFrom('portal_users').select('user_id').where('user_id', '=', last.user_id).forUpdate().execute()
    await isReleased
  })
  const app = await forkApp(t)
  const request = http.request({
    host: '127.0.0.1',
    port: app.port,
    path: '/api/v1/sync/enrollments',
    method: 'POST',
    headers: {
      host: portal.host,
      authorization: `Bearer ${token.token}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
  })
  request.on('error', () => {})
  request.end(JSON.stringify(body))
  try {
    await expect.poll(() => lockWaits(t), { timeout: 20_000 }).toBeGreaterThan(0)
    // Another process is asked to come back while the first one runs.
    const early = await call('POST', '/sync/enrollments', { body, key })
    expect([early.status, early.body.code]).toEqual([409, 'idempotency_key_running'])
  } finally {
    await app.kill()
    // Readers of progress in other tests wait until this transaction ends.
    release()
    await holding
  }
  await expect
    .poll(async () => (await call('POST', '/sync/enrollments', { body, key })).status, { timeout: 20_000 })
    .toBe(200)
  const again = await call('POST', '/sync/enrollments', { body, key })
  expect((again.body.data as { result: string }[]).map(({ result }) => result)).toEqual(ids.map(() => 'enrolled'))
  expect(await sync.numbers(portal)).toMatchObject({ used: 12 })
  expect(await sync.check()).toEqual([])
})
