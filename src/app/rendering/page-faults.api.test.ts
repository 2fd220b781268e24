import { beforeEach, expect, test } from 'vitest'
import type { Transport } from '#kernel/client.ts'
import { type TestPortal, testApp } from '../../../tests/api.ts'
import { testPages } from '../../../tests/pages.ts'
import { render } from '../entry-server.tsx'

const t = testApp()

type ReportedFault = { error: unknown; path: string }
const reported: ReportedFault[] = []
/** Replacement answers for the calls of the next pages. */
let answers: Transport | null = null
const pages = testPages(t, {
  report: (error, { path }) => reported.push({ error, path }),
  renderer: {
    manifest: null,
    modules: {},
    render: (options) => render({ ...options, transport: answers ?? options.transport }),
  },
})

let portal: TestPortal
beforeEach(async () => {
  portal = await t.make.portal({ type: 2, is_marketable: true, has_course_catalog: true })
  reported.length = 0
  answers = null
})
const statusOf = async (url: string) => (await pages.open(portal, url)).statusCode

test('a page that our code fails to read or render answers 500 and is reported once, without data from its address, and names its reference (INT-011, INT-012, ERR-012, ERR-176)', async () => {
  const broken: [string, object][] = [
    // Fails while reading its data.
    ['/course/ladders?token=abc', {}],
    // Fails while rendering.
    ['/faq?token=abc', {}],
    ['/bundles?token=abc', { data: [{}], meta: {} }],
  ]
  for (const [url, body] of broken) {
    reported.length = 0
    answers = async () => ({ status: 200, body })
    const page = await pages.open(portal, url)
    expect([url, page.statusCode]).toEqual([url, 500])
    // What support finds the failure by stands in the page, also where only the browser can show it.
    const reference = String(page.headers['x-request-id'])
    expect(page.body).toContain(`<meta name="reference" content="${reference}">`)
    if (url.startsWith('/course/')) expect(page.body).toContain(`for support. Reference: ${reference}`)
    expect(reported).toEqual([{ error: expect.any(TypeError), path: url.replace('abc', '…') }])
  }
  // Nothing of it is cached.
  answers = null
  const whole = await pages.open(portal, '/faq?token=abc')
  expect([whole.statusCode, whole.body.includes('name="reference"')]).toEqual([200, false])
})

test('errors of calls are not reported as faults of the page, since the calls report their own (INT-011)', async () => {
  expect([await statusOf('/faq'), await statusOf('/no-such-page'), await statusOf('/course/nothing')]).toEqual([
    200, 404, 404,
  ])
  answers = async () => ({ status: 503, body: { code: 'maintenance', message: 'Soon.' } })
  expect(await statusOf('/faq?cursor=x')).toBe(503)
  expect(await statusOf('/error')).toBe(500)
  expect(reported).toEqual([])
})
