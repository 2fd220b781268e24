import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useApi } from '#ui/calls/api.tsx'
import { listCourseVersions, listVersionChanges, listVersionLearners } from '../contract.ts'

/** The versions of a course and how its draft differs from the newest one. */
export const useVersions = (slug: string, { isEnabled = true } = {}) =>
  useQuery({ ...useApi().query(listCourseVersions, { params: { slug } }), enabled: isEnabled })

/** Reads again what is shown of versions, after one was published or learners were moved. */
export const useVersionsChanged = () => {
  const client = useQueryClient()
  return () =>
    Promise.all(
      [listCourseVersions, listVersionChanges, listVersionLearners].map(({ path }) =>
        client.invalidateQueries({ queryKey: [path] }),
      ),
    )
}
