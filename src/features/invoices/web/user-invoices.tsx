import { createFileRoute } from '@tanstack/react-router'
import { needsEverybody, openPerson } from '#features/users/web/public.ts'
import { invoiceQueries } from './queries.ts'
import { UserInvoicesScreen } from './screens/invoices.tsx'

/** The invoices of somebody, for those who look after the people of the portal (ROU-071, ORD-015, USR-010, USR-040). */
export const Route = createFileRoute('/_app/_signed-in/users/$slug/invoices')({
  beforeLoad: needsEverybody,
  loader: async ({ context, location, params: { slug } }) => {
    const { id, display_name: name } = await openPerson(context, slug)
    const query = invoiceQueries(context.api).invoices(location.search as Record<string, unknown>, id)
    await context.queryClient.ensureQueryData(query).catch(() => null)
    return { id, name }
  },
  head: ({ loaderData, match }) => ({
    meta: [{ title: `Invoices of ${loaderData?.name ?? 'a user'} – ${match.context.session.portal.name}` }],
  }),
  component: UserInvoices,
})

function UserInvoices() {
  return <UserInvoicesScreen {...Route.useLoaderData()} />
}
