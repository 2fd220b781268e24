import type { Tx } from '#platform/db/db.ts'
import { seal, unseal } from '#platform/sealed.ts'
import { hashToken, randomToken } from '#platform/secrets.ts'

/** A person may have to find their phone first. */
export const ATTEMPT_SECONDS = 15 * 60

/** What the answer of the provider has to fit. */
export type AttemptSecrets =
  | { kind: 'oidc'; nonce: string; code_verifier: string }
  | { kind: 'saml'; request_id: string }

const purposeOf = (portalId: number) => `sign-on attempt ${portalId}`

type NewAttempt = {
  provider_id: number
  tester_id: number | null
  browser: string
  state: string
  secrets: AttemptSecrets
}

export const insertAttempt = async (
  tx: Tx,
  key: string,
  portalId: number,
  { browser, state, secrets, ...values }: NewAttempt,
  now: Date,
): Promise<void> => {
  await tx
    .insertInto('sign_on_attempts')
    .values({
      ...values,
      portal_id: portalId,
      state_hash: hashToken(state),
      browser_hash: hashToken(browser),
      secrets: seal(key, purposeOf(portalId), JSON.stringify(secrets)),
      created_at: now,
      expires_at: new Date(now.getTime() + ATTEMPT_SECONDS * 1000),
    })
    .execute()
}

export const newState = randomToken

/** The attempt of a state that is neither used nor expired, locked. */
export const lockAttempt = (tx: Tx, portalId: number, state: string, now: Date) =>
  tx
    .selectFrom('sign_on_attempts')
    .select(['id', 'provider_id', 'tester_id', 'browser_hash', 'secrets', 'answer', 'answered_at', 'problem'])
    .where('portal_id', '=', portalId)
    .where('state_hash', '=', hashToken(state))
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst()

export type Attempt = NonNullable<Awaited<ReturnType<typeof lockAttempt>>>

export const isOfBrowser = ({ browser_hash: hash }: Attempt, browser: string | undefined): boolean =>
  browser !== undefined && hashToken(browser).equals(hash)

/** Null if they were sealed with another key. */
export const secretsOf = ({ secrets }: Attempt, key: string, portalId: number): AttemptSecrets | null => {
  const text = unseal(key, purposeOf(portalId), secrets)
  return text === null ? null : (JSON.parse(text) as AttemptSecrets)
}

const change = (tx: Tx, portalId: number, id: number) =>
  tx.updateTable('sign_on_attempts').where('portal_id', '=', portalId).where('id', '=', id)

export const markUsed = (tx: Tx, portalId: number, id: number, now: Date) =>
  change(tx, portalId, id).set({ used_at: now }).execute()

/** Keeps what a SAML provider has posted until the browser that began the sign-in comes for it. */
export const keepAnswer = (
  tx: Tx,
  key: string,
  portalId: number,
  { id, answer, problem = null }: { id: number; answer?: unknown; problem?: string | null },
  now: Date,
) =>
  change(tx, portalId, id)
    .set({
      answered_at: now,
      problem,
      ...(answer !== undefined && { answer: seal(key, purposeOf(portalId), JSON.stringify(answer)) }),
    })
    .execute()

export const answerOf = <T>({ answer }: Attempt, key: string, portalId: number): T | null => {
  const text = answer && unseal(key, purposeOf(portalId), answer)
  return text ? (JSON.parse(text) as T) : null
}

export const keepResult = (tx: Tx, portalId: number, id: number, result: Result) =>
  change(tx, portalId, id)
    .set({ result: JSON.stringify(result) })
    .execute()

/** What a test has shown, in the form of the contract. */
export type Result = {
  at: string
  claims: Record<string, string | string[]>
  email: string | null
  first_name: string | null
  last_name: string | null
  roles: string[]
  manager: { named: string; display_name: string | null } | null
  outcome: string
  is_admitted: boolean
}

export const lastResult = async (tx: Tx, portalId: number, providerId: number) => {
  const row = await tx
    .selectFrom('sign_on_attempts')
    .select('result')
    .where('portal_id', '=', portalId)
    .where('provider_id', '=', providerId)
    .where('result', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const result = row?.result as Result | null | undefined
  return result ? { ...result, at: new Date(result.at) } : null
}
