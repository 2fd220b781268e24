import { US_STATES } from '#kernel/product/us-states.ts'
import { rule, z } from '#kernel/schema.ts'

const line = (size: number) => z.optional(z.nullable(rule.plainText(size)))
const name = line(100)
const state = z.optional(z.nullable(rule.inOptions(US_STATES.map(({ value }) => value))))
const zipCode = z.optional(
  z.nullable(z.string().check(z.trim(), z.regex(/^\d{5}(-\d{4})?$/, 'Please enter a ZIP code of 5 or 5+4 digits.'))),
)

/** Fields of the own profile that may be changed; the country of an address is always the USA (SHP-016). */
export const profileFields = {
  first_name: name,
  middle_name: name,
  last_name: name,
  email: z.optional(rule.email()),
  username: z.optional(z.nullable(rule.username())),
  direct_number: z.optional(z.nullable(rule.phone())),
  city: name,
  state,
  zip_code: zipCode,
  billing_address: line(200),
  billing_address_2: line(200),
  billing_city: name,
  billing_state: state,
  billing_zip_code: zipCode,
  shipping_address: line(200),
  shipping_address_2: line(200),
  shipping_city: name,
  shipping_state: state,
  shipping_zip_code: zipCode,
}
