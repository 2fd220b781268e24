import { Me } from '#features/sessions/contract.ts'
import { ROLE_NAMES } from '#kernel/access/roles.ts'
import { endpoint, id, one, time } from '#kernel/endpoint.ts'
import { rule, z } from '#kernel/schema.ts'
import { GRACE_DAYS } from './rules/grace.ts'

/** The password or a current code, by which a person shows again who they are; not needed without either. */
const proof = z._default(z.string().check(z.maxLength(200)), '')
const passkeyName = rule.plainText(60, { is_required: true })
/** What the browser hands over from a passkey; the library that checks it knows its form. */
const credential = z.looseObject({ id: z.string().check(z.maxLength(2000)), response: z.looseObject({}) })
/** What the browser's passkey dialog is opened with, as the library makes it. */
const PasskeyOptions = one(z.looseObject({ challenge: z.string() }))
const own = {
  permission: 'session',
  is_closed_to_impersonation: true,
  is_closed_to_tokens: true,
  is_open_without_second_factor: true,
} as const

export const Passkey = z.object({
  id: z.int(),
  name: z.string(),
  /** The address at which it works, and whether that is the one of this portal. */
  host: z.string(),
  is_usable_here: z.boolean(),
  created_at: time,
  last_used_at: z.nullable(time),
})

/** The own second factors, without anything secret (AUT-058). */
export const TwoFactor = z.object({
  app_since: z.nullable(time),
  passkeys: z.array(Passkey),
  recovery_codes_left: z.int(),
  /** Whether a role in this portal, or the platform, requires a second factor, and from when. */
  is_required: z.boolean(),
  due_at: z.nullable(time),
  /** Whether changes ask for a proof; false for somebody with neither a password nor a factor. */
  needs_proof: z.boolean(),
  /** Whether the password is such a proof; where the portal takes none, a code alone is (SSO-027). */
  takes_password: z.boolean(),
})

/** Recovery codes are answered once, when they are made (AUT-063). */
const WithCodes = one(z.object({ ...TwoFactor.shape, recovery_codes: z.nullable(z.array(z.string())) }))

export const showTwoFactor = endpoint({
  ...own,
  method: 'GET',
  path: '/two-factor',
  summary: 'The own second factors',
  response: one(TwoFactor),
})

export const startApp = endpoint({
  ...own,
  method: 'POST',
  path: '/two-factor/app',
  summary: 'Begin to set up an authenticator app; it counts once a code confirms it',
  body: z.object({ proof }),
  response: one(z.object({ key: z.string(), uri: z.string(), qr: z.object({ path: z.string(), size: z.int() }) })),
  errors: ['proof_incorrect', 'badge_session', 'too_many_requests', 'password_sign_in_off'],
})

export const confirmApp = endpoint({
  ...own,
  method: 'POST',
  path: '/two-factor/app/confirm',
  summary: 'Confirm the authenticator app with a code',
  body: z.object({ code: z.string().check(rule.required(), z.maxLength(20)) }),
  response: WithCodes,
  errors: ['code_incorrect', 'too_many_requests'],
})

export const removeApp = endpoint({
  ...own,
  method: 'POST',
  path: '/two-factor/app/remove',
  summary: 'Remove the authenticator app',
  body: z.object({ proof }),
  response: one(TwoFactor),
  errors: ['proof_incorrect', 'badge_session', 'too_many_requests', 'not_found'],
})

export const startPasskey = endpoint({
  ...own,
  method: 'POST',
  path: '/two-factor/passkeys/options',
  summary: 'What the browser needs to make a passkey',
  body: z.object({ proof }),
  response: PasskeyOptions,
  errors: ['proof_incorrect', 'badge_session', 'too_many_requests'],
})

export const addPasskey = endpoint({
  ...own,
  method: 'POST',
  path: '/two-factor/passkeys',
  summary: 'Add a passkey that the browser has made',
  body: z.object({ name: passkeyName, credential }),
  response: WithCodes,
  errors: ['passkey_refused'],
})

export const renamePasskey = endpoint({
  ...own,
  method: 'PATCH',
  path: '/two-factor/passkeys/:id',
  summary: 'Rename a passkey',
  params: z.object({ id }),
  body: z.object({ name: passkeyName }),
  response: one(TwoFactor),
  errors: ['not_found'],
})

export const removePasskey = endpoint({
  ...own,
  method: 'POST',
  path: '/two-factor/passkeys/:id/remove',
  summary: 'Remove a passkey',
  params: z.object({ id }),
  body: z.object({ proof }),
  response: one(TwoFactor),
  errors: ['proof_incorrect', 'badge_session', 'too_many_requests', 'not_found'],
})

export const makeRecoveryCodes = endpoint({
  ...own,
  method: 'POST',
  path: '/two-factor/recovery-codes',
  summary: 'Make new recovery codes; the former ones stop working',
  body: z.object({ proof }),
  response: WithCodes,
  errors: ['proof_incorrect', 'badge_session', 'too_many_requests', 'not_found'],
})

/** What the second step of the pending sign-in in this browser may be (AUT-059). */
export const showSecondStep = endpoint({
  method: 'GET',
  path: '/login/second-step',
  permission: 'public',
  summary: 'The second step of a sign-in that waits for it',
  is_always_current: true,
  is_always_open: true,
  response: one(
    z.object({
      has_app: z.boolean(),
      has_passkey: z.boolean(),
      /** Days for which this browser may be trusted; null where the portal does not allow it. */
      trust_days: z.nullable(z.int()),
    }),
  ),
  errors: ['sign_in_expired'],
})

export const takeSecondStep = endpoint({
  method: 'POST',
  path: '/login/second-step',
  permission: 'public',
  summary: 'Finish a sign-in with a code, a recovery code or a passkey',
  is_always_open: true,
  example: { code: '123456' },
  body: z
    .object({
      code: z.optional(z.string().check(z.maxLength(20))),
      recovery_code: z.optional(z.string().check(z.maxLength(40))),
      credential: z.optional(credential),
      trusts_device: z._default(z.boolean(), false),
    })
    .check(
      z.refine(
        ({ code, recovery_code, credential }) =>
          [code, recovery_code, credential].filter((each) => each !== undefined).length === 1,
        { path: ['code'], error: 'Enter a code.' },
      ),
    ),
  response: one(Me),
  errors: [
    'sign_in_expired',
    'code_incorrect',
    'recovery_code_incorrect',
    'passkey_refused',
    'too_many_requests',
    'account_blocked',
    'not_your_portal',
  ],
})

/** For the second step the passkeys of that person alone, otherwise any passkey of this address (AUT-061). */
export const startPasskeySignIn = endpoint({
  method: 'POST',
  path: '/login/passkey/options',
  permission: 'public',
  summary: 'What the browser needs to sign in with a passkey',
  is_always_open: true,
  limit: 60,
  body: z.object({ is_second_step: z._default(z.boolean(), false) }),
  response: PasskeyOptions,
})

export const signInWithPasskey = endpoint({
  method: 'POST',
  path: '/login/passkey',
  permission: 'public',
  summary: 'Sign in with a passkey, without a password',
  is_always_open: true,
  failure_limit: 30,
  body: z.object({ credential, remember: z._default(z.boolean(), false) }),
  response: one(Me),
  errors: ['passkey_refused', 'account_blocked', 'not_your_portal', 'password_sign_in_off'],
})

/** Which roles need a second factor in the portal (AUT-066). */
export const SignInRules = z.object({
  second_factor_roles: z.array(z.enum(ROLE_NAMES)),
  grace_days: z.int().check(z.minimum(0), z.maximum(GRACE_DAYS)),
  may_trust_devices: z.boolean(),
})

export const showSignInRules = endpoint({
  method: 'GET',
  path: '/sign-in-rules',
  permission: 'portal-settings.view',
  summary: 'What the portal requires of sign-ins',
  record: { kind: 'sign-in-rules', by: null },
  response: one(
    z.object({
      ...SignInRules.shape,
      /** People with such a role who have set up no second factor yet. */
      people_without: z.int(),
    }),
  ),
})

export const updateSignInRules = endpoint({
  method: 'PUT',
  path: '/sign-in-rules',
  permission: 'portal-settings.update',
  summary: 'Choose the roles that need a second factor',
  record: { kind: 'sign-in-rules', by: null },
  is_closed_to_tokens: true,
  body: SignInRules,
  response: one(z.object({ ...SignInRules.shape, people_without: z.int() })),
})

/** Of those who need a second factor and have none, without people who are blocked (AUT-073). */
export const showMissingSecondFactors = endpoint({
  method: 'GET',
  path: '/users/second-factors',
  permission: 'users.view',
  summary: 'How many people need a second factor and have none',
  response: one(
    z.object({
      missing: z.int(),
      /** Those whose days of grace are over: nothing else opens for them. */
      overdue: z.int(),
    }),
  ),
  errors: ['not_enough_permissions'],
})

/** Reminds people by mail of the second factor that they need, each at most once a day (AUT-073). */
export const remindOfSecondFactors = endpoint({
  method: 'POST',
  path: '/users/second-factors/reminders',
  permission: 'users.update',
  summary: 'Remind people to set up the second factor that they need',
  limit: 30,
  body: z.object({ user_ids: z.array(id).check(z.minLength(1), z.maxLength(200)) }),
  response: one(
    z.object({
      reminded: z.array(z.int()),
      /** Those who need none, have one, or were reminded today. */
      skipped: z.array(z.int()),
    }),
  ),
  errors: ['not_found', 'not_enough_permissions'],
})

export const resetTwoFactor = endpoint({
  method: 'POST',
  path: '/users/:id/two-factor/reset',
  permission: 'users.update',
  summary: 'Remove the second factors of a person who lost them',
  is_closed_to_impersonation: true,
  is_closed_to_tokens: true,
  params: z.object({ id }),
  errors: ['not_found', 'not_enough_permissions'],
})
