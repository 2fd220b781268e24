import {
  createNamedAccount,
  findByEmail,
  giveRole,
  hasOpenLink,
  joinPortal,
  takeRole,
} from '#features/accounts/server/api.ts'
import { findNamedManager, followClaim, followNamed } from '#features/provisioning/server/api.ts'
import { firstRole, rolesOf } from '#features/sessions/server/api.ts'
import type { Role } from '#kernel/access/permissions.ts'
import type { Context } from '#kernel/context.ts'
import { canonicalEmail } from '#kernel/email.ts'
import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import { type Admission, admit, type Refusal } from '../rules/admission.ts'
import type { Identity } from '../rules/claims.ts'
import { rolesAfter } from '../rules/mapped-roles.ts'
import { domainOf } from '../rules/password-sign-in.ts'
import { linkedUser, listDomains, type ProviderRow, saveLink, standingOf } from './store.ts'

export type Verdict = {
  admission: Admission
  user_id: number | null
  email: string | null
  is_domain_proved: boolean
  /** The roles that the person has after signing in. */
  roles: Role[]
  /** Whom the person reports to then; null where the provider names nobody, or somebody who is not here. */
  manager_id: number | null
}

const isProved = async (tx: Tx, portalId: number, providerId: number, email: string | null): Promise<boolean> =>
  email !== null &&
  (await listDomains(tx, portalId)).some(
    ({ domain, provider_id: of, proved_at: at }) => at !== null && of === providerId && domain === domainOf(email),
  )

/** The account of a person whom a provider has named: by issuer and subject, else by the e-mail. */
const accountOf = async (tx: Tx, portalId: number, provider: ProviderRow, identity: Identity, email: string | null) => {
  const { issuer, subject } = identity
  const linked = subject === null ? null : await linkedUser(tx, portalId, { provider_id: provider.id, issuer, subject })
  const known = linked === null && email !== null ? await findByEmail(tx, email) : null
  const userId = linked ?? known?.id ?? null
  return { user_id: userId, is_linked: linked !== null, standing: userId && (await standingOf(tx, portalId, userId)) }
}

/** What a sign-in of this person would do; reads only, so that a test shows the same as a sign-in does (SSO-005). */
export const judge = async (tx: Tx, ctx: Context, provider: ProviderRow, identity: Identity): Promise<Verdict> => {
  const portalId = ctx.portal.id
  const email = identity.email === null ? null : canonicalEmail(identity.email)
  const { user_id: userId, is_linked: isLinked, standing } = await accountOf(tx, portalId, provider, identity, email)
  // Of a linked account its own e-mail counts, which may be another one than the provider names.
  const counting = isLinked && standing ? standing.email : email
  const isDomainProved = await isProved(tx, portalId, provider.id, counting)
  const admission = admit({
    is_linked: isLinked,
    account: standing || null,
    has_email: email !== null,
    is_email_verified: counting === email ? identity.is_email_verified : null,
    is_domain_proved: isDomainProved,
    makes_people: provider.creates_people || (email !== null && (await hasOpenLink(tx, ctx, 'invite', email))),
  })
  const isMember = standing ? standing.is_member : false
  const current = userId && isMember ? await rolesOf(tx, portalId, { id: userId, platform_role: null }) : []
  return {
    admission,
    user_id: userId,
    email,
    is_domain_proved: isDomainProved,
    roles: rolesAfter(current, identity.groups, provider.role_rules, ctx.portal.flags),
    manager_id: identity.manager === null ? null : await findNamedManager(tx, portalId, identity.manager),
  }
}

const refusalOf = (refusal: Refusal, { provider, email }: { provider: ProviderRow; email: string | null }) =>
  // Those without a place for the name or the e-mail leave them out.
  fail(refusal as 'sign_on_unproved_email', { params: { provider: provider.name, email: email ?? '' } })

const memberOf = async (
  tx: Tx,
  ctx: Context,
  provider: ProviderRow,
  { verdict, names }: { verdict: Verdict; names: Pick<Identity, 'first_name' | 'last_name'> },
) => {
  const { admission, user_id: known, email, is_domain_proved: isDomainProved } = verdict
  if ('refusal' in admission) throw refusalOf(admission.refusal, { provider, email })
  if (admission.way === 'create') {
    return email && createNamedAccount(tx, ctx, { ...names, email, is_proved: isDomainProved })
  }
  if (known === null) throw new Error('Somebody without an account cannot enter')
  if (admission.way === 'join') await joinPortal(tx, ctx, known, names)
  return known
}

/** Whether the person is the only admin of the portal, who stays one whatever a provider says. */
const isLastAdmin = async (tx: Tx, portalId: number, userId: number): Promise<boolean> => {
  const others = await tx
    .selectFrom('portal_user_roles')
    .select('user_id')
    .where('portal_id', '=', portalId)
    .where('role', '=', 'portal_admin')
    .where('user_id', '<>', userId)
    .limit(1)
    .execute()
  return others.length === 0
}

const saveRoles = async (tx: Tx, ctx: Context, userId: number, roles: readonly Role[]): Promise<Role[]> => {
  const current = await rolesOf(tx, ctx.portal.id, { id: userId, platform_role: null })
  for (const role of roles) if (!current.includes(role)) await giveRole(tx, ctx, { user_id: userId, role })
  for (const role of current) {
    const isKept = roles.includes(role) || (role === 'portal_admin' && (await isLastAdmin(tx, ctx.portal.id, userId)))
    if (!isKept) await takeRole(tx, ctx, { user_id: userId, role })
  }
  return rolesOf(tx, ctx.portal.id, { id: userId, platform_role: null })
}

/**
 * Lets a person in whom a provider has named: makes or links the account, and gives the roles that the rules give. Fails with
 * what keeps the person out.
 */
export const arrive = async (tx: Tx, ctx: Context, provider: ProviderRow, identity: Identity) => {
  const names = { first_name: identity.first_name, last_name: identity.last_name }
  let verdict = await judge(tx, ctx, provider, identity)
  let userId = await memberOf(tx, ctx, provider, { verdict, names })
  if (!userId) {
    // Another sign-in made the account at this moment: it is there now.
    verdict = await judge(tx, ctx, provider, identity)
    userId = await memberOf(tx, ctx, provider, { verdict, names })
  }
  if (!userId) throw fail('sign_on_unfinished')
  const { issuer, subject } = identity
  if (subject !== null)
    await saveLink(tx, ctx.portal.id, { provider_id: provider.id, issuer, subject, user_id: userId }, ctx.now)
  const as: Context = { ...ctx, viewer: { user_id: userId, impersonator_id: null } as Context['viewer'] }
  const roles = await saveRoles(tx, as, userId, verdict.roles)
  if (provider.manager_claim !== '') await followClaim(tx, as, userId, identity.manager)
  if ('way' in verdict.admission && verdict.admission.way !== 'enter') await followNamed(tx, as, [verdict.email])
  return { user_id: userId, role: firstRole(roles), as }
}
