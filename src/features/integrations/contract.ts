import { canonicalMobile } from '#kernel/access/mobile-number.ts'
import { endpoint, one } from '#kernel/endpoint.ts'
import { rule, z } from '#kernel/schema.ts'
import { valueText } from '#kernel/words.ts'

/** The services whose keys a portal keeps (INT-001, INT-006). */
export const SERVICES = ['cloud_scorm', 'easyship', 'twilio'] as const
export type Service = (typeof SERVICES)[number]

const key = rule.plainText(500, { is_required: true })
const accountSid = valueText(
  z
    .string()
    .check(z.trim(), rule.required(), z.regex(/^AC[0-9a-f]{32}$/i, 'An account SID is AC and 32 letters and digits.')),
)
/** A messaging service, or a number in E.164. */
const textSender = valueText(
  z.string().check(
    z.overwrite<string>((typed) => canonicalMobile(typed) ?? typed.trim()),
    z.regex(/^(?:MG[0-9a-f]{32}|\+[1-9]\d{6,14})$/i, 'Please enter a messaging service SID (MG…) or a phone number.'),
  ),
)
const shownKey = z.nullable(z.string())

/** What a portal has set; of a secret only its last characters are ever shown (INT-006, PRT-066). */
export const Integrations = z.object({
  cloud_scorm: z.object({ is_set: z.boolean(), app_id: shownKey, secret_key: shownKey }),
  easyship: z.object({ is_set: z.boolean(), secret_key: shownKey }),
  twilio: z.object({ is_set: z.boolean(), account_sid: shownKey, sender: shownKey, secret_key: shownKey }),
  /** The portal's text messages of today, in its time zone (TXT-024). */
  text_messages: z.object({ sent_today: z.int(), limit: z.int(), kept_for_sign_ins: z.int() }),
})

export const showIntegrations = endpoint({
  method: 'GET',
  path: '/portal/integrations',
  permission: 'portal-settings.view',
  summary: "Show the portal's keys of outside services, secrets masked",
  record: { kind: 'integrations', by: null },
  response: one(Integrations),
})

/** Null takes a service's keys away; a service that is not named, and a secret that is left out, stay as they are. */
export const updateIntegrations = endpoint({
  method: 'PUT',
  path: '/portal/integrations',
  permission: 'portal-settings.update',
  summary: "Save the portal's keys of outside services",
  record: { kind: 'integrations', by: null },
  body: z.object({
    cloud_scorm: z.optional(z.nullable(z.object({ app_id: key, secret_key: z.optional(key) }))),
    easyship: z.optional(z.nullable(z.object({ secret_key: key }))),
    twilio: z.optional(
      z.nullable(z.object({ account_sid: accountSid, sender: textSender, secret_key: z.optional(key) })),
    ),
  }),
  response: one(Integrations),
  errors: ['invalid'],
})

/** What the service said to the portal's key (PRT-080); the slices that speak with a service have the call. */
export const KeyTest = one(z.object({ is_accepted: z.boolean(), message: z.string() }))
