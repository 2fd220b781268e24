import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import {
  type ListedPerson,
  MISSING_SECOND_FACTOR,
  USERS_VIEW,
  UsersScreen,
  usersQuery,
} from '#features/accounts/web/public.ts'
import { ExportButton } from '#features/exports/web/public.ts'
import { listViewsOf } from '#features/list-views/web/public.ts'
import { selectPortals } from '#features/portals/contract.ts'
import { impersonate } from '#features/sessions/web/public.ts'
import { MissingSecondFactors, missingSecondFactors } from '#features/two-factor/web/public.ts'
import { seesEverybody, tagsOfPeople, useBulkPeople } from '#features/users/web/public.ts'
import { isInGroup } from '#kernel/access/roles.ts'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { IconPlus, IconSchool, IconUpload, IconUser } from '#ui/icons.tsx'
import { can, needs } from '#ui/page/guard.ts'
import { confirm } from '#ui/public/dialogs/confirm.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { LinkButton } from '#ui/public/parts/button.tsx'

/** The people of the portal, from which super admins can work as one of them (USR-009, ROL-047, ROU-070, AUT-020). */
export const Route = createFileRoute('/_app/_signed-in/users/')({
  beforeLoad: needs('users.view'),
  loader: async ({ context, location }) => {
    const { api, queryClient } = context
    // A list that cannot be read says so itself and offers to try again.
    const isLoaded = (query: object) => queryClient.ensureQueryData(query as never).catch(() => null)
    await Promise.all([
      isLoaded(usersQuery(api, location.search)),
      isLoaded(tagsOfPeople(api)),
      ...(seesEverybody(context.session) ? [isLoaded(missingSecondFactors(api))] : []),
      isLoaded(listViewsOf(api).query(USERS_VIEW)),
    ])
  },
  head: ({ match }) => ({ meta: [{ title: `Users – ${match.context.session.portal.name}` }] }),
  component: Users,
})

const isSuperAdmin = (role: Parameters<typeof isInGroup>[0] | undefined) =>
  role !== undefined && isInGroup(role, 'super_admins')

/** The portals that a super admin can look into. */
const usePortals = () => {
  const api = useApi()
  const { viewer } = useSession()
  const { data } = useQuery({ ...api.query(selectPortals), enabled: isSuperAdmin(viewer?.current_role) })
  return (data?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))
}

function Users() {
  const api = useApi()
  const session = useSession()
  const { viewer } = session
  const search = Route.useSearch() as Record<string, unknown>
  const tags = (useQuery(tagsOfPeople(api)).data?.data ?? []).map(({ id, title }) => ({
    value: String(id),
    label: title,
  }))
  const isMissing = search['second_factor'] === MISSING_SECOND_FACTOR
  const bulk = useBulkPeople(tags, { reminds: isMissing })
  const portals = usePortals()
  const mayImpersonate = viewer && isSuperAdmin(viewer.current_role) && !viewer.impersonator_id
  const workAs = async ({ id, display_name: name }: ListedPerson) => {
    const isSure = await confirm({
      title: `Work as ${name}?`,
      text: 'You see and do everything as this person until you return to your account. This is recorded in the activity log.',
      yes: `Work as ${name}`,
    })
    if (isSure) await impersonate(api, id).catch(toast.error)
  }
  return (
    <>
      <UsersScreen
        tags={tags}
        portals={portals}
        bulkActions={bulk.actions}
        notice={
          seesEverybody(session) && (
            <MissingSecondFactors href={isMissing ? undefined : `/users?second_factor=${MISSING_SECOND_FACTOR}`} />
          )
        }
        actions={
          <>
            <ExportButton shown={{ kind: 'users', query: search }} />
            {can(session, 'users.create') && seesEverybody(session) && (
              <LinkButton href="/users/import" variant="outline" icon={IconUpload}>
                Import people
              </LinkButton>
            )}
            {can(session, 'users.create') && (
              <LinkButton href="/users/create-enrollment" variant="outline" icon={IconSchool}>
                Enroll people
              </LinkButton>
            )}
            {can(session, 'users.create') && seesEverybody(session) && (
              <LinkButton href="/users/create" icon={IconPlus}>
                Add a person
              </LinkButton>
            )}
          </>
        }
        actionsFor={
          mayImpersonate
            ? (person) =>
                person.id === viewer.user_id || person.roles.some((role) => isInGroup(role, 'super_admins'))
                  ? []
                  : [{ label: 'Work as this person', icon: IconUser, run: () => void workAs(person) }]
            : undefined
        }
      />
      {bulk.dialogs}
    </>
  )
}
