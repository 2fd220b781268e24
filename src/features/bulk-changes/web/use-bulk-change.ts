import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { Input, Wire } from '#kernel/endpoint.ts'
import { useApi } from '#ui/calls/api.tsx'
import { useIdempotencyKey } from '#ui/hooks/use-idempotency-key.ts'
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
  const keyFor = useIdempotencyKey()
  const keep = ({ data }: Made): number => {
    client.setQueryData(changeQueries(api).one(data.id).queryKey, { data } as never)
    void client.invalidateQueries({ queryKey: [listBulkChanges.path] })
    return data.id
  }
  const keyed = (body: unknown) => ({ idempotency_key: keyFor(body) })
  return {
    makeEnroll: async (body: EnrollRequest): Promise<number> => keep(await api.call(bulkEnroll, { body }, keyed(body))),
    makeUnenroll: async (ids: readonly number[]): Promise<number> => {
      const body = { enrollment_ids: [...ids] }
      return keep(await api.call(bulkUnenroll, { body }, keyed(body)))
    },
    makeExtend: async (body: ExtendRequest & { enrollment_ids: number[] }): Promise<number> =>
      keep(await api.call(bulkExtend, { body }, keyed(body))),
    makeRemind: async (ids: readonly number[]): Promise<number> => {
      const body = { enrollment_ids: [...ids] }
      return keep(await api.call(bulkRemind, { body }, keyed({ remind: body })))
    },
    makeMove: async (body: MoveRequest): Promise<number> => keep(await api.call(bulkMove, { body }, keyed(body))),
    makeGrade: async (body: GradeRequest): Promise<number> =>
      keep(await api.call(bulkGrade, { body }, keyed({ grade: body }))),
    /** Shows the preview of a bulk change. */
    open: (id: number): Promise<void> => router.navigate({ href: `/admin/bulk-changes/${id}` }),
  }
}
