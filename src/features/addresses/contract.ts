import { endpoint, one } from '#kernel/endpoint.ts'
import { US_STATES } from '#kernel/product/us-states.ts'
import { rule, z } from '#kernel/schema.ts'

const line = (size: number) => rule.plainText(size, { is_required: true })

/** An address of the USA (SHP-011, SHP-016). */
export const Address = z.object({
  address: line(200),
  address_2: z.optional(z.nullable(rule.plainText(200))),
  city: line(100),
  state: rule.inOptions(US_STATES.map(({ value }) => value)),
  zip_code: z.string().check(z.trim(), z.regex(/^\d{5}(-\d{4})?$/, 'Please enter a ZIP code of 5 or 5+4 digits.')),
  country: z._default(z.literal('US'), 'US'),
})
export type AddressValues = z.output<typeof Address>

/** Where a bill goes: the ZIP code at least, which is all that is asked for where nothing else needs more (CRT-023). */
export const BillingAddress = z.object({
  address: z.optional(rule.plainText(200)),
  address_2: z.optional(z.nullable(rule.plainText(200))),
  city: z.optional(rule.plainText(100)),
  state: z.optional(rule.inOptions(US_STATES.map(({ value }) => value))),
  zip_code: Address.shape.zip_code,
  country: z._default(z.literal('US'), 'US'),
})

/** An address as stored; a bill that needs only a ZIP code leaves the other lines empty. */
export const StoredAddress = z.object({
  address: z.string(),
  address_2: z.nullable(z.string()),
  city: z.string(),
  state: z.string(),
  zip_code: z.string(),
  country: z.string(),
})

const Suggestion = z.object({
  address: z.string(),
  address_2: z.nullable(z.string()),
  city: z.string(),
  state: z.string(),
  zip_code: z.string(),
})

export const validateAddress = endpoint({
  method: 'POST',
  path: '/addresses/validate',
  permission: 'public',
  summary: 'Ask the maps service for an address of the USA',
  limit: 60,
  body: Address,
  response: one(
    z.object({
      /** `success` found, `warning` found with corrections, `failed` not found (SHP-014). */
      state: z.enum(['success', 'warning', 'failed']),
      /** The corrected address of a warning. */
      suggestion: z.nullable(Suggestion),
    }),
  ),
  errors: ['maps_unavailable'],
})
