import { canonicalEmail } from '#kernel/email.ts'
import { displayName, type NameParts } from '#kernel/text.ts'
import type { Tx } from '#platform/db.ts'

const COLUMNS = [
  'id',
  'email',
  'username',
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
  'created_at',
  'is_blocked',
  'platform_role',
  'password_hash',
  'shipping_confirmed_at',
] as const

const people = (tx: Tx) => tx.selectFrom('users').select(COLUMNS)

/** A person by e-mail, however it is spelled, over all portals (USR-008, VAL-034); null when nobody has it. */
export const findByEmail = async (tx: Tx, email: string) => {
  const canonical = canonicalEmail(email)
  if (canonical === null) return null
  return (await people(tx).where('email', '=', canonical).executeTakeFirst()) ?? null
}

/** A person by id, over all portals. Only for the person themselves and for code that has checked the portal. */
export const findById = async (tx: Tx, id: number) => (await people(tx).where('id', '=', id).executeTakeFirst()) ?? null

/** A person who belongs to the portal; null for everybody else (API-021). */
export const loadPerson = async (tx: Tx, portalId: number, id: number) =>
  (await people(tx)
    .where('id', '=', id)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('portal_users')
          .select('portal_users.user_id')
          .where('portal_users.portal_id', '=', portalId)
          .where('portal_users.user_id', '=', id)
          .where('portal_users.left_at', 'is', null),
      ),
    )
    .executeTakeFirst()) ?? null

export type Person = NonNullable<Awaited<ReturnType<typeof findById>>>

type Shown = NameParts & { id: number; avatar?: string | null; avatar_changed_at?: Date | null }

/** The address of an avatar with the time of its last change, so that browsers reload a changed one (USR-006). */
export const avatarUrl = (person: Pick<Shown, 'avatar' | 'avatar_changed_at'>): string | null =>
  person.avatar ? `${person.avatar}?t=${person.avatar_changed_at?.getTime() ?? 0}` : null

/** A person as others see them: display name and avatar only (API-023). */
export const displayPerson = (person: Shown) => ({
  id: person.id,
  display_name: displayName(person),
  avatar: avatarUrl(person),
})

/** A person's own record for an answer, without hashes (API-022). */
export const presentUser = (person: Person) => ({
  ...person,
  display_name: displayName(person),
  avatar: avatarUrl(person),
})

/** People as others see them (API-023), by their ids. */
export const loadShownPeople = async (tx: Tx, ids: readonly number[]) => {
  if (ids.length === 0) return new Map<number, ReturnType<typeof displayPerson>>()
  const rows = await tx
    .selectFrom('users')
    .select(['id', 'first_name', 'middle_name', 'last_name', 'username', 'email', 'avatar', 'avatar_changed_at'])
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map((row) => [row.id, displayPerson(row)]))
}
