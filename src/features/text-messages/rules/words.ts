import { plainWords, segmentsOf } from './segments.ts'

/** How long the link of a first message works, in days. */
export const START_LINK_DAYS = 14
/** How long a link that signs in works, in minutes. */
export const SIGN_IN_MINUTES = 15
/** How long a code works, in minutes. */
export const CODE_MINUTES = 10
/** Texts that a number gets within a day, over all portals. */
export const TEXTS_A_DAY = 5
/** Of those, the ones that somebody can have sent by typing a badge number. */
export const SIGN_INS_A_DAY = 3

export type Kind = 'start' | 'sign-in' | 'code' | 'test'

type Said = {
  kind: Kind
  /** The portal, by which the person knows the sender. */
  sender: string
  /** The link or the code; nothing for a test. */
  secret: string
  /** Whether the portal has sent this number nothing before. */
  is_first: boolean
}

const SENTENCE: Readonly<Record<Kind, (secret: string) => string>> = {
  start: (link) => `Set your PIN and sign in: ${link}`,
  'sign-in': (link) => `Sign in within ${SIGN_IN_MINUTES} minutes: ${link}`,
  code: (code) => `Your code is ${code}. It works for ${CODE_MINUTES} minutes.`,
  test: () => 'Your text messages work.',
}
const STOP = ' Reply STOP to opt out.'
const LEAST_NAME = 8

/**
 * What a text says: who sends it, what to do, and in the first one how to get no more. The sender's name is cut where the text
 * would otherwise need a second part.
 */
export const textWords = ({ kind, sender, secret, is_first: isFirst }: Said): string => {
  const said = `: ${SENTENCE[kind](secret)}${isFirst ? STOP : ''}`
  const name = plainWords(sender).trim()
  if (segmentsOf(name + said).segments === 1) return name + said
  const signs = [...name]
  for (let kept = signs.length - 1; kept >= LEAST_NAME; kept -= 1) {
    const text = `${signs.slice(0, kept).join('').trim()}...${said}`
    if (segmentsOf(text).segments === 1) return text
  }
  return name + said
}

/** The address that a text leads to. What stands behind `#` never reaches a log. */
export const linkAddress = (origin: string, token: string): string => `${origin}${LINK_PATH}#${token}`
export const LINK_PATH = '/t'

const TOKEN = /^[0-9a-hjkmnp-tv-z]{22}$/
const SIGNS = '0123456789abcdefghjkmnpqrstvwxyz'

/** The secret of a link from 22 random bytes: 110 bits. */
export const linkToken = (bytes: Uint8Array): string => [...bytes].map((byte) => SIGNS[byte % 32]).join('')

/** What stands behind the `#` of an opened link; null if that cannot be its secret. */
export const readLinkHash = (hash: string): string | null => {
  const token = hash.replace(/^#/, '')
  return TOKEN.test(token) ? token : null
}

/** A text whose secret is used up, as people who look after others see it. */
export const withoutSecret = (body: string): string =>
  body.replace(/#[0-9a-z]{22}/, '#...').replace(/code is \d{6}/, 'code is ...')

/** A code of six digits. `randomInt(n)` answers a whole number below n. */
export const drawCode = (randomInt: (below: number) => number): string => String(randomInt(1_000_000)).padStart(6, '0')
