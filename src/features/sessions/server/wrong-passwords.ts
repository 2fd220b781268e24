import { sql } from 'kysely'
import type { Context } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { waitText } from '#kernel/format/wait-text.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Device } from '#platform/http/device.ts'
import { networkOf } from '#platform/http/network.ts'
import { FREE_TRIES, waitAfterFailures } from '../rules/wait-after-failures.ts'

/** Failed tries per minute for one e-mail and network address, before more are refused (AUT-004). */
const FAILED_TRIES = 5
const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

type Kind = 'password' | 'code' | 'pin'

/**
 * A password, the PIN of a badge, or the code of a second step, that is about to be checked: whose account, and from where.
 * `device` is one that the account knows. `email` is what wrong ones are counted under.
 */
export type PasswordTry = { email: string; network: string; device: string | null; kind: Kind }

export const passwordTry = (
  ctx: Pick<Context, 'request'>,
  email: string,
  userId: number | undefined,
  device: Device | null,
): PasswordTry => ({
  email,
  network: networkOf(ctx.request.address),
  device: userId !== undefined && device?.user_ids.includes(userId) ? device.id : null,
  kind: 'password',
})

/** The PIN, password or start code of a badge, counted for the badge of this portal (BDG-018). */
export const badgeTry = (
  ctx: Pick<Context, 'request' | 'host_portal'>,
  number: string,
  userId: number | undefined,
  device: Device | null,
): PasswordTry => ({ ...passwordTry(ctx, `badge ${ctx.host_portal.id} ${number}`, userId, device), kind: 'pin' })

/** Codes are counted apart from passwords, in the same way: neither kind of guessing gives more tries at the other. */
export const codeTry = (
  ctx: Pick<Context, 'request'>,
  account: { id: number; email: string | null },
  device: Device | null,
): PasswordTry => ({
  ...passwordTry(ctx, `second step of ${account.email ?? account.id}`, account.id, device),
  kind: 'code',
})

type WrongPasswordCounts = {
  recent: number
  count: number
  last: Date | null
  network_count: number
  network_last: Date | null
}

/** Wrong passwords here in the last minute; in the last hour those of the device, or of all devices that are not known; and those of the network. */
const countFailures = async (
  tx: Tx,
  { email, network, device }: PasswordTry,
  now: Date,
): Promise<WrongPasswordCounts> => {
  const minute = new Date(now.getTime() - MINUTE_MS)
  const hour = new Date(now.getTime() - HOUR_MS)
  const { rows } = await sql<WrongPasswordCounts>`
    select a.recent, a.count, a.last, n.network_count, n.network_last
      from (select count(*) filter (where network = ${network} and created_at > ${minute}) as recent,
                   count(*) filter (where device is not distinct from ${device}) as count,
                   max(created_at) filter (where device is not distinct from ${device}) as last
              from wrong_passwords where email = ${email} and created_at > ${hour}) a,
           (select count(*) as network_count, max(created_at) as network_last
              from wrong_passwords where network = ${network} and device is null and created_at > ${hour}) n`.execute(
    tx,
  )
  const [row] = rows
  if (!row) throw new TypeError('A count has a row')
  return row
}

const REFUSALS: Record<Kind, (where: string, wait: string) => string> = {
  password: (where, wait) =>
    `Too many wrong passwords were entered ${where}. Please try again in ${wait}, or choose "Forgot your password?": the link that we mail you works right away.`,
  code: (where, wait) => `Too many wrong codes were entered ${where}. Please try again in ${wait}.`,
  pin: (where, wait) =>
    `Too many wrong PINs were entered ${where}. Please try again in ${wait}, or ask your manager for a new start code.`,
}

const refuse = (seconds: number, where: string, kind: Kind) =>
  fail('too_many_requests', { message: REFUSALS[kind](where, waitText(seconds)), retry_after: seconds })

const requireFewFailures = async (tx: Tx, attempt: PasswordTry, now: Date): Promise<void> => {
  const { recent, count, last, network_count, network_last } = await countFailures(tx, attempt, now)
  if (recent >= FAILED_TRIES)
    throw fail('too_many_requests', { message: 'Too many failed tries. Please wait a minute and try again.' })
  const wait = waitAfterFailures({ count, last }, FREE_TRIES.account, now)
  if (wait > 0) throw refuse(wait, `for this ${attempt.kind === 'pin' ? 'badge' : 'account'}`, attempt.kind)
  if (attempt.device !== null) return
  const networkWait = waitAfterFailures({ count: network_count, last: network_last }, FREE_TRIES.network, now)
  if (networkWait > 0) throw refuse(networkWait, 'from this network', attempt.kind)
}

/**
 * Throws `too_many_requests` if a password may not be tried now (AUT-004, AUT-054). Attempts for one account wait for
 * each other, so that simultaneous ones are counted as well. A device that the account knows waits only for its own,
 * and an attempt that is refused anyway does not wait.
 */
export const requirePasswordTry = async (tx: Tx, attempt: PasswordTry, now: Date): Promise<void> => {
  await requireFewFailures(tx, attempt, now)
  const tries = `password:${attempt.email}:${attempt.device ?? ''}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${tries}, 0))`.execute(tx)
  await requireFewFailures(tx, attempt, now)
}

/** Counts a wrong password; the call that fails has to keep it (`keeping`). */
export const countWrongPassword = async (tx: Tx, attempt: PasswordTry, now: Date): Promise<void> => {
  await tx
    .insertInto('wrong_passwords')
    .values({ email: attempt.email, network: attempt.network, device: attempt.device, created_at: now })
    .execute()
}
