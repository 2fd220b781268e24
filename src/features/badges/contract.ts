import { PersonShown } from '#features/accounts/contract.ts'
import { Me } from '#features/sessions/contract.ts'
import { canonicalNumber, NEW_NUMBER, NUMBER_PROBLEM } from '#kernel/access/badge-number.ts'
import { endpoint, id, one, time } from '#kernel/endpoint.ts'
import { rule, z } from '#kernel/schema.ts'
import { valueText } from '#kernel/words.ts'
import { isBadgeCode } from './rules/address.ts'
import { MOST_PRINTED } from './rules/sheet.ts'

/** A badge number in its one form, or "new" for one that the portal draws (BDG-002). */
export const badgeNumber = () =>
  valueText(
    z.string().check(
      z.overwrite<string>((typed) => (typed === NEW_NUMBER ? typed : (canonicalNumber(typed) ?? typed.trim()))),
      z.refine((typed) => typed === NEW_NUMBER || canonicalNumber(typed) !== null, { error: NUMBER_PROBLEM }),
    ),
  )

const params = z.object({ id })

/** A badge of a person, and what goes with it, as those see it who look after the person (BDG-009). */
export const PersonBadge = z.object({
  badge: z.nullable(
    z.object({
      number: z.string(),
      issued_at: time,
      /** Null for one that a system of the customer gave. */
      issued_by: z.nullable(PersonShown),
    }),
  ),
  /** Null while there is neither PIN nor password. */
  secret: z.nullable(
    z.object({
      is_pin: z.boolean(),
      set_at: time,
      /** Until when wrong tries lock it in browsers that the person has not signed in with; null while they do not (BDG-018). */
      locked_until: z.nullable(time),
      /** The same for a browser that the person has signed in with, or a device in crew mode. */
      known_locked_until: z.nullable(time),
    }),
  ),
  /** Until when the open start code works; null without one. */
  start_code_ends_at: z.nullable(time),
  former: z.array(z.object({ number: z.string(), issued_at: time, withdrawn_at: time })),
  /** Whether the viewer gives, replaces and withdraws badges of this person (BDG-006). */
  can_change: z.boolean(),
  /** Whether the viewer gives the person a start code (BDG-013). */
  can_start: z.boolean(),
})

export const showBadge = endpoint({
  method: 'GET',
  path: '/users/:id/badge',
  permission: 'users.view',
  summary: 'Show the badge of a person, its former ones, and whether there is a PIN',
  params,
  response: one(PersonBadge),
  errors: ['not_found', 'not_enough_permissions'],
})

/** Gives a badge, or another one in place of one that was lost: its QR opens nothing then, the PIN stays (BDG-006). */
export const issueBadge = endpoint({
  method: 'POST',
  path: '/users/:id/badge',
  permission: 'users.update',
  summary: 'Give a person a badge, or another one in place of a lost one',
  params,
  body: z.object({
    /** Without one the number stays, or is drawn for a first badge. */
    badge_number: z.optional(badgeNumber()),
  }),
  response: one(PersonBadge),
  errors: ['not_found', 'not_enough_permissions', 'badge_number_taken', 'badges_off'],
})

export const withdrawBadge = endpoint({
  method: 'DELETE',
  path: '/users/:id/badge',
  permission: 'users.update',
  summary: 'Withdraw the badge of a person, with its PIN',
  params,
  errors: ['not_found', 'not_enough_permissions'],
})

/** What is shown once: the code as people read it, and its QR as a path on a square of `size` modules (BDG-012). */
export const StartCode = z.object({
  start_code: z.string(),
  ends_at: time,
  number: z.string(),
  address: z.string(),
  qr: z.object({ path: z.string(), size: z.int() }),
})

export const giveStartCode = endpoint({
  method: 'POST',
  path: '/users/:id/badge/start-code',
  permission: 'users.update',
  summary: 'Give a person a start code, which ends a PIN and the sessions',
  is_closed_to_impersonation: true,
  is_closed_to_tokens: true,
  params,
  response: one(StartCode),
  errors: ['not_found', 'not_enough_permissions', 'badges_off'],
})

/** A PDF in base64, ten badges to a page (BDG-010). */
export const printBadges = endpoint({
  method: 'POST',
  path: '/badges/sheet',
  permission: 'users.update',
  summary: 'Print badges, with start codes for those who have no PIN if that is asked for',
  limit: 30,
  is_closed_to_impersonation: true,
  is_closed_to_tokens: true,
  body: z.object({
    user_ids: z.array(id).check(z.minLength(1), z.maxLength(MOST_PRINTED)),
    has_start_codes: z._default(z.boolean(), false),
  }),
  response: one(
    z.object({
      pdf: z.string(),
      badges: z.int(),
      start_codes: z.int(),
      /** Without a badge, and the viewer may give them none. */
      left_out: z.array(PersonShown),
    }),
  ),
  errors: ['not_found', 'not_enough_permissions', 'invalid', 'badges_off'],
})

const badge = valueText(
  z.string().check(
    z.trim(),
    rule.required(),
    z.maxLength(100),
    z.overwrite<string>((typed) => (isBadgeCode(typed) ? typed : (canonicalNumber(typed) ?? typed))),
  ),
)
const secret = valueText(z.string().check(rule.required(), z.maxLength(200)))

/** Signs in with a badge, by its number or the code of its QR, and the PIN or password (BDG-015). */
export const signInByBadge = endpoint({
  method: 'POST',
  path: '/badge/sign-in',
  permission: 'public',
  summary: 'Sign in with a badge',
  is_always_open: true,
  example: { badge: '10442', secret: '804217' },
  body: z.object({ badge, secret, remember: z._default(z.boolean(), false) }),
  response: one(Me),
  errors: [
    'badges_not_taken',
    'badge_incorrect',
    'badge_locked',
    'pin_not_enough',
    'too_many_requests',
    'not_your_portal',
    'account_blocked',
    'password_sign_in_off',
    'second_step_required',
  ],
})

/** Sets the PIN or password with a start code, and signs in (BDG-014). */
export const startBadge = endpoint({
  method: 'POST',
  path: '/badge/start',
  permission: 'public',
  summary: 'Set a PIN or password with a start code, and sign in',
  is_always_open: true,
  example: { badge: '10442', start_code: '7KQM-2XVD', secret: '804217', secret_confirmation: '804217' },
  body: z
    .object({
      badge,
      start_code: valueText(z.string().check(rule.required(), z.maxLength(100))),
      secret,
      secret_confirmation: valueText(z.string()),
      remember: z._default(z.boolean(), false),
    })
    .check(rule.passwordConfirmation('secret', 'secret_confirmation')),
  response: one(Me),
  errors: [
    'badges_not_taken',
    'start_code_incorrect',
    'start_code_expired',
    'pin_easy',
    'pin_not_enough',
    'password_weak',
    'password_mismatch',
    'too_many_requests',
    'not_your_portal',
    'account_blocked',
    'password_sign_in_off',
    'second_step_required',
  ],
})

export const changeBadgeSecret = endpoint({
  method: 'PUT',
  path: '/badge/secret',
  permission: 'session',
  summary: 'Change the PIN or password of the own badge',
  example: { old_secret: '804217', secret: '351926', secret_confirmation: '351926' },
  is_closed_to_impersonation: true,
  is_closed_to_tokens: true,
  body: z
    .object({ old_secret: secret, secret, secret_confirmation: valueText(z.string()) })
    .check(rule.passwordConfirmation('secret', 'secret_confirmation')),
  errors: [
    'not_found',
    'badge_incorrect',
    'badge_locked',
    'pin_easy',
    'pin_not_enough',
    'password_weak',
    'password_mismatch',
    'too_many_requests',
  ],
})
