import type { Api } from '#kernel/client.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { type ListSpec, listQuery, readListState } from '#ui/app/list/list-state.ts'
import { listHistory, previewRestore, showPastState } from '../contract.ts'

/** Whose history it is: a person's, that of a course, or that of the portal's settings or roles. */
export type Subject =
  | { kind: 'settings' }
  | { kind: 'roles' }
  | { kind: 'course'; course_id: number }
  | { kind: 'person'; user_id: number }

/** What is put back. */
export type RestoreTarget = { change_id: number } | { on: string }

export type Entry = Wire<typeof listHistory>['data'][number]
export type PastState = Wire<typeof showPastState>['data']
export type Preview = Wire<typeof previewRestore>['data']
export type PreviewLine = Preview['lines'][number]

export const SPEC: ListSpec = {
  filters: ['part', 'date_from', 'date_to'],
  sorts: ['created_at'],
  sort: '-created_at',
}

/** What is read of a history. Old answers are not shown first: somebody may have changed the record meanwhile. */
export const historyQueries = (api: Api, subject: Subject) => ({
  list: (search: Record<string, unknown>) =>
    api.query(listHistory, { query: { ...listQuery(readListState(search, SPEC), SPEC), ...subject } as never }),
  state: (on: string) => api.query(showPastState, { query: { ...subject, on } }),
  // A preview stays as somebody reads it, until it is asked for again.
  preview: (target: RestoreTarget) => ({
    ...api.query(previewRestore, { query: { ...subject, ...target } }),
    staleTime: 'static' as const,
    gcTime: 0,
  }),
})
