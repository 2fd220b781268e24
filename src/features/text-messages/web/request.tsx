import { createFileRoute } from '@tanstack/react-router'
import { showBadgeOptions } from '#features/badges/contract-options.ts'
import { pageHead } from '#ui/page/page-head.ts'
import { RequestScreen } from './screens/request.tsx'

/** Asks for a link by text, with a badge number (ROU-161, TXT-018). */
export const Route = createFileRoute('/_site/_guest/badge/text')({
  loader: async ({ context: { api } }) => (await api.call(showBadgeOptions)).data.has_texts,
  head: ({ match }) => pageHead(match.context.session.portal, { title: 'Get a link by text' }),
  component: Request,
})

function Request() {
  return <RequestScreen hasTexts={Route.useLoaderData()} />
}
