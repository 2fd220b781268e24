import { keepPreviousData, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Wire } from '#kernel/endpoint.ts'
import { useApi } from '#ui/calls/api.tsx'
import { useLive } from '#ui/calls/live-context.ts'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import type { showManagerCourse } from '../contract.ts'
import { managerQueries, refreshManager } from './queries.ts'

export type ManagedCourse = Wire<typeof showManagerCourse>['data']

/** The course of the screen, which its frame has loaded. */
export const useCourse = (slug: string): ManagedCourse => {
  const { data } = useSuspenseQuery(managerQueries(useApi()).course(slug))
  return data.data
}

/** A page of the course's people for an address. */
export const usePeople = (slug: string, search: Record<string, unknown>) => {
  const { data, error, isPending, isFetching, refetch } = useQuery({
    ...managerQueries(useApi()).course(slug, search),
    placeholderData: keepPreviousData,
  })
  return { data: data && { data: data.data.people, meta: data.meta }, error, isPending, isFetching, refetch }
}

export const useRefresh = (): (() => Promise<void>) => {
  const queryClient = useQueryClient()
  return useCallback(() => refreshManager(queryClient), [queryClient])
}

/** Keeps a manager's screen up to date with what others do: enrollments and credits of the course, steps of its learners (RTM-001, RTM-004). */
export const useCourseLive = (courseId: number | null, userId: number | undefined): void => {
  const refresh = useRefresh()
  const read = () => void refresh()
  useLive(courseId === null ? null : `enrolls.${courseId}`, {
    'enroll.created': read,
    'enroll.deleted': read,
    // Who enrolled has read the answer of their own call; all others hear of it here (RTM-002).
    'enroll.error': ({ message, actor_id }: { message: string; actor_id: number }) => {
      if (actor_id !== userId) void toast.error(message)
      read()
    },
    'credits.updated': read,
    'progress.updated': read,
  })
}

/** Reads again when somebody gives the signed-in person something, as credits or a course (RTM-004). */
export const useNotified = (userId: number | undefined): void => {
  const refresh = useRefresh()
  const read = () => void refresh()
  useLive(userId === undefined ? null : `notifications.${userId}`, {
    'notification.created': read,
    'enroll.created': read,
    'enroll.deleted': read,
    'credits.updated': read,
  })
}
