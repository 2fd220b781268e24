import { isSame, randomToken, sign } from '../secrets.ts'

/** The people who have signed in with this browser before, the last one first. */
export type Device = { id: string; user_ids: readonly number[] }

const DEVICE_COOKIE = 'device'
/** A browser is known for this long after the last sign-in (AUT-055). */
export const DEVICE_SECONDS = 180 * 86_400
/** On a shared computer, this number of people is remembered. */
const MOST_PEOPLE = 40

/** Over HTTPS with the prefix `__Host-`, so that no sibling host can set it. */
export const deviceCookieName = (isSecure: boolean) => (isSecure ? `__Host-${DEVICE_COOKIE}` : DEVICE_COOKIE)

const signatureOf = (secret: string, text: string) => sign(secret, 'device', text)

/** What the cookie of a browser proves; null for a missing, foreign or outdated one. */
export const readDevice = (secret: string, cookie: string | undefined, now: Date): Device | null => {
  const parts = cookie?.split('.') ?? []
  const [id, expires, ids, signature] = parts
  if (parts.length !== 4 || !id || !expires || !ids || !signature) return null
  if (!isSame(signature, signatureOf(secret, `${id}.${expires}.${ids}`))) return null
  if (Number(expires) * 1000 <= now.getTime()) return null
  return { id, user_ids: ids.split('-').map(Number) }
}

/** The cookie of a browser in which this person has just shown who they are. */
export const deviceCookie = (secret: string, known: Device | null, userId: number, now: Date): string => {
  const others = (known?.user_ids ?? []).filter((each) => each !== userId)
  const ids = [userId, ...others].slice(0, MOST_PEOPLE).join('-')
  const text = `${known?.id ?? randomToken()}.${Math.floor(now.getTime() / 1000) + DEVICE_SECONDS}.${ids}`
  return `${text}.${signatureOf(secret, text)}`
}
