import { chosenId, endpoint, one } from '#kernel/endpoint.ts'
import { rule, z } from '#kernel/schema.ts'
import { valueText } from '#kernel/words.ts'
import { PASSWORD_SIGN_IN } from './rules/password-sign-in.ts'

export const signOnOptions = endpoint({
  method: 'GET',
  path: '/sign-on/options',
  permission: 'public',
  summary: 'The ways to sign in here',
  is_always_current: true,
  is_always_open: true,
  response: one(
    z.object({
      password_sign_in: z.enum(PASSWORD_SIGN_IN),
      providers: z.array(z.object({ id: z.int(), name: z.string() })),
    }),
  ),
})

export const startSignOn = endpoint({
  method: 'POST',
  path: '/sign-on/start',
  permission: 'public',
  summary: 'Begin a sign-in at a provider; the answer is where the browser goes',
  is_always_open: true,
  // A whole company signs in from one network at the beginning of a shift.
  limit: 300,
  body: z.object({ provider_id: chosenId('a provider') }),
  response: one(z.object({ address: z.string() })),
  errors: ['not_found', 'sign_on_unreachable'],
})

/** Takes the query with which the browser came back, and signs the person in. */
export const finishSignOn = endpoint({
  method: 'POST',
  path: '/sign-on/finish',
  permission: 'public',
  summary: 'Finish a sign-in at a provider',
  is_always_open: true,
  failure_limit: 100,
  body: z.object({ query: valueText(z.string().check(z.maxLength(8_000))) }),
  response: one(z.object({ landing_path: z.string(), is_test: z.boolean() })),
  errors: [
    'sign_on_unfinished',
    'sign_on_unreachable',
    'sign_on_no_email',
    'sign_on_unproved_email',
    'sign_on_unknown_person',
    'account_blocked',
    'not_your_portal',
  ],
})

/** What a SAML provider posts through the browser of the person, from its own pages: no cookie of ours comes with it. */
export const receiveSaml = endpoint({
  method: 'POST',
  path: '/sign-on/saml/acs',
  permission: 'public',
  summary: 'Take the answer of a SAML provider',
  is_always_open: true,
  csrf: false,
  takes: 'raw',
  gives: 'file',
  body_limit: 512 << 10,
  limit: 300,
})

export const samlMetadata = endpoint({
  method: 'GET',
  path: '/sign-on/saml/metadata',
  permission: 'public',
  summary: 'The metadata of the portal for a SAML provider',
  is_always_open: true,
  gives: 'file',
})

/** What the server of an OpenID Connect provider posts when somebody has signed out there: `logout_token` in a form. */
export const receiveLogoutToken = endpoint({
  method: 'POST',
  path: '/sign-on/oidc/sign-out',
  permission: 'public',
  summary: 'Take a sign-out of an OpenID Connect provider',
  is_always_open: true,
  csrf: false,
  takes: 'raw',
  gives: 'file',
  body_limit: 64 << 10,
  limit: 1_200,
})

const samlSignOut = {
  path: '/sign-on/saml/sign-out',
  permission: 'public',
  is_always_open: true,
  gives: 'file',
  limit: 300,
} as const

/** A SAML provider sends the browser with its request in the query. */
export const receiveSamlSignOut = endpoint({
  ...samlSignOut,
  method: 'GET',
  summary: 'Take a sign-out of a SAML provider, sent by redirect',
})

/** A SAML provider posts its request through the browser of the person. */
export const receiveSamlSignOutForm = endpoint({
  ...samlSignOut,
  method: 'POST',
  summary: 'Take a sign-out of a SAML provider, sent by a form',
  csrf: false,
  takes: 'raw',
  body_limit: 512 << 10,
})

/** Where the browser goes to be signed out at the provider as well; null where it needs nothing. */
export const finishSignOut = endpoint({
  method: 'POST',
  path: '/sign-on/sign-out',
  permission: 'public',
  summary: 'Finish signing out at the provider',
  is_always_open: true,
  limit: 30,
  response: one(z.object({ address: z.nullable(z.string()) })),
})

export const sendWayBack = endpoint({
  method: 'POST',
  path: '/sign-on/way-back',
  permission: 'public',
  summary: 'Mail a sign-in link to an admin of the portal; the answer is the same for every address',
  is_always_open: true,
  limit: 10,
  body: z.object({ email: rule.email() }),
  response: z.object({ message: z.string() }),
})

export const useWayBack = endpoint({
  method: 'POST',
  path: '/sign-on/way-back/use',
  permission: 'public',
  summary: 'Sign in with a mailed link, once',
  is_always_open: true,
  failure_limit: 10,
  body: z.object({ token: z.string().check(rule.required(), z.maxLength(200)) }),
  response: one(z.object({ landing_path: z.string() })),
  errors: ['token_invalid', 'link_expired', 'account_blocked', 'second_step_required'],
})
