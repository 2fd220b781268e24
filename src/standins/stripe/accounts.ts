import type { Stripe } from 'stripe'
import { noSuch, StripeFailure } from './failure.ts'
import { newId, randomText } from './ids.ts'
import { createdWithin, listPage } from './lists.ts'
import type { OnboardingLink } from './model.ts'
import type { Params } from './params.ts'
import type { Route } from './route.ts'
import type { Work } from './work.ts'

const LINK_SECONDS = 5 * 60
const TO_DO = ['business_profile.url', 'external_account', 'individual.verification.document', 'tos_acceptance.date']

const requirements = (due: string[]): Stripe.Account.Requirements => ({
  alternatives: [],
  current_deadline: null,
  currently_due: due,
  disabled_reason: due.length > 0 ? 'requirements.past_due' : null,
  errors: [],
  eventually_due: due,
  past_due: due,
  pending_verification: [],
})

function accountOf(work: Work, id: string, param?: string): Stripe.Account {
  const account = work.find('accounts', id)
  if (!account) throw noSuch('account', id, param)
  return account
}

function readProfile(params: Params, before?: Stripe.Account.BusinessProfile | null): Stripe.Account.BusinessProfile {
  const profile = params.object('business_profile')
  const field = (name: 'mcc' | 'name' | 'product_description' | 'support_email' | 'support_phone' | 'url') =>
    profile?.string(name) ?? before?.[name] ?? null
  return {
    mcc: field('mcc'),
    minority_owned_business_designation: null,
    name: field('name'),
    product_description: field('product_description'),
    specified_commercial_transactions_act_url: null,
    support_address: null,
    support_email: field('support_email'),
    support_phone: field('support_phone'),
    support_url: null,
    url: field('url'),
  }
}

function readCapabilities(params: Params): Stripe.Account.Capabilities {
  const capabilities = params.object('capabilities')
  const requested = (['card_payments', 'transfers'] as const).filter((name) =>
    capabilities?.object(name)?.flag('requested'),
  )
  return Object.fromEntries(requested.map((name) => [name, 'inactive' as const]))
}

function createAccount(work: Work, params: Params): Stripe.Account {
  // Who pays fees and losses and which dashboard is shown has no effect here.
  params.ignore('controller', 'settings')
  const account: Stripe.Account = {
    id: newId('acct', 16),
    object: 'account',
    business_profile: readProfile(params),
    business_type: params.oneOf('business_type', ['company', 'government_entity', 'individual', 'non_profit']) ?? null,
    capabilities: readCapabilities(params),
    charges_enabled: false,
    country: params.string('country', 2) ?? 'US',
    created: work.now,
    default_currency: params.string('default_currency', 3) ?? 'usd',
    details_submitted: false,
    email: params.email('email') ?? null,
    metadata: params.metadata(),
    payouts_enabled: false,
    requirements: requirements(TO_DO),
    type: params.oneOf('type', ['custom', 'express', 'standard']) ?? 'none',
  }
  return work.put('accounts', account)
}

function createLink(work: Work, params: Params): Stripe.AccountLink {
  const account = accountOf(work, params.required('account'), 'account')
  params.oneOf('type', ['account_onboarding', 'account_update']) ?? params.missing('type')
  params.ignore('collect', 'collection_options')
  const link: OnboardingLink = {
    id: randomText(32),
    account: account.id,
    refresh_url: params.url('refresh_url') ?? params.missing('refresh_url'),
    return_url: params.url('return_url') ?? params.missing('return_url'),
    expires_at: work.now + LINK_SECONDS,
    is_used: false,
  }
  work.put('onboarding_links', link)
  return {
    object: 'account_link',
    created: work.now,
    expires_at: link.expires_at,
    url: `${work.settings.public_url}/onboarding/${link.id}`,
  }
}

/** Completes the account: it can accept charges and pay out money from now on. */
export function finishOnboarding(work: Work, linkId: string): OnboardingLink {
  const link = work.find('onboarding_links', linkId)
  if (!link) throw noSuch('account link', linkId)
  if (link.is_used || link.expires_at <= work.now) throw new StripeFailure('This link has expired.')
  const before = accountOf(work, link.account)
  const capabilities = Object.fromEntries(
    Object.keys(before.capabilities ?? {}).map((name) => [name, 'active' as const]),
  )
  const after: Stripe.Account = {
    ...before,
    capabilities,
    charges_enabled: true,
    details_submitted: true,
    payouts_enabled: true,
    requirements: requirements([]),
  }
  work.emit('account.updated', work.put('accounts', after), {
    charges_enabled: before.charges_enabled,
    details_submitted: before.details_submitted,
    payouts_enabled: before.payouts_enabled,
  })
  return work.put('onboarding_links', { ...link, is_used: true })
}

export const accountRoutes: Route[] = [
  { method: 'POST', path: '/v1/accounts', run: ({ work, params }) => createAccount(work, params) },
  {
    method: 'GET',
    path: '/v1/accounts',
    run({ work, params }) {
      const all = work.list('accounts').map((account) => ({ ...account, created: account.created ?? 0 }))
      return listPage(createdWithin(all, params), params, '/v1/accounts')
    },
  },
  { method: 'GET', path: '/v1/accounts/:id', run: ({ work, id }) => accountOf(work, id()) },
  {
    method: 'POST',
    path: '/v1/accounts/:id',
    run({ work, params, id }) {
      const before = accountOf(work, id())
      params.ignore('settings')
      const after: Stripe.Account = {
        ...before,
        business_profile: readProfile(params, before.business_profile),
        email: params.email('email') ?? before.email,
        metadata: params.metadata(before.metadata),
      }
      work.emit('account.updated', work.put('accounts', after))
      return after
    },
  },
  { method: 'POST', path: '/v1/account_links', run: ({ work, params }) => createLink(work, params) },
]
