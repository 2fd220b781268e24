import type { Api } from '#kernel/client.ts'
import { type ListSpec, listQuery, readListState } from '#ui/app/list-state.ts'
import {
  listPartnerAuthors,
  listPartnerFeatures,
  listPartnerQuestions,
  showPartnerAuthor,
  showPartnerFeature,
  showPartnerQuestion,
} from '../contract-content.ts'
import { ownerOf } from './use-owner.ts'

export const AUTHORS_SPEC: ListSpec = { sorts: ['name'], sort: 'name' }
export const FEATURES_SPEC: ListSpec = { sorts: ['sort_number'], sort: 'sort_number' }
export const QUESTIONS_SPEC: ListSpec = { sorts: ['sort_number'], sort: 'sort_number' }

type Search = Record<string, unknown>
const asked = (search: Search, spec: ListSpec) =>
  ({ ...listQuery(readListState(search, spec), spec), ...ownerOf(search) }) as never

/** What the screens of a partner's content read; `search` is the query of the address. */
export const contentQueries = (api: Api) => ({
  authors: (search: Search) => api.query(listPartnerAuthors, { query: asked(search, AUTHORS_SPEC) }),
  features: (search: Search) => api.query(listPartnerFeatures, { query: asked(search, FEATURES_SPEC) }),
  questions: (search: Search) => api.query(listPartnerQuestions, { query: asked(search, QUESTIONS_SPEC) }),
  author: (id: number, search: Search) => api.query(showPartnerAuthor, { params: { id }, query: ownerOf(search) }),
  feature: (id: number, search: Search) => api.query(showPartnerFeature, { params: { id }, query: ownerOf(search) }),
  question: (id: number, search: Search) => api.query(showPartnerQuestion, { params: { id }, query: ownerOf(search) }),
})
