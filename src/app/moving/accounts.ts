// The accounts of people who come with a portal. An account belongs to its person in all portals, so one that is here already
// stays as it is, and the portal joins it as any other portal would (`joinPortal`).
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { ACCOUNTS, type Archive } from './archive.ts'

export type Accounts = {
  /** Ids here by ids there. */
  ids: ReadonlyMap<number, number>
  /** Ids of those that were here before. */
  known: ReadonlySet<number>
}

/**
 * Makes the accounts that are missing, with the passwords that they have at the old address. What the file says of a password
 * is the word of somebody else, so a new account is marked as one whose password others may know: it opens this portal, and
 * as soon as the person joins another one a mailed link takes its place (USR-046). Nobody gets a role on the platform. An
 * account without an e-mail is found nowhere, so it is always new (BDG-030).
 */
const CREATE = [
  `update moved_accounts a set uuid = uuidv7() where exists (select from users u where u.uuid = a.uuid)`,
  `with made as (
    insert into users (uuid, email, password_hash, is_password_shared, is_blocked, email_verified_at, created_at)
    select a.uuid, a.email, a.password_hash, a.password_hash is not null, a.is_blocked, a.email_verified_at, a.created_at
    from moved_accounts a where not exists (select from users u where u.email = a.email)
    order by a.old_id
    on conflict do nothing returning id, uuid
  )
  update moved_accounts a set new_id = made.id from made where made.uuid = a.uuid`,
]

/** As `closeSharedWays` does when a person joins another portal: what earlier portals may know opens nothing any more. */
const CLOSE_SHARED_WAYS = [
  `update link_tokens set used_at = now() where type = 'change-email' and used_at is null and user_id = any($1)`,
  `update sessions set ended_at = now(), end_reason = 'joined another portal'
   where ended_at is null and user_id = any($1) and id in (select session_id from sign_on_sessions)`,
  `update sessions set ended_at = now(), end_reason = 'password replaced'
   where ended_at is null and impersonator_id is null and user_id in (
     select id from users where is_password_shared and id = any($1))`,
  `update users set password_hash = null, is_password_shared = false, updated_at = now()
   where is_password_shared and id = any($1)`,
]

export const bringAccounts = async (client: pg.Client, archive: Archive): Promise<Accounts> => {
  await client.query(`
    create temporary table moved_accounts (
      old_id bigint primary key, uuid uuid not null, email text unique, password_hash text, is_blocked boolean not null,
      email_verified_at timestamptz, created_at timestamptz not null, is_member boolean not null,
      new_id bigint, was_here boolean not null default false
    ) on commit drop`)
  const columns = 'old_id, uuid, email, password_hash, is_blocked, email_verified_at, created_at, is_member'
  await pipeline(
    await archive.open(ACCOUNTS, archive.manifest.accounts),
    client.query(copyFrom(`copy moved_accounts (${columns}) from stdin with (format csv, header)`)),
  )
  for (const statement of CREATE) await client.query(statement)
  await client.query(`
    update moved_accounts a set new_id = u.id, was_here = true from users u where a.new_id is null and u.email = a.email`)
  const { rows } = await client.query<{ old_id: number; new_id: number; was_here: boolean; is_member: boolean }>(
    'select old_id::float8, new_id::float8, was_here, is_member from moved_accounts order by old_id',
  )
  const known = rows.filter(({ was_here }) => was_here)
  const joining = known.filter(({ is_member }) => is_member).map(({ new_id }) => new_id)
  for (const statement of CLOSE_SHARED_WAYS) await client.query(statement, [joining])
  return {
    ids: new Map(rows.map(({ old_id, new_id }) => [old_id, new_id])),
    known: new Set(known.map(({ new_id }) => new_id)),
  }
}
