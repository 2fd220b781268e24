import { beforeAll, expect, test } from 'vitest'
import { type TestPerson, type TestPortal, testApp } from '../../../tests/api.ts'
import { testPages } from '../../../tests/pages.ts'

const t = testApp({
  env: {
    AD_CLICK_SCRIPT_URL: 'https://ads.example.com/click.js',
    SCHEDULING_SCRIPT_URL: 'https://meet.example.com/widget.js',
    ACCESSIBILITY_WIDGET_URL: 'https://access.example.com/w.js',
  },
})
const pages = testPages(t)

const WIDGET = 'https://access.example.com'
const OTHERS = ['https://ads.example.com', 'https://meet.example.com']

/** The first portal of an installation, and another one. */
let core: TestPortal
let channel: TestPortal
beforeAll(async () => {
  core = await t.make.portal({ type: 2, is_marketable: true })
  channel = await t.make.portal({ type: 2, is_marketable: true })
})

/** The external hosts that a page may load scripts from, and the scripts it names. */
const loads = async (who: TestPortal | TestPerson, url: string, headers: Record<string, string> = {}) => {
  const [host, token] = 'token' in who ? [who.portal.host, who.token] : [who.host]
  const cookie = [token && `session=${token}`, headers.cookie].filter(Boolean).join('; ')
  const answer = await pages.http.inject({
    method: 'GET',
    url,
    headers: { ...headers, host, ...(cookie && { cookie }) },
  })
  const policy = String(answer.headers['content-security-policy'])
  const [, scripts = ''] = /script-src ([^;]*)/.exec(policy) ?? []
  return {
    allowed: scripts.split(' ').filter((source) => source.startsWith('https:')),
    mentioned: [WIDGET, ...OTHERS].filter((origin) => answer.body.includes(`${origin}/`)),
  }
}

test('the accessibility widget is on every page, and no choice or signal removes it (SEO-003, INT-014, UIX-030)', async () => {
  const learner = await t.make.person('learner', { portal: channel })
  const nothing = { cookie: 'cookie_consent=necessary.performance', dnt: '1', 'sec-gpc': '1' }
  for (const [who, url] of [
    [channel, '/terms'],
    [channel, '/course'],
    [channel, '/login'],
    [channel, '/no-such-page'],
    [learner, '/dashboard'],
  ] as const)
    for (const headers of [{}, nothing])
      expect([url, await loads(who, url, headers)]).toEqual([url, { allowed: [WIDGET], mentioned: [WIDGET] }])
})

test('ad-click and scheduling scripts are only on the core portal, each while its category is on (SEO-004, UIX-031)', async () => {
  const all = [...OTHERS, WIDGET]
  expect((await loads(core, '/terms')).mentioned.toSorted()).toEqual(all.toSorted())
  const allowed = async (headers: Record<string, string>) => (await loads(core, '/terms', headers)).allowed
  expect(await allowed({})).toEqual(all)
  expect(await allowed({ cookie: 'cookie_consent=necessary.other' })).toEqual([OTHERS[1], WIDGET])
  expect(await allowed({ cookie: 'cookie_consent=necessary.advertisement' })).toEqual([OTHERS[0], WIDGET])
  for (const signal of ['dnt', 'sec-gpc']) expect(await allowed({ [signal]: '1' })).toEqual([WIDGET])
})
