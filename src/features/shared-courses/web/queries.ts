import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { showCourse } from '#features/courses/contract.ts'
import { listCourseVersions } from '#features/versions/contract.ts'
import type { Api } from '#kernel/client.ts'
import { type ListSpec, listQuery, readListState } from '#ui/app/list/list-state.ts'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { useLive } from '#ui/calls/live-context.ts'
import {
  listCourseShares,
  listSharedCourses,
  listSharePortals,
  listSharesOfCourse,
  showCourseSource,
} from '../contract.ts'
import { isRunning } from './words.ts'

export const SHARES_SPEC: ListSpec = { filters: ['state'], sorts: ['id'], sort: '-id' }
export const RECEIVED_SPEC: ListSpec = { filters: ['state'], sorts: ['id'], sort: '-id' }

const PATHS = new Set<unknown>(
  [
    listCourseShares,
    listSharedCourses,
    listSharePortals,
    listSharesOfCourse,
    showCourseSource,
    showCourse,
    listCourseVersions,
  ].map(({ path }) => path),
)

/** Reads again what is shown of shared courses, after something was done about one. */
export const useSharingChanged = () => {
  const client = useQueryClient()
  return () => client.invalidateQueries({ predicate: ({ queryKey: [path] }) => PATHS.has(path) })
}

type Search = Record<string, unknown>

/** The two lists of a portal for an address, for the loader of their page. */
export const receivedQuery = (api: Api, search: Search) =>
  api.query(listSharedCourses, { query: listQuery(readListState(search, RECEIVED_SPEC), RECEIVED_SPEC) as never })
export const sharesQuery = (api: Api, search: Search) =>
  api.query(listCourseShares, { query: listQuery(readListState(search, SHARES_SPEC), SHARES_SPEC) as never })

/** Without a live connection, a job that runs is looked after this often. */
const LOOK_EVERY_MS = 5_000

/** Runs `look` when a publishing job of this person moves on, at most once a second. */
export const useJobNews = (look: () => unknown): void => {
  const { viewer } = useSession()
  const [news, setNews] = useState(0)
  useLive(viewer ? `notifications.${viewer.user_id}` : null, {
    'publishing.updated': () => setNews((count) => count + 1),
  })
  useEffect(() => {
    if (news === 0) return
    const timer = setTimeout(look, 300)
    return () => clearTimeout(timer)
  }, [news, look])
}

/** The portals that have a course, with the job that brings it to them, read again while one runs (SHR-004). */
export const useSharesOfCourse = (slug: string, query: object) =>
  useQuery({
    ...useApi().query(listSharesOfCourse, { params: { slug }, query: query as never }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      isRunning((state.data as never as { job: never } | undefined)?.job) ? LOOK_EVERY_MS : false,
  })
