import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, useRouter, useRouterState } from '@tanstack/react-router'
import { CertificateList, certificateQueries, cursorOf } from '#features/certificates/web/public.ts'
import { openPerson, PersonFrame } from '#features/users/web/public.ts'
import { useApi } from '#ui/calls/api.tsx'
import { needs } from '#ui/page/guard.ts'
import { Pager } from '#ui/public/lists/pagination.tsx'

/** The certificates of a person, for those who look after them (ROU-071, CER-013, CER-014, ROL-062). */
export const Route = createFileRoute('/_app/_signed-in/users/$slug/certificates')({
  beforeLoad: needs('certificates.view'),
  loader: async ({ context, location, params: { slug } }) => {
    const { id, display_name: name } = await openPerson(context, slug)
    const query = certificateQueries(context.api).ofUser(id, cursorOf(location.search))
    await context.queryClient.ensureQueryData(query)
    return { id, name }
  },
  head: ({ loaderData, match }) => ({
    meta: [{ title: `Certificates of ${loaderData?.name ?? 'a user'} – ${match.context.session.portal.name}` }],
  }),
  component: UserCertificates,
})

function UserCertificates() {
  const { id, name } = Route.useLoaderData()
  const router = useRouter()
  const { pathname, search } = useRouterState({ select: ({ location }) => location })
  const { data, meta } = useSuspenseQuery(certificateQueries(useApi()).ofUser(id, cursorOf(search))).data
  return (
    <PersonFrame id={id}>
      <CertificateList
        certificates={data}
        empty={{ text: `When ${name} finishes a course, the certificate appears here.` }}
      />
      <Pager
        meta={meta}
        onCursor={(cursor) => void router.navigate({ href: `${pathname}?${new URLSearchParams({ cursor })}` })}
      />
    </PersonFrame>
  )
}
