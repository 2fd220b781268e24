import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Wire } from '#kernel/endpoint.ts'
import { useApi, useCall, useSession } from '#ui/calls/api.tsx'
import { useLive } from '#ui/calls/live-context.ts'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { listNotifications, NOTIFICATION_CREATED, readAllNotifications, readNotification } from '../contract.ts'

export type NotificationShown = Wire<typeof listNotifications>['data'][number]

const PER_PAGE = 10
const KEY = [listNotifications.path, listNotifications.method, 'bell'] as const

/**
 * The own notifications: pages read so far, how many are unread, what arrived live while the page is open. Without a live
 * connection they are read again whenever the page is (RTM-006).
 */
export const useNotifications = () => {
  const api = useApi()
  const queryClient = useQueryClient()
  const { viewer } = useSession()
  const [arrived, setArrived] = useState('')
  const result = useInfiniteQuery({
    queryKey: KEY,
    queryFn: ({ pageParam }) =>
      api.call(listNotifications, { query: { per_page: PER_PAGE, ...(pageParam && { cursor: pageParam }) } }),
    initialPageParam: null as string | null,
    getNextPageParam: (last) => last.meta.next_cursor,
    refetchOnWindowFocus: true,
  })
  const refresh = () => queryClient.invalidateQueries({ queryKey: KEY })
  useLive(viewer ? `notifications.${viewer.user_id}` : null, {
    [NOTIFICATION_CREATED]: ({ title, text }: NotificationShown) => {
      setArrived(`${title}. ${text}`)
      void refresh()
    },
  })
  const options = { onSuccess: refresh, onError: (error: unknown) => void toast.error(error) }
  const readOne = useCall(readNotification, options)
  const readAll = useCall(readAllNotifications, options)
  const pages = result.data?.pages ?? []
  return {
    items: pages.flatMap((page) => page.data),
    unread: pages[0]?.meta.unread_count ?? 0,
    /** What has come since the page is open, in words to be read aloud. */
    arrived,
    isPending: result.isPending,
    error: result.error,
    hasMore: result.hasNextPage,
    isLoadingMore: result.isFetchingNextPage,
    more: () => void result.fetchNextPage(),
    again: () => void result.refetch(),
    read: (id: number) => readOne.mutate({ params: { id } }),
    readAll: () => readAll.mutate({}),
    isReadingAll: readAll.isPending,
  }
}
