import { dayOf, formatDay, lastDayBefore } from '#kernel/format/day.ts'
import { type GateList, unpackRevoked } from '#kernel/statements/gate-list.ts'
import { judge } from '#kernel/statements/verdict.ts'
import { readPicture, watchCamera } from '#ui/scan/read-code.ts'
import { ageText, dayText, warningText } from '../../rules/words.ts'
import { fetchList, keptList, setWarnDays, warnDays } from './kept-list.ts'
import { cardNode, type Shown, show, verdictNode } from './show.ts'

const part = <T extends HTMLElement = HTMLElement>(id: string): T => document.getElementById(id) as T
const result = part('result')
const scan = part<HTMLButtonElement>('scan')
const trouble = part('trouble')
const days = part<HTMLInputElement>('days')

let list: GateList | null = null

const say = (place: HTMLElement, text: string | null): void => {
  place.textContent = text
  place.hidden = !text
}

const showList = (): void => {
  const now = new Date()
  part('age').textContent = list ? ageText(list, now) : 'No list on this device yet.'
  say(part('warning'), warningText(list, now, warnDays()))
}

const refresh = async (isAsked: boolean): Promise<void> => {
  const fresh = await fetchList(list).catch(() => null)
  if (fresh) list = fresh
  showList()
  if (isAsked) say(trouble, fresh ? null : 'The list could not be updated. Check the network and try again.')
}

type Verified = {
  number: string
  status: 'valid' | 'expired' | 'revoked'
  holder_name: string
  course_title: string
  issued_at: string
  expires_at: string | null
  time_zone: string
}

const onlineAnswer = ({ status, number, ...of }: Verified): Shown => ({
  state: status,
  text: 'Checked online just now',
  facts: [
    ['Name', of.holder_name],
    ['Course', of.course_title],
    ['Date of issue', formatDay(dayOf(of.issued_at, of.time_zone), 'long')],
    ['Valid until', dayText(of.expires_at && lastDayBefore(of.expires_at, of.time_zone))],
    ['Certificate number', number],
  ],
})

/** What a number alone is worth: the portal's answer online; without a network only that it was revoked. */
const byNumber = async (typed: string): Promise<Shown> => {
  const facts: Shown['facts'] = [['Certificate number', typed]]
  try {
    const answer = await fetch(`/api/v1/main/certificates/${encodeURIComponent(typed)}`, { cache: 'no-store' })
    if (answer.ok) return onlineAnswer(((await answer.json()) as { data: Verified }).data)
    if (answer.status === 404) return { state: 'unknown', text: 'No certificate here has this number.', facts }
  } catch {
    // There is no network: the list knows the revoked ones.
  }
  const signs = typed.toUpperCase().replace(/[^0-9A-Z]/g, '')
  const revokedAt = list && unpackRevoked(list.revoked).get(signs.match(/.{4}/g)?.join('-') ?? '')
  if (list && revokedAt)
    return { state: 'revoked', text: `Revoked on ${formatDay(dayOf(revokedAt, list.time_zone), 'long')}`, facts }
  return { state: 'unknown', text: 'A number alone cannot be checked offline. Scan the code instead.', facts }
}

const check = async (text: string): Promise<void> => {
  say(trouble, null)
  const verdict = await judge(text, list, new Date())
  if (verdict.kind === 'unknown' && verdict.reason === 'no_statement' && verdict.number)
    show(result, cardNode(await byNumber(verdict.number)))
  else show(result, verdictNode(verdict, list))
}

const cameraTrouble = (error: unknown): string =>
  error instanceof DOMException && error.name === 'NotAllowedError'
    ? 'The camera is not allowed for this page. Allow it in the settings of the browser, or scan a picture.'
    : 'The camera cannot be used here. Scan a picture instead.'

let stopCamera: (() => void) | null = null
const closeCamera = (): void => {
  stopCamera?.()
  stopCamera = null
  part('camera').hidden = true
  scan.textContent = 'Scan a code'
}

scan.addEventListener('click', async () => {
  if (stopCamera) return closeCamera()
  result.hidden = true
  say(trouble, null)
  part('camera').hidden = false
  scan.textContent = 'Stop the camera'
  try {
    stopCamera = await watchCamera(part<HTMLVideoElement>('video'), (text) => {
      closeCamera()
      void check(text)
    })
  } catch (error) {
    closeCamera()
    say(trouble, cameraTrouble(error))
  }
})

part<HTMLInputElement>('picture').addEventListener('change', async ({ currentTarget }) => {
  const input = currentTarget as HTMLInputElement
  const file = input.files?.[0]
  input.value = ''
  if (!file) return
  const text = await readPicture(file).catch(() => null)
  if (text) await check(text)
  else {
    result.hidden = true
    say(trouble, 'No code found in this picture. Take it closer, straight, and sharp.')
  }
})

part('typed').addEventListener('submit', async (event) => {
  event.preventDefault()
  const typed = part<HTMLInputElement>('number').value.trim()
  if (typed) show(result, cardNode(await byNumber(typed)))
})

part('refresh').addEventListener('click', () => void refresh(true))
window.addEventListener('online', () => void refresh(false))
days.addEventListener('change', () => {
  const value = Number(days.value)
  if (Number.isInteger(value) && value >= 1 && value <= 365) setWarnDays(value)
  showList()
})

/** Keeps this page in the device, for codes that the phone's own camera opens as well. */
const keepPage = async (): Promise<void> => {
  if (!('serviceWorker' in navigator)) return
  const [worker] = await Promise.all(
    ['/gate', '/certificates/'].map((scope) => navigator.serviceWorker.register('/gate/worker.js', { scope })),
  )
  const waiting = worker?.installing ?? worker?.waiting
  if (!worker?.active)
    await new Promise<void>((done) => {
      waiting?.addEventListener('statechange', () => waiting.state === 'activated' && done())
    })
  await navigator.storage?.persist?.()
  part('ready').textContent = 'Ready to work without a network.'
}

const start = async (): Promise<void> => {
  days.value = String(warnDays())
  list = await keptList().catch(() => null)
  showList()
  scan.disabled = false
  const opened = location.hash.length > 1 || location.pathname.startsWith('/certificates/')
  if (opened && list) await check(location.href)
  await refresh(false)
  if (opened && result.hidden) await check(location.href)
}

window.addEventListener('hashchange', () => void check(location.href))
void start()
keepPage().catch(() => {
  part('ready').textContent = 'This browser cannot keep the page. Open it in another one to work without a network.'
})
