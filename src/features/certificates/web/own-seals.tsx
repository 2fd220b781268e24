import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, useRouter, useRouterState } from '@tanstack/react-router'
import { ProfileFrame } from '#features/accounts/web/public.ts'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { Pager } from '#ui/public/lists/pagination.tsx'
import { SealList } from './components/seal-list.tsx'
import { certificateQueries, cursorOf } from './queries.ts'

/** The own seals of approving agencies (ROU-048, CER-021). */
export const Route = createFileRoute('/_app/_signed-in/profile/seals')({
  loader: ({ context, location }) => {
    const { viewer } = context.session
    const cursor = cursorOf(location.search).cursor
    return viewer && context.queryClient.ensureQueryData(certificateQueries(context.api).seals(viewer.user_id, cursor))
  },
  head: ({ match }) => ({ meta: [{ title: `Seals – ${match.context.session.portal.name}` }] }),
  component: OwnSeals,
})

function OwnSeals() {
  const { viewer } = useSession()
  const router = useRouter()
  const cursor = useRouterState({ select: ({ location }) => cursorOf(location.search).cursor })
  const { data, meta } = useSuspenseQuery(certificateQueries(useApi()).seals(viewer?.user_id ?? 0, cursor)).data
  return (
    <ProfileFrame title="Profile">
      <SealList seals={data} />
      <Pager
        meta={meta}
        onCursor={(next) => void router.navigate({ href: `/profile/seals?${new URLSearchParams({ cursor: next })}` })}
      />
    </ProfileFrame>
  )
}
