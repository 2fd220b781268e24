import { createProvider } from '#features/single-sign-on/contract.ts'
import { finishSignOn, startSignOn } from '#features/single-sign-on/contract-signing.ts'
import type { Wire } from '#kernel/endpoint.ts'
import type { startOidcProvider } from '../../scripts/demo/oidc-provider.ts'
import { headersOf, type TestApp, type TestPerson, type TestPortal } from '../api.ts'

export const LOCAL = { FETCH_NETWORKS: '127.0.0.1/32' }

export type Shown = Wire<typeof createProvider>['data']
type Settings = Parameters<TestApp['as']> extends never ? never : Partial<Record<string, unknown>>

/** A browser at a portal, with what it keeps between calls. */
export const signingOn = (t: TestApp) => {
  /** A visitor's browser: what the portal sets it sends again. */
  const browser = (portal: TestPortal) => {
    const cookies = new Map<string, string>()
    const call = async (path: string, payload: object = {}) => {
      const token = cookies.get('session')
      const who = token ? ({ portal, token } as TestPerson) : portal
      const { cookie, ...headers } = headersOf(t.config, who)
      const all = [cookie, ...[...cookies].map(([name, value]) => `${name}=${value}`)].join('; ')
      const answer = await t.app.http.inject({
        method: 'POST',
        url: `/api/v1${path}`,
        headers: { ...headers, cookie: all },
        payload,
      })
      for (const { name, value } of answer.cookies) if (name !== 'XSRF-TOKEN') cookies.set(name, value)
      return answer
    }
    return {
      cookies,
      call,
      start: async (id: number): Promise<string> => {
        const answer = await call(startSignOn.path, { provider_id: id })
        if (answer.statusCode !== 200) throw new Error(answer.body)
        return answer.json().data.address
      },
      finish: (query: string) => call(finishSignOn.path, { query: query.replace(/^\?/, '') }),
    }
  }

  const addOidc = async (
    admin: TestPerson,
    provider: Awaited<ReturnType<typeof startOidcProvider>>,
    settings: Settings = {},
  ): Promise<Shown> =>
    (
      await t.as(admin).call(createProvider, {
        body: {
          kind: 'oidc',
          name: 'Harbor',
          issuer: provider.issuer,
          client_id: provider.client_id,
          client_secret: provider.client_secret,
          is_active: true,
          ...settings,
        },
      })
    ).data

  /** Says that a portal has proved a domain for a provider. */
  const prove = (portal: TestPortal, providerId: number, domain: string) =>
    t.platform((tx) =>
      tx
        .insertInto('sign_on_domains')
        .values({ portal_id: portal.id, provider_id: providerId, domain, token: 't', proved_at: new Date() })
        .execute(),
    )

  /** The e-mail of the person whom a browser's session belongs to; null without one. */
  const whoIs = async (portal: TestPortal, session: string | undefined): Promise<string | null> => {
    if (!session) return null
    const answer = await t.app.http.inject({
      url: '/api/v1/me',
      headers: { host: portal.host, cookie: `session=${session}` },
    })
    return answer.statusCode === 200 ? answer.json().data.email : null
  }
  return { browser, addOidc, prove, whoIs }
}
