import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { Input, Wire } from '#kernel/endpoint.ts'
import { useApi } from '#ui/calls/api.tsx'
import { useOnce } from '#ui/hooks/use-idempotency-key.ts'
import { bulkEnroll, bulkExtend, bulkGrade, bulkMove, bulkRemind, bulkUnenroll, listBulkChanges } from '../contract.ts'
import type { ExtendRequest } from '../rules/extend.ts'
import { changeQueries } from './queries.ts'

type EnrollRequest = { course_id: number; user_ids: number[]; due_at?: string | null }
type MoveRequest = Input<typeof bulkMove>['body']
type GradeRequest = Input<typeof bulkGrade>['body']
type Made = Wire<typeof bulkEnroll>

/** Makes bulk changes from lists of people and enrollments, each once for the same request, and opens their preview (BLK-019). */
export const useBulkChange = () => {
  const api = useApi()
  const router = useRouter()
  const client = useQueryClient()
  const once = useOnce()
  const keep = ({ data }: Made): number => {
    client.setQueryData(changeQueries(api).one(data.id).queryKey, { data } as never)
    void client.invalidateQueries({ queryKey: [listBulkChanges.path] })
    return data.id
  }
  return {
    makeEnroll: async (body: EnrollRequest): Promise<number> =>
      keep(await once(body, (options) => api.call(bulkEnroll, { body }, options))),
    makeUnenroll: async (ids: readonly number[]): Promise<number> => {
      const body = { enrollment_ids: [...ids] }
      return keep(await once(body, (options) => api.call(bulkUnenroll, { body }, options)))
    },
    makeExtend: async (body: ExtendRequest & { enrollment_ids: number[] }): Promise<number> =>
      keep(await once(body, (options) => api.call(bulkExtend, { body }, options))),
    makeRemind: async (ids: readonly number[]): Promise<number> => {
      const body = { enrollment_ids: [...ids] }
      return keep(await once({ remind: body }, (options) => api.call(bulkRemind, { body }, options)))
    },
    makeMove: async (body: MoveRequest): Promise<number> =>
      keep(await once(body, (options) => api.call(bulkMove, { body }, options))),
    makeGrade: async (body: GradeRequest): Promise<number> =>
      keep(await once({ grade: body }, (options) => api.call(bulkGrade, { body }, options))),
    /** Shows the preview of a bulk change. */
    open: (id: number): Promise<void> => router.navigate({ href: `/admin/bulk-changes/${id}` }),
  }
}
