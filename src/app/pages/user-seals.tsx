import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, useRouter, useRouterState } from '@tanstack/react-router'
import { certificateQueries, cursorOf, SealList } from '#features/certificates/web/public.ts'
import { openPerson, PersonFrame } from '#features/users/web/public.ts'
import { useApi } from '#ui/calls/api.tsx'
import { needs } from '#ui/page/guard.ts'
import { Pager } from '#ui/public/lists/pagination.tsx'

/** The seals of a person, for those who see their certificates (ROU-071, CER-021, CER-023). */
export const Route = createFileRoute('/_app/_signed-in/users/$slug/seals')({
  beforeLoad: needs('certificates.view'),
  loader: async ({ context, location, params: { slug } }) => {
    const { id, display_name: name } = await openPerson(context, slug)
    await context.queryClient.ensureQueryData(
      certificateQueries(context.api).seals(id, cursorOf(location.search).cursor),
    )
    return { id, name }
  },
  head: ({ loaderData, match }) => ({
    meta: [{ title: `Seals of ${loaderData?.name ?? 'a user'} – ${match.context.session.portal.name}` }],
  }),
  component: UserSeals,
})

function UserSeals() {
  const { id, name } = Route.useLoaderData()
  const router = useRouter()
  const { pathname, search } = useRouterState({ select: ({ location }) => location })
  const { data, meta } = useSuspenseQuery(certificateQueries(useApi()).seals(id, cursorOf(search).cursor)).data
  return (
    <PersonFrame id={id}>
      <SealList seals={data} owner={name} />
      <Pager
        meta={meta}
        onCursor={(cursor) => void router.navigate({ href: `${pathname}?${new URLSearchParams({ cursor })}` })}
      />
    </PersonFrame>
  )
}
