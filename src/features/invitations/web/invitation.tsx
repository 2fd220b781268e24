import { createFileRoute } from '@tanstack/react-router'
import { ApiError } from '#kernel/client.ts'
import { invitationQueries } from './queries.ts'
import { BrokenLink, InvitationScreen } from './screens/invitation.tsx'

type Search = { token?: string; answer?: 'decline' }

/** The page of an invitation, for everybody with its link (MGR-023). */
export const Route = createFileRoute('/_site/_open/invitation')({
  validateSearch: ({ token, answer }: Record<string, unknown>): Search => ({
    ...(typeof token === 'string' && token && { token }),
    ...(answer === 'decline' && { answer }),
  }),
  loaderDeps: ({ search: { token } }) => ({ token }),
  loader: async ({ context: { api, queryClient }, deps: { token } }) => {
    if (!token) return { invitation: null }
    try {
      const { data } = await queryClient.ensureQueryData(invitationQueries(api).shown(token))
      return { invitation: data }
    } catch (error) {
      if (error instanceof ApiError && error.status === 422) return { invitation: null }
      throw error
    }
  },
  head: ({ loaderData, match }) => ({
    meta: [
      {
        title: `${loaderData?.invitation ? `Invitation to ${loaderData.invitation.course.title}` : 'Invitation'} – ${match.context.session.portal.name}`,
      },
      { name: 'robots', content: 'noindex' },
      { name: 'referrer', content: 'no-referrer' },
    ],
  }),
  component: Invitation,
})

function Invitation() {
  const { token, answer } = Route.useSearch()
  const { invitation } = Route.useLoaderData()
  if (!token || !invitation) return <BrokenLink />
  return <InvitationScreen key={token} token={token} invitation={invitation} isDeclining={answer === 'decline'} />
}
