import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { BY_HAND, RECEIVER } from '#platform/http/docs/receiving.ts'
import { testApp } from '../../../../tests/api.ts'
import { callingBack, LOCAL } from '../../../../tests/callbacks/calling-back.ts'
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

/** The receiver of the guide, as somebody would copy it. */
const loadSample = async (): Promise<Sample> => {
  const code = /```js\n(.*?)```/s.exec(guide)?.[1] ?? ''
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'callbacks-')), 'receiver.mjs')
  fs.writeFileSync(file, code.replace("'standardwebhooks'", `'${import.meta.resolve('standardwebhooks')}'`))
  return (await import(/* @vite-ignore */ pathToFileURL(file).href)) as Sample
}

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
