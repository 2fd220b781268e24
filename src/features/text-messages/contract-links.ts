import { Me } from '#features/sessions/contract.ts'
import { canonicalNumber } from '#kernel/access/badge-number.ts'
import { endpoint, one, time } from '#kernel/endpoint.ts'
import { rule, z } from '#kernel/schema.ts'
import { valueText } from '#kernel/words.ts'

const token = valueText(z.string().check(rule.required(), z.maxLength(100)))
const secret = valueText(z.string().check(rule.required(), z.maxLength(200)))
const EXAMPLE = '0123456789abcdefghjkmn'

/** What a link in a text message is for. Looking uses nothing up: phones open links for their previews (TXT-012). */
export const showTextLink = endpoint({
  method: 'POST',
  path: '/text-links/show',
  permission: 'public',
  summary: 'What a link in a text message is for',
  is_always_open: true,
  failure_limit: 20,
  example: { token: EXAMPLE },
  body: z.object({ token }),
  response: one(
    z.object({
      kind: z.enum(['start', 'sign-in']),
      first_name: z.nullable(z.string()),
      badge_number: z.string(),
      /** Whether six digits are enough for this person (BDG-017). */
      is_pin_enough: z.boolean(),
      ends_at: time,
    }),
  ),
  errors: ['text_link_over', 'badges_not_taken'],
})

const REFUSALS = [
  'text_link_over',
  'badges_not_taken',
  'pin_not_enough',
  'not_your_portal',
  'account_blocked',
  'password_sign_in_off',
  'second_step_required',
] as const

/** Sets the PIN or password with a link, once, and signs in (TXT-013). */
export const startByText = endpoint({
  method: 'POST',
  path: '/text-links/start',
  permission: 'public',
  summary: 'Set a PIN or password with a link in a text message, and sign in',
  is_always_open: true,
  failure_limit: 20,
  example: { token: EXAMPLE, secret: '804217', secret_confirmation: '804217' },
  body: z
    .object({ token, secret, secret_confirmation: valueText(z.string()), remember: z._default(z.boolean(), false) })
    .check(rule.passwordConfirmation('secret', 'secret_confirmation')),
  response: one(Me),
  errors: [...REFUSALS, 'pin_easy', 'password_weak', 'password_mismatch'],
})

/** Signs in with a link that was texted for that, once (TXT-020). */
export const signInByText = endpoint({
  method: 'POST',
  path: '/text-links/sign-in',
  permission: 'public',
  summary: 'Sign in with a link in a text message',
  is_always_open: true,
  failure_limit: 20,
  example: { token: EXAMPLE },
  body: z.object({ token, remember: z._default(z.boolean(), false) }),
  response: one(Me),
  errors: [...REFUSALS],
})

/** Texts a link that signs in to the holder of this badge, if there is one with a proved number (TXT-018). */
export const requestTextLink = endpoint({
  method: 'POST',
  path: '/badge/text-link',
  permission: 'public',
  summary: 'Text a link that signs in to the holder of a badge',
  is_always_open: true,
  example: { badge: '10442' },
  body: z.object({
    badge: valueText(
      z.string().check(
        z.trim(),
        rule.required(),
        z.maxLength(40),
        z.overwrite<string>((typed) => canonicalNumber(typed) ?? typed),
      ),
    ),
  }),
  errors: ['badges_not_taken', 'texts_not_set_up', 'sign_in_texts_over', 'too_many_requests'],
})
