// npm run demo:saml [-- ADDRESS]: a SAML provider to try single sign-on with; docs/single-sign-on.md leads through it.
// SAML_PORT chooses another port than 9402.
import { DEMO_PEOPLE } from './people.ts'
import { startSamlProvider } from './saml-provider.ts'

const PORT = Number(process.env['SAML_PORT'] || 9402)
const portal = new URL(process.argv[2] ?? 'http://core.localhost:3000').origin

const attributesOf = ({ email, given_name, family_name, groups }: (typeof DEMO_PEOPLE)['tess']) => ({
  email: [email],
  givenName: [given_name],
  sn: [family_name],
  groups,
})

const provider = await startSamlProvider({
  port: PORT,
  portal,
  people: {
    lee: { ...attributesOf(DEMO_PEOPLE.lee), manager: [DEMO_PEOPLE.lee.manager] },
    tess: attributesOf(DEMO_PEOPLE.tess),
  },
}).catch((error: NodeJS.ErrnoException) => {
  if (error.code !== 'EADDRINUSE') throw error
  console.error(
    `Port ${PORT} is taken. Stop what uses it, or choose another port: SAML_PORT=9412 npm run demo:saml -- ${portal}`,
  )
  process.exit(1)
})

console.log(`A SAML provider for ${portal} is ready. In Portico, under Single sign-on, choose Add SAML, enter

  Metadata URL:   ${provider.metadata_url}

and choose Read metadata. Sign in there with any password as one of these people:

  lee   in the group "crew"
  tess  in the groups "crew" and "trainers"

To become somebody else there, open ${provider.issuer}/session/end. Press Ctrl+C to stop.`)
