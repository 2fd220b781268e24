import type { QueryClient } from '@tanstack/react-query'
import { showUser } from '#features/accounts/contract.ts'
import { showAccess } from '#features/enrollments/contract.ts'
import type { Api } from '#kernel/client.ts'
import { type ListSpec, listQuery, readListState } from '#ui/app/list/list-state.ts'
import {
  listNotes,
  listTagsForPeople,
  listUserCourses,
  listUserTags,
  listUserTokens,
  showTraining,
} from '../contract.ts'

export const NOTES_SPEC: ListSpec = { sorts: ['id'], sort: '-id' }
export const COURSES_SPEC: ListSpec = { sorts: ['id'], sort: '-id' }
export const ENROLLMENTS_SPEC: ListSpec = { filters: ['with_ended'], sorts: ['id'], sort: '-id' }

type Search = Record<string, unknown>
const queryOf = (search: Search, spec: ListSpec) => listQuery(readListState(search, spec), spec)

/** The tags of the portal that people can have. */
export const tagsOfPeople = (api: Api) => api.query(listTagsForPeople)

/** What the screens about one person read. */
export const personQueries = (api: Api) => ({
  person: (id: number) => api.query(showUser, { params: { id } }),
  /** The person as they stand in a portal, which for super admins may be another one. */
  inPortal: (id: number, portalId: number) => api.query(showUser, { params: { id }, query: { portal_id: portalId } }),
  notes: (id: number, search: Search) =>
    api.query(listNotes, { params: { id }, query: queryOf(search, NOTES_SPEC) as never }),
  tags: (id: number) => api.query(listUserTags, { params: { id } }),
  training: (id: number) => api.query(showTraining, { params: { id } }),
  /** Courses that the person manages or teaches. */
  courses: (id: number, search: Search) =>
    api.query(listUserCourses, {
      params: { id },
      query: { ...queryOf(search, COURSES_SPEC), is_learner: false } as never,
    }),
  /** Courses that the person takes or took. */
  enrollments: (id: number, search: Search) =>
    api.query(listUserCourses, {
      params: { id },
      query: { ...queryOf(search, ENROLLMENTS_SPEC), is_learner: true } as never,
    }),
  tokens: (id: number) => api.query(listUserTokens, { params: { id }, query: { per_page: 100 } }),
  access: (relatedId: number) => api.query(showAccess, { params: { id: relatedId } }),
})

/** Reads everything on the screen again after a change of somebody: most of it shows in several places. */
export const refreshPeople = (client: QueryClient): Promise<void> => client.invalidateQueries()
