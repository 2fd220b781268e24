import { createFileRoute } from '@tanstack/react-router'
import { invoiceQueries } from './queries.ts'
import { InvoicesScreen } from './screens/invoices.tsx'

/** The own invoices (ROU-048, ORD-015). */
export const Route = createFileRoute('/_app/_signed-in/profile/invoices')({
  loader: async ({ context, location }) => {
    const query = invoiceQueries(context.api).invoices(location.search as Record<string, unknown>)
    await context.queryClient.ensureQueryData(query).catch(() => null)
  },
  head: ({ match }) => ({ meta: [{ title: `Invoices – ${match.context.session.portal.name}` }] }),
  component: InvoicesScreen,
})
