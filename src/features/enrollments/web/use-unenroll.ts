import { useQueryClient } from '@tanstack/react-query'
import { refreshCredits } from '#features/credits/web/public.ts'
import { ROLES } from '#kernel/access/roles.ts'
import { useApi } from '#ui/calls/api.tsx'
import { confirm } from '#ui/public/dialogs/confirm.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { type COURSE_ROLES, deleteEnrollments } from '../contract.ts'

/**
 * Asks ERR-104 and unenrolls people from the course; shows a refusal such as ERR-065. True when they are out (USR-017).
 */
export const useUnenroll = () => {
  const api = useApi()
  const queryClient = useQueryClient()
  return async (role: (typeof COURSE_ROLES)[number], ids: readonly number[]): Promise<boolean> => {
    if (!(await confirm('unenroll', { 'role name': ROLES[role].name.toLowerCase() }))) return false
    try {
      await api.call(deleteEnrollments, { body: { role_id: role, ids: [...ids] } })
      void refreshCredits(queryClient)
      return true
    } catch (error) {
      await toast.error(error)
      return false
    }
  }
}
