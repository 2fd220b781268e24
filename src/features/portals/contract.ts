import { endpoint, one } from '#kernel/endpoint.ts'
import { z } from '#kernel/schema.ts'

/** Who runs this portal, for the sign-in page (PRT-056). */
export const showLoginInfo = endpoint({
  method: 'GET',
  path: '/portal/login-info',
  permission: 'public',
  summary: 'Name, logo, colours and support contacts of the portal',
  is_always_open: true,
  response: one(
    z.object({
      name: z.string(),
      logo: z.nullable(z.string()),
      primary_color: z.nullable(z.string()),
      secondary_color: z.nullable(z.string()),
      support_phone: z.nullable(z.string()),
      support_email: z.nullable(z.string()),
    }),
  ),
})
