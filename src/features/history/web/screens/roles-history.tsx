import { PermissionsFrame } from '#features/permissions/web/public.ts'
import { useSession } from '#ui/calls/api.tsx'
import { HistoryList } from '../components/history-list.tsx'

/** What changed in the permissions of the portal's roles (HIS-020). */
export function RolesHistoryScreen() {
  const { portal } = useSession()
  return (
    <PermissionsFrame>
      <HistoryList subject={{ kind: 'roles' }} name={`Roles in ${portal.name}`} />
    </PermissionsFrame>
  )
}
