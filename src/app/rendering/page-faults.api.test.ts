import { beforeEach, expect, test } from 'vitest'
import type { Transport } from '#kernel/client.ts'
import { type TestPortal, testApp } from '../../../tests/api.ts'
import { testPages } from '../../../tests/pages.ts'
import { render } from '../entry-server.tsx'

const t = testApp()

type ReportedFault = { error: unknown; path: string }
const reported: ReportedFault[] = []
/** What the calls of the next pages answer, in place of their own answers. */
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

test('a page that our own code fails to read or to draw answers 500 and is reported, once, without what its address tells (INT-011, INT-012, ERR-012)', async () => {
  const broken: [string, object][] = [
    // Fails while it reads what it shows.
    ['/course/ladders?token=abc', {}],
    // Fails while it is drawn.
    ['/faq?token=abc', {}],
    ['/bundles?token=abc', { data: [{}], meta: {} }],
  ]
  for (const [url, body] of broken) {
    reported.length = 0
    answers = async () => ({ status: 200, body })
    expect([url, await statusOf(url)]).toEqual([url, 500])
    expect(reported).toEqual([{ error: expect.any(TypeError), path: url.replace('abc', '…') }])
  }
  // Nothing of it is kept.
  answers = null
  expect(await statusOf('/faq?token=abc')).toBe(200)
})

test('what calls have answered is not reported as a fault of the page: they have told of theirs themselves (INT-011)', async () => {
  expect([await statusOf('/faq'), await statusOf('/no-such-page'), await statusOf('/course/nothing')]).toEqual([
    200, 404, 404,
  ])
  answers = async () => ({ status: 503, body: { code: 'maintenance', message: 'Soon.' } })
  expect(await statusOf('/faq?cursor=x')).toBe(503)
  expect(await statusOf('/error')).toBe(500)
  expect(reported).toEqual([])
})
