import { PersonShown } from '#features/accounts/contract.ts'
import { KeyTest } from '#features/integrations/contract.ts'
import { canonicalMobile, MOBILE_PROBLEM } from '#kernel/access/mobile-number.ts'
import { endpoint, id, one, time } from '#kernel/endpoint.ts'
import { rule, z } from '#kernel/schema.ts'
import { valueText } from '#kernel/words.ts'

/** As many people as get a link in one call. */
export const MOST_LINKS = 100

const mobileNumber = () =>
  valueText(
    z.string().check(
      z.overwrite<string>((typed) => canonicalMobile(typed) ?? typed.trim()),
      z.refine((typed) => canonicalMobile(typed) !== null, { error: MOBILE_PROBLEM }),
    ),
  )
const consent = z
  .boolean()
  .check(z.refine((isGiven) => isGiven, { error: 'Please confirm that the person agreed to receive text messages.' }))
const params = z.object({ id })

export const TextMessage = z.object({
  id: z.int(),
  kind: z.enum(['start', 'sign-in', 'code']),
  status: z.enum(['queued', 'sent', 'delivered', 'failed']),
  segments: z.int(),
  created_at: time,
  /** When the service took it. */
  sent_at: z.nullable(time),
  settled_at: z.nullable(time),
  /** Why it failed or is tried again, in words that say what to do. */
  error: z.nullable(z.string()),
})

/** The mobile number of a person and what was texted to it, for those who see the person (TXT-008). */
export const PersonMobile = z.object({
  /** Null without one. Those who may not change it see its last four digits. */
  number: z.nullable(z.string()),
  proved_at: z.nullable(time),
  consent: z.nullable(z.object({ at: time, by: z.nullable(PersonShown) })),
  has_opted_out: z.boolean(),
  /** Whether the portal sends text messages at all. */
  has_texts: z.boolean(),
  /** Until when the newest open link that sets a PIN works. */
  link_ends_at: z.nullable(time),
  messages: z.array(TextMessage),
  can_change: z.boolean(),
  can_send: z.boolean(),
})

export const showMobile = endpoint({
  method: 'GET',
  path: '/users/:id/mobile-number',
  permission: 'users.view',
  summary: 'Show the mobile number of a person and what was texted to it',
  params,
  response: one(PersonMobile),
  errors: ['not_found', 'not_enough_permissions'],
})

export const setMobile = endpoint({
  method: 'PUT',
  path: '/users/:id/mobile-number',
  permission: 'users.update',
  summary: 'Enter the mobile number of a person who agreed to receive text messages',
  is_closed_to_impersonation: true,
  is_closed_to_tokens: true,
  params,
  example: { number: '(212) 555-0147', has_consented: true },
  body: z.object({ number: mobileNumber(), has_consented: consent }),
  response: one(PersonMobile),
  errors: ['not_found', 'not_enough_permissions', 'invalid'],
})

export const removeMobile = endpoint({
  method: 'DELETE',
  path: '/users/:id/mobile-number',
  permission: 'users.update',
  summary: 'Remove the mobile number of a person',
  is_closed_to_impersonation: true,
  is_closed_to_tokens: true,
  params,
  errors: ['not_found', 'not_enough_permissions'],
})

export const LEFT_OUT = ['not_allowed', 'no_badge', 'no_number', 'opted_out', 'too_many', 'day_over'] as const

/** Texts people a link that sets their PIN and signs them in (TXT-011). */
export const sendStartLinks = endpoint({
  method: 'POST',
  path: '/text-messages/start-links',
  permission: 'users.update',
  summary: 'Text people a link that sets their PIN',
  limit: 30,
  is_closed_to_impersonation: true,
  is_closed_to_tokens: true,
  body: z.object({ user_ids: z.array(id).check(z.minLength(1), z.maxLength(MOST_LINKS)) }),
  response: one(
    z.object({ queued: z.int(), left_out: z.array(z.object({ person: PersonShown, reason: z.enum(LEFT_OUT) })) }),
  ),
  errors: [
    'not_found',
    'not_enough_permissions',
    'invalid',
    'badges_off',
    'texts_not_set_up',
    'texts_opted_out',
    'too_many_texts',
    'texts_day_over',
  ],
})

/** The own number (TXT-010). */
export const OwnMobile = z.object({
  number: z.nullable(z.string()),
  proved_at: z.nullable(time),
  has_opted_out: z.boolean(),
  has_texts: z.boolean(),
  /** A number that waits for the code that was sent to it. */
  waiting: z.nullable(z.object({ number: z.string(), ends_at: time })),
})

export const showOwnMobile = endpoint({
  method: 'GET',
  path: '/mobile-number',
  permission: 'session',
  summary: 'Show the own mobile number',
  response: one(OwnMobile),
})

export const sendMobileCode = endpoint({
  method: 'POST',
  path: '/mobile-number/code',
  permission: 'session',
  summary: 'Text a code to the number that is to become the own mobile number',
  is_closed_to_impersonation: true,
  is_closed_to_tokens: true,
  limit: 10,
  example: { number: '(212) 555-0147', has_consented: true, secret: '804217' },
  body: z.object({
    number: mobileNumber(),
    has_consented: consent,
    /** The PIN or password of the own badge: the number opens what it opens. */
    secret: valueText(z.string().check(rule.required(), z.maxLength(200))),
  }),
  response: one(OwnMobile),
  errors: [
    'not_found',
    'badge_incorrect',
    'badge_locked',
    'invalid',
    'texts_not_set_up',
    'texts_opted_out',
    'too_many_texts',
    'texts_day_over',
    'too_many_requests',
  ],
})

export const confirmMobile = endpoint({
  method: 'POST',
  path: '/mobile-number/confirm',
  permission: 'session',
  summary: 'Make a number the own mobile number by the code that was texted to it',
  is_closed_to_impersonation: true,
  is_closed_to_tokens: true,
  example: { code: '041377' },
  body: z.object({ code: valueText(z.string().check(z.trim(), z.minLength(1), z.maxLength(20))) }),
  response: one(OwnMobile),
  errors: ['invalid'],
})

export const removeOwnMobile = endpoint({
  method: 'DELETE',
  path: '/mobile-number',
  permission: 'session',
  summary: 'Remove the own mobile number',
  is_closed_to_impersonation: true,
  is_closed_to_tokens: true,
  errors: ['not_found'],
})

/** News about texts and replies to them, checked by their signature (TXT-003, TXT-007). */
export const receiveTextNews = endpoint({
  method: 'POST',
  path: '/integrations/twilio/callback',
  permission: 'public',
  summary: 'Messages of Twilio about texts and replies to them',
  takes: 'raw',
  csrf: false,
  is_always_open: true,
  query: z.object({ message: z.optional(z.string()) }),
  response: z.object({ received: z.boolean() }),
  errors: ['invalid'],
})

/** Sends a text through the portal's account (TXT-002). */
export const testTwilio = endpoint({
  method: 'POST',
  path: '/portal/integrations/twilio/test',
  permission: 'portal-settings.update',
  summary: "Send a test message with the portal's Twilio account",
  limit: 10,
  example: { number: '(212) 555-0147' },
  body: z.object({ number: mobileNumber() }),
  response: KeyTest,
  errors: ['invalid', 'texts_not_set_up', 'texts_opted_out', 'too_many_texts', 'texts_day_over'],
})
