import { afterEach, expect, test, vi } from 'vitest'
import { browserTransport } from './api.tsx'

afterEach(() => vi.unstubAllGlobals())

/** Which cookies are set, and how often the session ends, when a call of a signed-in page answers this status. */
const after = async (url: string, status: number) => {
  const set: string[] = []
  let ended = 0
  const document = {
    get cookie() {
      return 'auth=1; XSRF-TOKEN=t'
    },
    set cookie(text: string) {
      set.push(text)
    },
  }
  vi.stubGlobal('document', document)
  vi.stubGlobal('location', { protocol: 'https:' })
  vi.stubGlobal('fetch', async () => new Response('{"message":"no"}', { status }))
  const send = browserTransport({ onSessionEnded: () => ended++ })
  await send({ method: 'GET', url })
  return { set, ended }
}

test('a 403 for the person’s own record clears the auth cookie; other refusals keep it (AUT-027, ERR-007)', async () => {
  const { set, ended } = await after('/me', 403)
  expect([set, ended]).toEqual([['auth=; Max-Age=0; Path=/; SameSite=Lax; Secure'], 0])
  expect((await after('/me?portal_id=7', 403)).set).toHaveLength(1)
  expect(await after('/users', 403)).toEqual({ set: [], ended: 0 })
  expect(await after('/me', 200)).toEqual({ set: [], ended: 0 })
})

test('a 401 on a signed-in page ends its session (AUT-023)', async () => {
  expect(await after('/orders', 401)).toEqual({ set: [], ended: 1 })
})
