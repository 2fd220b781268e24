import { spawn } from 'node:child_process'
import { on, once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test, vi } from 'vitest'
import { BY_HAND, RECEIVER } from '#platform/http/docs/receiving.ts'
import { testApp } from '../../../../tests/api.ts'
import { callingBack, LOCAL } from '../../../../tests/callbacks/calling-back.ts'
import { freePort } from '../../../../tests/processes/built-program.ts'
import { testCallback } from '../contract.ts'
import { EVENT_TYPES } from '../rules/events.ts'

type Sample = {
  createReceiver: (secret: string) => {
    receive: (headers: Record<string, string>, body: string) => number
    records: Map<string, { number: number; data: Record<string, unknown> }>
  }
}

const t = testApp({ env: LOCAL })
const calls = callingBack(t)
const guide = fs.readFileSync(path.resolve(import.meta.dirname, '../../../../docs/callbacks.md'), 'utf8')

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'callbacks-'))
afterAll(() => fs.rmSync(folder, { recursive: true }))
const [receiverCode = '', serveCode = ''] = [...guide.matchAll(/```js\n(.*?)```/gs)].map(([, code]) => code)
const receiverFile = path.join(folder, 'receiver.mjs')
const library = `'${import.meta.resolve('standardwebhooks')}'`
fs.writeFileSync(receiverFile, receiverCode.replace("'standardwebhooks'", library))

/** The receiver of the guide, as somebody would copy it. */
const loadSample = async (): Promise<Sample> =>
  (await import(/* @vite-ignore */ pathToFileURL(receiverFile).href)) as Sample

test('the receiver of the guide takes what is sent once, keeps the newest, and refuses what is forged (INT-023)', async () => {
  const { createReceiver } = await loadSample()
  const admin = await t.make.person('portal_admin')
  const hr = await calls.connected(admin)
  const { receive, records } = createReceiver(hr.secret)
  hr.system.answer(({ headers, text }) => ({ status: receive(headers, text) }))
  const person = await t.make.person('learner', { portal: admin.portal })
  await t.platform((tx) =>
    tx.updateTable('portal_users').set({ city: 'Akron' }).where('user_id', '=', person.id).execute(),
  )
  await calls.deliver()
  expect(records.get(`user:${person.id}`)).toMatchObject({ number: 2, data: { city: 'Akron', email: person.email } })
  const [first] = hr.system.received
  expect(receive(first?.headers ?? {}, first?.text ?? '')).toBe(204)
  expect(records.get(`user:${person.id}`)?.number).toBe(2)
  expect(receive(first?.headers ?? {}, `${first?.text}x`)).toBe(401)
})

test('the program of the guide prints a test and an event that it took (INT-023, OPS-087)', async () => {
  const port = await freePort()
  const [, url = ''] = /endpoint URL `(http:[^`]+)`/.exec(guide) ?? []
  expect(serveCode).toContain(`listen(${new URL(url).port}, '127.0.0.1')`)
  fs.writeFileSync(path.join(folder, 'serve.mjs'), serveCode.replace(new URL(url).port, String(port)))
  const admin = await t.make.person('portal_admin')
  const added = await calls.callback(admin, { url: url.replace(/\d+(?=\/)/, String(port)) })
  const child = spawn(process.execPath, ['serve.mjs'], { cwd: folder, env: { ...process.env, SECRET: added.secret } })
  try {
    const lines = on(child.stdout.setEncoding('utf8'), 'data')
    await vi.waitFor(() => fetch(`http://127.0.0.1:${port}`), { timeout: 20_000 })
    expect((await lines.next()).value).toEqual([expect.stringMatching(/^401 /)])
    await t.as(admin).call(testCallback, { params: { id: added.id } })
    await calls.deliver()
    expect((await lines.next()).value).toEqual([expect.stringMatching(/^204 .*"type":"callback.test"/)])
    await t.make.person('learner', { portal: admin.portal })
    await calls.deliver()
    expect((await lines.next()).value).toEqual([expect.stringMatching(/^204 .*"type":"user.created"/)])
  } finally {
    child.kill()
    await once(child, 'exit')
  }
})

test('the pages for developers show the same receiver, and check a signature by hand as it does (INT-046)', async () => {
  expect(guide).toContain(RECEIVER)
  const { isGenuine } = (await import(`data:text/javascript,${encodeURIComponent(BY_HAND)}`)) as {
    isGenuine: (secret: string, headers: Record<string, string>, body: string) => boolean
  }
  const admin = await t.make.person('portal_admin')
  const hr = await calls.connected(admin)
  await t.make.person('learner', { portal: admin.portal })
  await calls.deliver()
  const [first] = hr.system.received
  if (!first) throw new Error('Nothing arrived')
  expect(isGenuine(hr.secret, first.headers, first.text)).toBe(true)
  expect(isGenuine(hr.secret, first.headers, `${first.text}x`)).toBe(false)
  expect(isGenuine(hr.secret, { ...first.headers, 'webhook-timestamp': '1' }, first.text)).toBe(false)
  const shown = await t.app.http.inject({ url: '/api/v1/docs/callbacks', headers: { host: admin.portal.host } })
  expect(shown.body).toContain('id="receive"')
  expect(shown.body).toContain('Check signatures')
})

test('the guide names every event (INT-023)', () => {
  const named = (type: string) => {
    const [noun = '', verb = ''] = type.split('.')
    const row = guide
      .split('\n')
      .find((line) => line.startsWith(`| \`${noun}:`) || line.startsWith(`| \`${noun.replace(/s$/, '')}s:`))
    return row?.includes(`.${verb}\``) ?? false
  }
  expect(EVENT_TYPES.filter((type) => !named(type))).toEqual([])
})
