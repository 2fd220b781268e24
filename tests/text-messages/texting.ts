import { sendStartLinks, setMobile, showMobile } from '#features/text-messages/contract.ts'
import { CALLBACK_PATH } from '#features/text-messages/server/service.ts'
import type { ServiceNews } from '#standins/twilio/controls.ts'
import { headersOf, type TestPortal, type testApp } from '../api.ts'
import { type badgeHolders, PIN } from '../badges/holders.ts'
import { cookieOf } from '../signing-in.ts'

type App = ReturnType<typeof testApp>
type Caller = ReturnType<App['as']>

export const tokenIn = (body: string | undefined) => /\/t#([0-9a-z]{22})/.exec(body ?? '')?.[1] ?? ''
let numbers = 0
export const newNumber = () => `+1212555${String(1000 + ++numbers)}`

/** People with mobile numbers, the phones that get their texts, and the calls behind the links in them. */
export const texting = (t: App, { add }: Pick<ReturnType<typeof badgeHolders>, 'add'>) => {
  const controls = () => {
    const own = t.app.standins.twilio?.controls
    if (!own) throw new Error('The stand-in runs in another process')
    return own
  }
  const drain = () => t.app.jobs.drain()
  const textTo = (number: string) => controls().texts(number)[0]

  let networks = 0
  const call = (at: { portal: TestPortal }, path: string, payload: object, remoteAddress?: string) =>
    t.request(at.portal, {
      method: 'POST',
      url: `/api/v1${path}`,
      payload,
      remoteAddress: remoteAddress ?? `203.0.${Math.floor(++networks / 250)}.${networks % 250}`,
      headers: headersOf(t.config, at.portal),
    })
  const use = (at: { portal: TestPortal; api: Caller }, token: string, secret = PIN) =>
    call(at, '/text-links/start', { token, secret, secret_confirmation: secret })
  const newsUrl = async ({ portal }: { portal: TestPortal }) =>
    `${(await t.app.services.portalById(portal.id))?.origin}${CALLBACK_PATH}`
  const tell = ({ portal }: { portal: TestPortal }, { url, body, signature }: ServiceNews) =>
    t.request(portal, {
      method: 'POST',
      url: new URL(url).pathname + new URL(url).search,
      payload: body,
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature },
    })
  const number = async ({ api }: { api: Caller }, id: number, value = newNumber()) => {
    await api.call(setMobile, { params: { id }, body: { number: value, has_consented: true } })
    return value
  }
  const sendTo = async ({ api }: { api: Caller }, ...user_ids: number[]) =>
    (await api.call(sendStartLinks, { body: { user_ids } })).data
  const shown = async ({ api }: { api: Caller }, id: number) => (await api.call(showMobile, { params: { id } })).data
  /** Somebody who has set a PIN by a link, whose number is proved by that. */
  const proved = async (at: { portal: TestPortal; api: Caller }) => {
    const person = await add(at)
    const mobile = await number(at, person.id)
    await sendTo(at, person.id)
    await drain()
    const answer = await use(at, tokenIn(textTo(mobile)?.body))
    if (answer.statusCode !== 200) throw new Error(`No session: ${answer.body}`)
    return { ...person, mobile, session: cookieOf(answer, 'session')?.value ?? '' }
  }
  return { controls, drain, textTo, call, use, newsUrl, tell, number, sendTo, shown, proved }
}
