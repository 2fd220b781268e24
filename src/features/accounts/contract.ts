import { endpoint, id, one, time } from '#kernel/endpoint.ts'
import { z } from '#kernel/schema.ts'

const text = z.nullable(z.string())

/** Billing and shipping fields of a person (USR-002); the country is always the USA, so it is answered, not asked. */
export const addressFields = {
  billing_address: text,
  billing_address_2: text,
  billing_country: text,
  billing_city: text,
  billing_state: text,
  billing_zip_code: text,
  shipping_address: text,
  shipping_address_2: text,
  shipping_country: text,
  shipping_city: text,
  shipping_state: text,
  shipping_zip_code: text,
}

/** A person as others see them (API-023): no e-mail, no phone, no address. */
export const PersonShown = z.object({ id: z.int(), display_name: z.string(), avatar: text })

/** A person's own record, or that of somebody whom the viewer may open (USR-001). */
export const User = z.object({
  id: z.int(),
  email: z.string(),
  username: text,
  first_name: text,
  middle_name: text,
  last_name: text,
  display_name: z.string(),
  avatar: text,
  direct_number: text,
  city: text,
  country: text,
  state: text,
  zip_code: text,
  ...addressFields,
  email_verified_at: z.nullable(time),
  created_at: time,
})

const name = z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(100))))

/** Changes the own name or e-mail; a changed e-mail takes effect when its link is opened (AUT-051). */
export const updateUser = endpoint({
  method: 'PUT',
  path: '/users/:id',
  permission: 'session',
  summary: 'Change the own profile',
  params: z.object({ id }),
  body: z.object({
    first_name: name,
    middle_name: name,
    last_name: name,
    email: z.optional(z.email()),
  }),
  response: one(z.object({ ...User.shape, pending_email: text })),
  errors: ['not_found'],
})
