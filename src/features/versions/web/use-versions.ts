import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi } from '#ui/calls/api.tsx'
import { useLive } from '#ui/calls/live-context.ts'
import {
  listCourseVersions,
  listRemovedItems,
  listReplacedPackages,
  listVersionChanges,
  listVersionLearners,
  VERSION_EVENTS,
} from '../contract.ts'

/** The versions of a course and how its draft differs from the newest one. */
export const useVersions = (slug: string, { isEnabled = true } = {}) =>
  useQuery({ ...useApi().query(listCourseVersions, { params: { slug } }), enabled: isEnabled })

/** Reads again what is shown of versions, after one was published or learners were moved. */
export const useVersionsChanged = () => {
  const client = useQueryClient()
  return () =>
    Promise.all(
      [listCourseVersions, listRemovedItems, listReplacedPackages, listVersionChanges, listVersionLearners].map(
        ({ path }) => client.invalidateQueries({ queryKey: [path] }),
      ),
    )
}

/** Calls `changed` when a version of a course is published or learners are moved to one, by anyone (VER-017). */
export const useVersionEvents = (courseId: number, changed: () => void) =>
  useLive(`courses.${courseId}`, { [VERSION_EVENTS.published]: changed, [VERSION_EVENTS.moved]: changed })
