import { giveStartCode } from '#features/badges/contract.ts'
import { createUser } from '#features/users/contract.ts'
import { headersOf, type TestPerson, type TestPortal, type testApp } from '../api.ts'
import { cookieOf } from '../signing-in.ts'

type App = ReturnType<typeof testApp>

export const PIN = '804217'

export type BadgeAnswer = Awaited<ReturnType<App['request']>>
export const said = (answer: BadgeAnswer) => [answer.statusCode, answer.json().code]

/** People with badges, and their calls, each from another network: pauses of networks are another rule. */
export const badgeHolders = (t: App) => {
  let address = 0
  let numbers = 100

  const post = (portal: TestPortal, path: string, payload: object, device?: string) => {
    const headers = headersOf(t.config, portal)
    return t.request(portal, {
      method: 'POST',
      url: `/api/v1/badge/${path}`,
      payload,
      remoteAddress: `198.51.${Math.floor(++address / 250)}.${address % 250}`,
      headers: { ...headers, ...(device && { cookie: `${headers.cookie}; device=${device}` }) },
    })
  }
  const enter = (portal: TestPortal, badge: string, secret = PIN, device?: string) =>
    post(portal, 'sign-in', { badge, secret }, device)
  const start = (portal: TestPortal, badge: string, start_code: string, secret = PIN) =>
    post(portal, 'start', { badge, start_code, secret, secret_confirmation: secret })

  const setUp = async () => {
    const admin = await t.make.person('portal_admin')
    return { admin, portal: admin.portal, api: t.as(admin) }
  }
  type SetUp = Awaited<ReturnType<typeof setUp>>

  const add = async ({ api }: Pick<SetUp, 'api'>, values: object = {}) => {
    const number = `W-${++numbers}`
    const { data } = await api.call(createUser, {
      body: { first_name: 'Ana', last_name: 'Ames', badge_number: number, ...values },
    })
    return { id: data.id, number }
  }
  const codeFor = async ({ api }: Pick<SetUp, 'api'>, id: number) =>
    (await api.call(giveStartCode, { params: { id } })).data
  /** Somebody who has set a PIN, with the session and the known browser of that. */
  const started = async (at: SetUp, values: object = {}) => {
    const person = await add(at, values)
    const { start_code, address: link } = await codeFor(at, person.id)
    const answer = await start(at.portal, person.number, start_code)
    const [session, device] = ['session', 'device'].map((name) => cookieOf(answer, name)?.value ?? '')
    if (answer.statusCode !== 200 || !session || !device) throw new Error(`No session: ${answer.body}`)
    return { ...person, link, session, device, answer }
  }
  /** Somebody with a session by badge, as tests call. */
  const as = (portal: TestPortal, { id, session }: { id: number; session: string }): TestPerson => ({
    id,
    email: '',
    portal,
    role: 'learner',
    token: session,
  })
  return { enter, start, setUp, add, codeFor, started, as }
}

export type BadgePortal = Awaited<ReturnType<ReturnType<typeof badgeHolders>['setUp']>>
