// npm run demo:oidc [-- ADDRESS]: a provider to try single sign-on with; docs/single-sign-on.md leads through it.
import { startOidcProvider } from './oidc-provider.ts'

const PORT = Number(process.env['PORT'] ?? 9400)
const portal = new URL(process.argv[2] ?? 'http://core.localhost:3000').origin

const provider = await startOidcProvider({
  port: PORT,
  redirects: [`${portal}/sign-on/callback`],
  after_sign_out: [`${portal}/login`],
  back_channel: `${portal}/api/v1/sign-on/oidc/sign-out`,
  people: {
    lee: {
      email: 'lee@example.com',
      email_verified: true,
      given_name: 'Lee',
      family_name: 'Rivera',
      groups: ['crew'],
      manager: 'tess@example.com',
    },
    tess: {
      email: 'tess@example.com',
      email_verified: true,
      given_name: 'Tess',
      family_name: 'Moran',
      groups: ['crew', 'trainers'],
    },
    ray: { email: 'ray@example.com', email_verified: false, given_name: 'Ray', family_name: 'Doe', groups: [] },
  },
})

console.log(`A provider for ${portal} is ready. Enter in Portico, under Single sign-on:

  Issuer         ${provider.issuer}
  Client ID      ${provider.client_id}
  Client secret  ${provider.client_secret}

Sign in there as lee, tess (in the group "trainers") or ray (whose e-mail is not verified), with any password.
Press Ctrl+C to stop.`)
