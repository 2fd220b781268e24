import { createFileRoute, notFound } from '@tanstack/react-router'
import { needs } from '#ui/page/guard.ts'
import { orNotFound } from '#ui/page/or-not-found.ts'
import { openPerson } from './open-person.ts'
import { personQueries } from './queries.ts'
import { AssignRolesScreen } from './screens/assign-roles.tsx'

/** The roles of somebody in a portal; another portal than that of the page is for super admins (ROU-071, ROL-048, USR-028). */
export const Route = createFileRoute('/_app/_signed-in/users/$slug/$portalId/assign-roles')({
  beforeLoad: needs('roles.view'),
  loader: async ({ context, params: { slug, portalId } }) => {
    const portal = Number(portalId)
    if (!Number.isSafeInteger(portal) || portal < 1) throw notFound()
    const { api, queryClient, session } = context
    const isHere = portal === session.portal.id
    // Somebody of another portal need not be known in this one.
    const id = isHere || !/^\d+$/.test(slug) ? (await openPerson(context, slug)).id : Number(slug)
    const { data } = await orNotFound(queryClient.ensureQueryData(personQueries(api).inPortal(id, portal)))
    if (data.membership === null || data.membership.left_at) throw notFound()
    return { id, portal, name: data.display_name }
  },
  head: ({ loaderData, match }) => ({
    meta: [{ title: `Roles of ${loaderData?.name ?? 'a user'} – ${match.context.session.portal.name}` }],
  }),
  component: Screen,
})

function Screen() {
  const { id, portal } = Route.useLoaderData()
  return <AssignRolesScreen key={`${id} ${portal}`} id={id} portalId={portal} />
}
