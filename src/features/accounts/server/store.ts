import { sql } from 'kysely'
import { canonicalEmail } from '#kernel/email.ts'
import { displayName, type NameParts } from '#kernel/text.ts'
import type { Tx } from '#platform/db/db.ts'
import { overAllPortals } from '#platform/db/other-portals.ts'

const COLUMNS = [
  'id',
  'email',
  'username',
  'external_id',
  'first_name',
  'middle_name',
  'last_name',
  'avatar',
  'avatar_changed_at',
  'direct_number',
  'city',
  'country',
  'state',
  'zip_code',
  'billing_address',
  'billing_address_2',
  'billing_country',
  'billing_city',
  'billing_state',
  'billing_zip_code',
  'shipping_address',
  'shipping_address_2',
  'shipping_country',
  'shipping_city',
  'shipping_state',
  'shipping_zip_code',
  'email_verified_at',
  'joined_at',
  'platform_role',
  'shipping_confirmed_at',
  'manager_id',
] as const

export type Account = {
  id: number
  /** Null for somebody who signs in with the badge of a portal (decision 064). */
  email: string | null
  password_hash: string | null
  platform_role: string | null
  is_blocked: boolean
  email_verified_at: Date | null
  /** Whether somebody else has set the password and may know it. */
  is_password_shared: boolean
}

/**
 * The account with an e-mail, in any spelling and in any portal (USR-008, VAL-034); null when nobody has it. It
 * contains nothing of a profile.
 */
export const findByEmail = async (tx: Tx, email: string): Promise<(Account & { email: string }) | null> => {
  const canonical = canonicalEmail(email)
  if (canonical === null) return null
  const { rows } = await sql<Account & { email: string }>`
    select id, email, password_hash, platform_role, is_blocked, email_verified_at, is_password_shared
    from account_by_email(${canonical})`.execute(tx)
  return rows[0] ?? null
}

/** The account of somebody who has shown who they are, whether or not it has an e-mail. */
export const findAccount = (tx: Tx, id: number): Promise<Account | null> =>
  overAllPortals(
    tx,
    async () =>
      (await tx
        .selectFrom('users')
        .select([
          'id',
          'email',
          'password_hash',
          'platform_role',
          'is_blocked',
          'email_verified_at',
          'is_password_shared',
        ])
        .where('id', '=', id)
        .executeTakeFirst()) ?? null,
  )

const people = (tx: Tx, portalId: number, id: number) =>
  tx.selectFrom('people').select(COLUMNS).where('portal_id', '=', portalId).where('id', '=', id)

/** A person as the portal knows them, also after they have left it; null for everyone else (USR-045). */
export const findById = async (tx: Tx, portalId: number, id: number) =>
  (await people(tx, portalId, id).executeTakeFirst()) ?? null

/** A person who belongs to the portal; null for everyone else (API-021). */
export const loadPerson = async (tx: Tx, portalId: number, id: number) =>
  (await people(tx, portalId, id).where('left_at', 'is', null).executeTakeFirst()) ?? null

export type Person = NonNullable<Awaited<ReturnType<typeof findById>>>

type PersonRow = NameParts & { id: number; avatar?: string | null; avatar_changed_at?: Date | null }

/** The address of an avatar with the time of its last change, so that browsers reload a changed one (USR-006). */
export const avatarUrl = (person: Pick<PersonRow, 'avatar' | 'avatar_changed_at'>): string | null =>
  person.avatar ? `${person.avatar}?t=${person.avatar_changed_at?.getTime() ?? 0}` : null

/** A person as others see them: display name and avatar only (API-023). */
export const displayPerson = (person: PersonRow) => ({
  id: person.id,
  display_name: displayName(person),
  avatar: avatarUrl(person),
})

/**
 * A person's record in a portal for an answer (API-022). Only the person learns whether the account's e-mail is
 * verified: a portal that adds somebody must not find out that they have an account elsewhere.
 */
export const presentUser = ({ joined_at, ...person }: Person, isOwn: boolean) => ({
  ...person,
  email_verified_at: isOwn ? person.email_verified_at : null,
  created_at: joined_at,
  display_name: displayName(person),
  avatar: avatarUrl(person),
})

/** People as others see them in the portal (API-023), by their ids. */
export const loadShownPeople = async (tx: Tx, portalId: number, ids: readonly number[]) => {
  if (ids.length === 0) return new Map<number, ReturnType<typeof displayPerson>>()
  const rows = await tx
    .selectFrom('people')
    .select(['id', 'first_name', 'middle_name', 'last_name', 'username', 'email', 'avatar', 'avatar_changed_at'])
    .where('portal_id', '=', portalId)
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map((row) => [row.id, displayPerson(row)]))
}
