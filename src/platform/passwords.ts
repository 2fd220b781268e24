import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

const derive = promisify(argon2)

// OWASP's second choice for Argon2id: 19 MiB, two passes, one lane; about 25 ms on one core.
const COST = { memory: 19_456, passes: 2, parallelism: 1 }
const TAG_LENGTH = 32
const FORM = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/

const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
const tagOf = (password: string, nonce: Buffer, cost: typeof COST, tagLength: number) =>
  derive('argon2id', { message: password, nonce, tagLength, ...cost } as Argon2Parameters)

/** The Argon2id hash of a password in the PHC string format, with its own salt (RFC 9106). */
export const hashPassword = async (password: string): Promise<string> => {
  const nonce = randomBytes(16)
  const tag = await tagOf(password, nonce, COST, TAG_LENGTH)
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${base64(nonce)}$${base64(tag)}`
}

let unusable: Promise<string> | undefined

/**
 * Whether the password fits the hash. Without a hash it takes equally long and returns false, so that the time reveals
 * nothing.
 */
export const isPassword = async (password: string, hash: string | null): Promise<boolean> => {
  unusable ??= hashPassword(randomBytes(16).toString('hex'))
  const parts = FORM.exec(hash ?? (await unusable))
  if (!parts) return false
  const [, memory, passes, parallelism, nonce, tag] = parts as unknown as string[]
  const expected = Buffer.from(tag ?? '', 'base64')
  const cost = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  const actual = await tagOf(password, Buffer.from(nonce ?? '', 'base64'), cost, expected.length)
  return timingSafeEqual(actual, expected) && hash !== null
}
