// npm run demo:oidc [-- ADDRESS]: a provider to try single sign-on with; docs/single-sign-on.md leads through it.
// OIDC_PORT chooses another port than 9400.
import { startOidcProvider } from './oidc-provider.ts'
import { DEMO_PEOPLE } from './people.ts'

const PORT = Number(process.env['OIDC_PORT'] || 9400)
const portal = new URL(process.argv[2] ?? 'http://core.localhost:3000').origin

const provider = await startOidcProvider({
  port: PORT,
  redirects: [`${portal}/sign-on/callback`],
  after_sign_out: [`${portal}/login`],
  back_channel: `${portal}/api/v1/sign-on/oidc/sign-out`,
  people: DEMO_PEOPLE,
}).catch((error: NodeJS.ErrnoException) => {
  if (error.code !== 'EADDRINUSE') throw error
  console.error(
    `Port ${PORT} is taken. Stop what uses it, or choose another port: OIDC_PORT=9410 npm run demo:oidc -- ${portal}`,
  )
  process.exit(1)
})

console.log(`A provider for ${portal} is ready. In Portico, under Single sign-on, choose Add OpenID Connect and enter:

  Issuer:         ${provider.issuer}
  Client ID:      ${provider.client_id}
  Client secret:  ${provider.client_secret}

Sign in there with any password as one of these people:

  lee   in the group "crew"
  tess  in the groups "crew" and "trainers"
  ray   whose e-mail is not verified

To become somebody else there, open ${provider.issuer}/session/end. Press Ctrl+C to stop.`)
