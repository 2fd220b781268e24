import { createFileRoute } from '@tanstack/react-router'
import { needs } from '#ui/page/guard.ts'
import { orNotFound } from '#ui/page/or-not-found.ts'
import { callbackQuery, logQuery } from './queries.ts'
import { CallbackScreen } from './screens/callback.tsx'

/** One callback with its log (INT-027). */
export const Route = createFileRoute('/_app/_signed-in/admin/callbacks/$id')({
  beforeLoad: needs('callbacks.view'),
  loader: async ({ context: { api, queryClient }, params, location }) => {
    const id = Number(params.id)
    const [{ data }] = await Promise.all([
      orNotFound(queryClient.ensureQueryData(callbackQuery(api, id))),
      queryClient.ensureQueryData(logQuery(api, id, location.search)).catch(() => null),
    ])
    return { name: data.name }
  },
  head: ({ loaderData }) => ({ meta: [{ title: `${loaderData?.name ?? 'Callback'} – Callbacks` }] }),
  component: Page,
})

function Page() {
  const { id } = Route.useParams()
  return <CallbackScreen key={id} id={Number(id)} />
}
