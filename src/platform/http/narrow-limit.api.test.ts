import http from 'node:http'
import { expect, test } from 'vitest'
import { headersOf, type TestPortal, testApp } from '../../../tests/api.ts'
import { type AppProcess, forkApp } from '../../../tests/processes/app-process.ts'

const t = testApp()

/** The status of looking up a certificate in one process. One address may look up 60 per minute. */
const look = ({ port }: AppProcess, portal: TestPortal) =>
  new Promise<number>((resolve, reject) => {
    const path = '/api/v1/main/certificates/2222-2222-2222-2222'
    http
      .get({ host: '127.0.0.1', port, path, headers: headersOf(t.config, portal), agent: false }, (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode ?? 0))
      })
      .on('error', reject)
  })

test('two processes on one database count together, even at the same moment (API-020)', async () => {
  const portal = await t.make.portal()
  const [one, two] = await Promise.all([forkApp(t), forkApp(t)])
  try {
    const statuses = await Promise.all(Array.from({ length: 80 }, (_, at) => look(at % 2 ? one : two, portal)))
    expect(statuses.filter((status) => status === 404)).toHaveLength(60)
    expect(statuses.filter((status) => status === 429)).toHaveLength(20)
    expect([await look(one, portal), await look(two, portal)]).toEqual([429, 429])
    // After the minute, both start over with one count.
    await t.platform((tx) =>
      tx
        .updateTable('call_counts')
        .set({ ends_at: new Date(Date.now() - 1000) })
        .execute(),
    )
    const again = await Promise.all(Array.from({ length: 62 }, (_, at) => look(at % 2 ? one : two, portal)))
    expect(again.filter((status) => status === 429)).toHaveLength(2)
  } finally {
    await Promise.all([one.kill(), two.kill()])
  }
})
