import type { FastifyRequest } from 'fastify'
import {
  accessLetter,
  accessOf,
  currentRole,
  isInGroup,
  type Permission,
  type Resource,
} from '#kernel/access/permissions.ts'
import type { SessionEnding } from '#kernel/access/session-ending.ts'
import type { Context, PortalContext, Viewer } from '#kernel/context.ts'
import type { AnyEndpoint } from '#kernel/endpoint.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '../db/db.ts'

/** Functions for portals and people that the platform needs, whose slices are above it. */
export type Resolvers = {
  portalByHost: (host: string) => Promise<PortalContext | null>
  portalById: (id: number) => Promise<PortalContext | null>
  /** The running session behind a session cookie, or null. */
  viewerBySession: (token: string, portal: PortalContext) => Promise<Viewer | null>
  /** How the session behind a cookie ended that opens nothing any more. */
  endingOf: (token: string, portal: PortalContext) => Promise<SessionEnding>
  /** The person behind an API token, or null. */
  viewerByToken: (token: string, portal: PortalContext) => Promise<Viewer | null>
  /** Throws `user_token_invalid` when a token of the portal was revoked by now; keeps it from being revoked until the end. */
  requireLiveToken: (tx: Tx, tokenId: number) => Promise<void>
  /** Switched permissions of a role in a portal. */
  togglesOf: (role: Viewer['current_role'], portal: PortalContext) => Promise<Viewer['toggles']>
}

export const COOKIES = {
  session: 'session',
  auth: 'auth',
  role: 'current_role',
  portal: 'portal',
  redirect: 'redirect',
  locale: 'locale',
  changed: 'changed',
} as const

/** Over HTTPS the session cookie carries the `__Host-` prefix, so that no sibling host can set it. */
export const sessionCookieName = (isSecure: boolean) => (isSecure ? `__Host-${COOKIES.session}` : COOKIES.session)

const bearerOf = (request: FastifyRequest): string | undefined =>
  /^Bearer ([\w.~+/=-]+)$/i.exec(request.headers.authorization ?? '')?.[1]

export const sessionTokenOf = (request: FastifyRequest): string | undefined =>
  request.cookies[sessionCookieName(request.protocol === 'https')]

export type Caller = { viewer: Viewer | null; isToken: boolean; hadSession: boolean }

/**
 * Who makes the call: by API token, by session cookie, or nobody. The role cookie chooses among the person's roles
 * (ROL-082).
 */
export const callerOf = async (
  request: FastifyRequest,
  portal: PortalContext,
  resolvers: Resolvers,
): Promise<Caller> => {
  const bearer = bearerOf(request)
  if (bearer) {
    const viewer = await resolvers.viewerByToken(bearer, portal)
    if (!viewer) throw fail('user_token_invalid')
    return {
      viewer: { ...viewer, toggles: await resolvers.togglesOf(viewer.current_role, portal) },
      isToken: true,
      hadSession: false,
    }
  }
  const token = sessionTokenOf(request)
  if (!token) return { viewer: null, isToken: false, hadSession: false }
  const viewer = await resolvers.viewerBySession(token, portal)
  if (!viewer) return { viewer: null, isToken: false, hadSession: true }
  const role = currentRole(viewer.roles, request.cookies[COOKIES.role] ?? viewer.current_role) ?? viewer.current_role
  const toggles = await resolvers.togglesOf(role, portal)
  return { viewer: { ...viewer, current_role: role, toggles }, isToken: false, hadSession: true }
}

const idIn = (value: unknown): number | null => {
  const id = Number(value)
  return Number.isSafeInteger(id) && id > 0 ? id : null
}

/** Calls below these prefixes act on one portal, which a super admin on the admin portal has to select first. */
const isPortalBound = ({ path, is_over_all_portals: isOverAll }: AnyEndpoint) =>
  !isOverAll && /^\/(portal|admin)\b/.test(path)

/** The portal that the call names itself, for the screens of one portal among all: a choice made in another tab does not move them (PRT-079). */
const namedPortal = async (
  id: number | null,
  hostPortal: PortalContext,
  viewer: Viewer | null,
  resolvers: Resolvers,
) => {
  if (id === hostPortal.id) return hostPortal
  const isAllowed = id !== null && viewer !== null && isInGroup(viewer.current_role, 'super_admins')
  const portal = isAllowed ? await resolvers.portalById(id) : null
  if (!portal) throw fail('not_your_portal')
  return portal
}

/**
 * The portal of the call: the host's, or for a super admin the selected one (PRT-037). A `referer_portal_id` that fits
 * neither is refused (API-005), and so is a portal-bound call of a super admin who has selected none (ERR-036).
 */
export const selectPortal = async (
  request: Pick<FastifyRequest, 'query' | 'cookies'>,
  hostPortal: PortalContext,
  viewer: Viewer | null,
  endpoint: AnyEndpoint,
  resolvers: Resolvers,
): Promise<PortalContext> => {
  const { referer_portal_id: referer, in_portal_id: inPortalId } = request.query as Record<string, unknown>
  if (inPortalId !== undefined) return namedPortal(idIn(inPortalId), hostPortal, viewer, resolvers)
  const refererId = referer === undefined ? null : idIn(referer)
  if (referer !== undefined && refererId === null) throw fail('not_your_portal')
  if (!viewer || !isInGroup(viewer.current_role, 'super_admins')) {
    if (refererId !== null && refererId !== hostPortal.id) throw fail('not_your_portal')
    return hostPortal
  }
  const refererPortal = refererId === null ? null : await resolvers.portalById(refererId)
  if (refererId !== null && !refererPortal) throw fail('not_your_portal')
  // A cookie that names a deleted portal selects none, so that nobody is locked out by it.
  const selectedId = idIn(request.cookies[COOKIES.portal])
  const selected = (selectedId === null ? null : await resolvers.portalById(selectedId)) ?? refererPortal
  if (selected) return selected.id === hostPortal.id ? hostPortal : selected
  if (hostPortal.flags.is_admin && isPortalBound(endpoint)) throw fail('portal_not_selected')
  return hostPortal
}

const isSuperAdmin = (viewer: Viewer | null) => viewer !== null && isInGroup(viewer.current_role, 'super_admins')
const isPortalAdmin = (viewer: Viewer | null) => viewer !== null && isInGroup(viewer.current_role, 'permission_admins')

/** Throws what a blocked portal answers: its people and API callers the blocked text, visitors the paused one (PRT-042, ERR-031). */
export const requireUnblocked = (portal: PortalContext, viewer: Viewer | null) => {
  if (!portal.flags.is_blocked || isSuperAdmin(viewer)) return
  throw fail(viewer ? 'portal_blocked' : 'portal_paused')
}

/** Whether a blocked, invalid or unfinished portal answers this call (ROU-118, ROU-120, PRT-029); its admins reach their own calls. */
export const requireOpenPortal = (portal: PortalContext, viewer: Viewer | null, endpoint: AnyEndpoint) => {
  if (endpoint.is_always_open || isSuperAdmin(viewer)) return
  requireUnblocked(portal, viewer)
  const isUnfinished = portal.flags.is_invalid || portal.status !== 'active'
  if (isUnfinished && !isPortalAdmin(viewer)) throw fail('portal_incomplete')
}

/**
 * The caller as a call may know them: somebody whose second factor is overdue is a visitor where visitors are served, and
 * refused everywhere else (AUT-067).
 */
export const withSecondFactor = (
  { permission, is_open_without_second_factor: isOpen }: AnyEndpoint,
  viewer: Viewer | null,
): Viewer | null => {
  if (viewer?.second_factor !== 'overdue' || isOpen) return viewer
  if (permission === 'public') return null
  throw fail('second_factor_required')
}

/**
 * How far the caller's permission for the call reaches; throws what a call without it answers: where a better plan of the
 * portal would give it, that (ORD-038).
 */
export const requirePermission = (
  endpoint: AnyEndpoint,
  viewer: Viewer | null,
  portal: PortalContext,
): Context['scope'] => {
  if (endpoint.permission === 'public') return 'any'
  if (!viewer) throw fail('unauthorized')
  if (endpoint.permission === 'session') return 'own'
  const permission: Permission = endpoint.permission
  const reach = accessOf(viewer.current_role, permission, {
    toggles: viewer.toggles,
    condition: { plan_short_name: portal.plan_short_name, is_core: portal.flags.is_core },
  })
  if (reach !== 'none') return reach
  if (
    accessLetter(viewer.current_role, permission.split('.')[0] as Resource) === 'C' &&
    viewer.toggles[permission] !== false
  )
    throw fail('plan_not_enough')
  throw fail(permission.startsWith('learning.') ? 'learner_only' : 'not_enough_permissions')
}
