import { User } from '#features/accounts/contract.ts'
import { endpoint, id, one } from '#kernel/endpoint.ts'
import { rule, z } from '#kernel/schema.ts'

const newPassword = { password: rule.password(), password_confirmation: z.string() }

/** Sets the cookie XSRF-TOKEN, which comes back in the header X-XSRF-TOKEN of every change (AUT-002). */
export const csrfCookie = endpoint({
  method: 'GET',
  path: '/csrf-cookie',
  permission: 'public',
  summary: 'Set the CSRF cookie',
  is_uncounted: true,
  is_always_open: true,
})

const HeldRole = z.object({
  name: z.string(),
  short_name: z.string(),
  permissions: z.array(z.string()),
  is_outside: z.boolean(),
})

/** The signed-in person with the roles held in the portal (AUT-049, USR-001). */
export const Me = z.object({
  ...User.shape,
  roles: z.array(HeldRole),
  current_role: z.string(),
  abilities: z.array(z.string()),
  is_impersonated: z.boolean(),
  impersonator_name: z.nullable(z.string()),
  landing_path: z.string(),
  /** The new address whose link has not been opened yet (AUT-051). */
  pending_email: z.nullable(z.string()),
  /** The provider at which the person signs in instead of with a password (SSO-028). */
  password_provider: z.nullable(z.string()),
  /** Whether the person still has to set up a second factor for a role in this portal (AUT-067). */
  second_factor: z.enum(['met', 'due', 'overdue']),
})

export const login = endpoint({
  method: 'POST',
  path: '/login',
  permission: 'public',
  summary: 'Sign in',
  is_always_open: true,
  body: z.object({
    email: rule.email(),
    password: z.string().check(rule.required()),
    remember: z._default(z.boolean(), false),
    /** At checkout and from an invitation, signing in gives the role learner in this portal (AUT-049). */
    purpose: z.optional(z.enum(['checkout', 'invitation'])),
  }),
  response: one(Me),
  errors: [
    'credentials_do_not_match',
    'too_many_requests',
    'not_your_portal',
    'account_blocked',
    'password_sign_in_off',
    'second_step_required',
  ],
})

export const showMe = endpoint({
  method: 'GET',
  path: '/me',
  permission: 'session',
  summary: 'The signed-in person',
  is_always_open: true,
  is_open_without_second_factor: true,
  query: z.object({ portal_id: z.optional(id) }),
  response: one(Me),
  errors: ['not_your_portal'],
})

export const logout = endpoint({
  method: 'POST',
  path: '/logout',
  permission: 'session',
  summary: 'End the session',
  is_always_open: true,
  is_open_without_second_factor: true,
})

export const chooseRole = endpoint({
  method: 'PUT',
  path: '/user/role',
  permission: 'session',
  summary: 'Choose the current role',
  is_always_open: true,
  body: z.object({ role: z.string().check(rule.required()) }),
  response: one(z.object({ current_role: z.string(), landing_path: z.string() })),
  errors: ['role_not_held'],
})

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/forgot-password',
  permission: 'public',
  summary: 'Send a reset link; the answer is the same whether or not the e-mail is known',
  is_always_open: true,
  limit: 10,
  body: z.object({ email: rule.email() }),
  response: z.object({ message: z.string() }),
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/reset-password',
  permission: 'public',
  summary: 'Set a new password with a link token',
  is_always_open: true,
  failure_limit: 10,
  body: z
    .object({ email: z.optional(rule.email()), token: z.optional(z.string()), ...newPassword })
    .check(rule.passwordConfirmation()),
  response: one(z.object({ email: z.string() })),
  errors: ['token_missing', 'token_invalid', 'reset_link_expired', 'password_mismatch', 'password_sign_in_off'],
})

export const changePassword = endpoint({
  method: 'PATCH',
  path: '/change-password',
  permission: 'session',
  summary: 'Change the own password',
  is_closed_to_impersonation: true,
  is_closed_to_tokens: true,
  body: z
    .object({ old_password: z.string().check(rule.required()), ...newPassword })
    .check(rule.passwordConfirmation()),
  errors: ['old_password_incorrect', 'password_mismatch', 'password_sign_in_off', 'badge_session'],
})

export const verifyToken = endpoint({
  method: 'POST',
  path: '/token/verify',
  permission: 'public',
  summary: 'Verify a link token; verify-email and change-email take effect',
  is_always_open: true,
  failure_limit: 30,
  body: z.object({
    token: z.optional(z.string()),
    type: z.enum(['reset-password', 'invite', 'verify-email', 'change-email']),
  }),
  response: one(z.object({ email: z.string() })),
  errors: [
    'token_missing',
    'token_invalid',
    'reset_link_expired',
    'link_expired',
    'email_already_verified',
    'password_sign_in_off',
  ],
})

/** The people one may sign in as with one click, by e-mail or by badge; only the demo has this call. */
export const listDemoPeople = endpoint({
  method: 'GET',
  path: '/demo/people',
  permission: 'public',
  summary: 'Demo sign-ins of this portal (demo only)',
  is_always_open: true,
  response: z.object({
    data: z.array(
      z.object({
        email: z.string(),
        name: z.string(),
        roles: z.array(z.string()),
        password: z.string(),
        /** Of somebody without an e-mail; the password is the PIN then (BDG-035). */
        badge_number: z.nullable(z.string()),
      }),
    ),
  }),
  errors: ['not_found'],
})

export const impersonate = endpoint({
  method: 'POST',
  path: '/users/:id/impersonate',
  permission: 'session',
  summary: 'Act as another person (super admins)',
  is_closed_to_impersonation: true,
  params: z.object({ id }),
  response: one(z.object({ landing_path: z.string() })),
  errors: ['not_enough_permissions', 'not_found', 'not_your_portal'],
})

export const endImpersonation = endpoint({
  method: 'DELETE',
  path: '/impersonate',
  permission: 'session',
  summary: 'Return to the own account',
  is_always_open: true,
  response: one(z.object({ landing_path: z.string() })),
  errors: ['not_enough_permissions'],
})
