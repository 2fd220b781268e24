import { createFileRoute } from '@tanstack/react-router'
import { UsersScreen, usersQuery } from '#features/accounts/web/public.ts'
import { impersonate } from '#features/sessions/web/public.ts'
import { isInGroup } from '#kernel/access/roles.ts'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { IconUser } from '#ui/icons.tsx'
import { needs } from '#ui/page/guard.ts'
import { confirm } from '#ui/public/dialogs/confirm.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'

/** The people of the portal, from which super admins can work as one of them (USR-009, ROL-047, AUT-020). */
export const Route = createFileRoute('/_app/_signed-in/users/')({
  beforeLoad: needs('users.view'),
  loader: async ({ context, location }) => {
    // A list that cannot be read says so itself and offers to try again.
    await context.queryClient.ensureQueryData(usersQuery(context.api, location.search)).catch(() => null)
  },
  head: ({ match }) => ({ meta: [{ title: `Users – ${match.context.session.portal.name}` }] }),
  component: Users,
})

function Users() {
  const api = useApi()
  const { viewer } = useSession()
  const mayImpersonate = viewer && isInGroup(viewer.current_role, 'super_admins') && !viewer.impersonator_id
  const workAs = async ({ id, display_name: name }: { id: number; display_name: string }) => {
    const isSure = await confirm({
      title: `Work as ${name}?`,
      text: 'You see and do everything as this person until you return to your account. This is recorded in the activity log.',
      yes: `Work as ${name}`,
    })
    if (isSure) await impersonate(api, id).catch(toast.error)
  }
  return (
    <UsersScreen
      actionsFor={
        mayImpersonate
          ? (person) =>
              person.id === viewer.user_id || person.roles.some((role) => isInGroup(role, 'super_admins'))
                ? []
                : [{ label: 'Work as this person', icon: IconUser, run: () => void workAs(person) }]
          : undefined
      }
    />
  )
}
