import { avatarUrl } from '#features/accounts/server/api.ts'
import { ROLE_NAMES, type Role } from '#kernel/access/permissions.ts'
import { endingOf, type SessionEnding } from '#kernel/access/session-ending.ts'
import type { PortalContext, Viewer } from '#kernel/context.ts'
import { displayName } from '#kernel/text.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import type { Bus } from '#platform/live/bus.ts'
import { onChange } from '#platform/live/changes.ts'
import { VIEWER_CHANGED } from '#platform/live/viewers.ts'
import { hashToken } from '#platform/secrets.ts'
import { secondFactorState } from '../rules/second-factor-state.ts'
import { secondFactorStanding } from './second-factor.ts'

/** A session ends after this time without a call (AUT-025). */
export const SESSION_SECONDS = 86_400
/** `last_seen_at` is written at most this often, so that reading costs no write. */
const TOUCH_MS = 60_000
const KEPT_MS = 10_000
const LIMIT = 20_000

type CachedViewer = { viewer: Viewer; portal_id: number; until: number; last_seen_at: number }

export type ViewerDirectory = {
  bySession: (token: string, portal: PortalContext) => Promise<Viewer | null>
  byApiToken: (token: string, portal: PortalContext) => Promise<Viewer | null>
  /** How a session ended, for the person who had it (AUT-074). */
  endingOf: (token: string, portal: PortalContext) => Promise<SessionEnding>
}

const personColumns = [
  'people.id as user_id',
  'people.email',
  'people.username',
  'people.first_name',
  'people.middle_name',
  'people.last_name',
  'people.avatar',
  'people.avatar_changed_at',
  'people.platform_role',
  'people.is_blocked_everywhere',
] as const

/** The roles that somebody holds in a portal, by their rank. */
export const rolesIn = async (tx: Tx, portalId: number, userId: number, platformRole: string | null) => {
  const rows = await tx
    .selectFrom('portal_users')
    .leftJoin('portal_user_roles', (join) =>
      join
        .onRef('portal_user_roles.portal_id', '=', 'portal_users.portal_id')
        .onRef('portal_user_roles.user_id', '=', 'portal_users.user_id'),
    )
    .select(['portal_users.is_blocked', 'portal_user_roles.role', 'portal_user_roles.is_outside'])
    .where('portal_users.portal_id', '=', portalId)
    .where('portal_users.user_id', '=', userId)
    .execute()
  const roles = new Set<string>(rows.flatMap((row) => (row.role ? [row.role] : [])))
  // Super admins count as holding their role in every portal (AUT-049).
  if (platformRole) roles.add(platformRole)
  return {
    roles: ROLE_NAMES.filter((role) => roles.has(role)) as Role[],
    is_blocked: rows.some((row) => row.is_blocked),
    is_outside: rows.some((row) => row.role === 'manager' && row.is_outside === true),
  }
}

/**
 * The name of the person who impersonates. A separate query: joined to that of the session, it made PostgreSQL read all
 * people of a portal for every session while its statistics were older than an import.
 */
const nameOf = async (tx: Tx, portalId: number, userId: number): Promise<string> => {
  const row = await tx
    .selectFrom('people')
    .select(['first_name', 'last_name', 'email'])
    .where('portal_id', '=', portalId)
    .where('id', '=', userId)
    .executeTakeFirst()
  return displayName({
    first_name: row?.first_name ?? null,
    middle_name: null,
    last_name: row?.last_name ?? null,
    username: null,
    email: row?.email ?? '',
  })
}

type Reading = { now: Date; bindsStaff: boolean }

/** Reads the person behind a session; null when it has ended, is too old, or the account is blocked here (AUT-025, AUT-028). */
const readSession = async (tx: Tx, tokenHash: Buffer, portalId: number, { now, bindsStaff }: Reading) => {
  const row = await tx
    .selectFrom('sessions')
    .innerJoin('people', (join) =>
      join.onRef('people.portal_id', '=', 'sessions.portal_id').onRef('people.id', '=', 'sessions.user_id'),
    )
    .select(personColumns)
    .select(['sessions.id as session_id', 'sessions.current_role', 'sessions.last_seen_at', 'sessions.impersonator_id'])
    .select('sessions.is_by_badge')
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom('sign_on_sessions as s')
            .select('s.session_id')
            .whereRef('s.portal_id', '=', 'sessions.portal_id')
            .whereRef('s.session_id', '=', 'sessions.id'),
        )
        .as('is_by_provider'),
    )
    .where('sessions.portal_id', '=', portalId)
    .where('sessions.token_hash', '=', tokenHash)
    .where('sessions.ended_at', 'is', null)
    .where('sessions.last_seen_at', '>', new Date(now.getTime() - SESSION_SECONDS * 1000))
    .executeTakeFirst()
  if (!row || row.is_blocked_everywhere) return null
  const {
    roles,
    is_blocked: isBlocked,
    is_outside: isOutside,
  } = await rolesIn(tx, portalId, row.user_id, row.platform_role)
  const first = roles[0]
  if (isBlocked || !first) return null
  // A provider asks for factors of its own, and an impersonating super admin has signed in with what their account needs.
  const stateOf = async () => {
    const { has_one, due_at } = await secondFactorStanding(tx, portalId, row.user_id, bindsStaff)
    return secondFactorState(has_one, due_at, now)
  }
  const viewer: Viewer = {
    user_id: row.user_id,
    session_id: row.session_id,
    roles,
    current_role: roles.find((role) => role === row.current_role) ?? first,
    is_outside: isOutside,
    email: row.email,
    username: row.username,
    first_name: row.first_name,
    middle_name: row.middle_name,
    last_name: row.last_name,
    avatar: avatarUrl(row),
    impersonator_id: row.impersonator_id,
    impersonator_name: row.impersonator_id === null ? null : await nameOf(tx, portalId, row.impersonator_id),
    toggles: {},
    is_token: false,
    is_by_badge: row.is_by_badge,
    second_factor: row.impersonator_id === null && !row.is_by_provider ? await stateOf() : 'met',
  }
  return { viewer, last_seen_at: row.last_seen_at.getTime() }
}

/**
 * Finds who makes a call. Sessions stay in memory for seconds and are dropped at once, in all processes, when one ends
 * or its person changes; while the bus is down nothing is cached.
 */
export const createViewerDirectory = (
  db: Db,
  bus: Bus,
  { now = () => new Date(), bindsStaff = false }: { now?: () => Date; bindsStaff?: boolean } = {},
): ViewerDirectory => {
  const viewers = new Map<string, CachedViewer>()
  // Counts the changes: what was read before one must not be kept after it.
  let changes = 0
  onChange(db, bus, VIEWER_CHANGED, (message) => {
    changes++
    const { user_id: userId } = message as { user_id: number }
    for (const [key, entry] of viewers) if (entry.viewer.user_id === userId) viewers.delete(key)
  })
  bus.onReconnect(() => {
    changes++
    viewers.clear()
  })

  const touch = async (entry: CachedViewer, at: Date) => {
    entry.last_seen_at = at.getTime()
    await db.withPortal(entry.portal_id, (tx) =>
      tx
        .updateTable('sessions')
        .set({ last_seen_at: at })
        .where('portal_id', '=', entry.portal_id)
        .where('id', '=', entry.viewer.session_id)
        .where('ended_at', 'is', null)
        .execute(),
    )
  }

  return {
    endingOf: (token, portal) =>
      db.withPortal(
        portal.id,
        async (tx) => {
          const row = await tx
            .selectFrom('sessions')
            .select('end_reason')
            .where('portal_id', '=', portal.id)
            .where('token_hash', '=', hashToken(token))
            .executeTakeFirst()
          return endingOf(row?.end_reason)
        },
        'read only',
      ),
    bySession: async (token, portal) => {
      const at = now()
      const key = `${portal.id} ${token}`
      const old = bus.isConnected ? viewers.get(key) : undefined
      let entry = old && old.until > at.getTime() ? old : undefined
      if (!entry) {
        viewers.delete(key)
        const startedAt = changes
        const read = await db.withPortal(
          portal.id,
          (tx) => readSession(tx, hashToken(token), portal.id, { now: at, bindsStaff }),
          'read only',
        )
        if (!read) return null
        entry = { ...read, portal_id: portal.id, until: at.getTime() + KEPT_MS }
        if (viewers.size >= LIMIT) viewers.clear()
        if (startedAt === changes) viewers.set(key, entry)
      }
      // It opens nothing while the portal takes no badges, and what it did before once it takes them again (BDG-036).
      if (entry.viewer.is_by_badge && !portal.setting.has_badges) return null
      if (at.getTime() - entry.last_seen_at > TOUCH_MS) await touch(entry, at)
      return entry.viewer
    },
    byApiToken: (token, portal) =>
      db.withPortal(portal.id, async (tx) => {
        const row = await tx
          .selectFrom('api_tokens')
          .innerJoin('people', (join) =>
            join.onRef('people.portal_id', '=', 'api_tokens.portal_id').onRef('people.id', '=', 'api_tokens.user_id'),
          )
          .select(personColumns)
          .select(['api_tokens.id as token_id', 'api_tokens.name as token_name'])
          .where('api_tokens.portal_id', '=', portal.id)
          .where('api_tokens.token_hash', '=', hashToken(token))
          .where('api_tokens.expires_at', '>', now())
          .executeTakeFirst()
        if (!row || row.is_blocked_everywhere) return null
        const {
          roles,
          is_blocked: isBlocked,
          is_outside: isOutside,
        } = await rolesIn(tx, portal.id, row.user_id, row.platform_role)
        const first = roles[0]
        if (isBlocked || !first) return null
        await tx
          .updateTable('api_tokens')
          .set({ last_used_at: now() })
          .where('portal_id', '=', portal.id)
          .where('id', '=', row.token_id)
          .execute()
        return {
          user_id: row.user_id,
          session_id: 0,
          roles,
          current_role: first,
          is_outside: isOutside,
          email: row.email,
          username: row.username,
          first_name: row.first_name,
          middle_name: row.middle_name,
          last_name: row.last_name,
          avatar: avatarUrl(row),
          impersonator_id: null,
          impersonator_name: null,
          toggles: {},
          is_token: true,
          token_name: row.token_name,
          second_factor: 'met',
        }
      }),
  }
}
