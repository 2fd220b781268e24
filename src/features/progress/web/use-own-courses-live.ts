import { useQueryClient } from '@tanstack/react-query'
import { useSession } from '#ui/calls/api.tsx'
import { useLive } from '#ui/calls/live-context.ts'
import { refreshProgress } from './queries.ts'

/** Reads the own courses again when somebody enrolls the learner, takes them out, or moves their progress (RTM-001, RTM-004). */
export const useOwnCoursesLive = (): void => {
  const { viewer } = useSession()
  const queryClient = useQueryClient()
  const refresh = () => void refreshProgress(queryClient)
  useLive(viewer && `notifications.${viewer.user_id}`, {
    'enroll.created': refresh,
    'enroll.deleted': refresh,
    'progress.updated': refresh,
  })
}
