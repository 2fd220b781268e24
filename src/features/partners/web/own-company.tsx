import { createFileRoute } from '@tanstack/react-router'
import { needs } from '#ui/page/guard.ts'
import { ownCompanyQuery } from './company-guard.ts'
import { OwnCompanyScreen } from './screens/own-company.tsx'

/** The company profile of a partner (PAR-004, PAR-009); who reaches every partner names one (ROL-061). */
export const Route = createFileRoute('/_app/_signed-in/partner/company')({
  beforeLoad: needs('partner-content.update'),
  loaderDeps: ({ search }) => ({ user_id: Number((search as { user_id?: unknown }).user_id) || undefined }),
  loader: async ({ context: { api, queryClient }, deps }) => {
    await queryClient.ensureQueryData(ownCompanyQuery(api, deps.user_id))
  },
  head: ({ match }) => ({ meta: [{ title: `Company – ${match.context.session.portal.name}` }] }),
  component: Page,
})

function Page() {
  const { user_id: userId } = Route.useLoaderDeps()
  return <OwnCompanyScreen key={userId ?? 'own'} userId={userId} />
}
