import { listCourses } from '#features/catalog/contract.ts'
import { type ListedCourse, listedCourse } from '#features/catalog/web/public.ts'
import type { Api } from '#kernel/client.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { moved } from '#ui/page/moved.ts'
import { missing, orNotFound, orNull } from '#ui/page/or-not-found.ts'
import * as contract from '../contract.ts'
import { TERM_PAGES, type TermKind, termPath } from '../rules/kinds.ts'

export type TermPage = Wire<typeof contract.listStates>
export type StoreTerm = TermPage['data'][number]
export type StoreTermDetails = Wire<typeof contract.showState>['data']
export type LoadedTerm = {
  kind: TermKind
  term: StoreTermDetails
  courses: { data: ListedCourse[]; meta: { next_cursor: string | null; prev_cursor: string | null } }
}

/** The kinds whose terms have a list of their own. */
export type ListedKind = Exclude<TermKind, 'training_option' | 'language'>
const LISTS = {
  state: contract.listStates,
  agency: contract.listAgencies,
  organization: contract.listOrganizations,
  category: contract.listCategories,
} as const satisfies Record<ListedKind, unknown>
const SHOWS = {
  state: contract.showState,
  agency: contract.showAgency,
  organization: contract.showOrganization,
  category: contract.showCategory,
  training_option: contract.showTrainingOption,
} as const

/** The cursor that an address asks for. */
export const cursorOf = (search: object): string | undefined => (search as { cursor?: string }).cursor

/** A page of a list of terms. */
export const loadTerms = (api: Api, kind: ListedKind, cursor: string | undefined): Promise<TermPage> =>
  orNotFound(api.call(LISTS[kind], { query: cursor ? { cursor } : {} }))

const COURSES_PER_PAGE = 12

/** The listed courses of a term, the most popular first. */
const loadCourses = async (
  api: Api,
  kind: TermKind,
  slug: string,
  cursor: string | undefined,
): Promise<LoadedTerm['courses']> => {
  const query = { [TERM_PAGES[kind].filter]: [slug], per_page: COURSES_PER_PAGE, ...(cursor && { cursor }) }
  const { data, meta } = await api.call(listCourses, { query })
  return { data: data.map(listedCourse), meta }
}

type Opening = { context: { api: Api }; deps: { cursor: string | undefined }; location: { searchStr: string } }

const readTerm = async (api: Api, kind: TermKind, name: string): Promise<StoreTermDetails | null> => {
  const call =
    kind === 'language'
      ? api.call(contract.showLanguage, { params: { code: name } })
      : api.call(SHOWS[kind], { params: { slug: name } })
  return (await orNull(call))?.data ?? null
}

/**
 * A term by its slug, or its code for a language, with a page of its courses. Of several kinds the first that has the name
 * is taken; a name that only was one leads to the present address (ROU-004); a missing term is a page not found.
 */
export const loadTerm = async (
  { context: { api }, deps, location }: Opening,
  name: string,
  kinds: readonly TermKind[],
): Promise<LoadedTerm> => {
  let present: string | undefined
  for (const kind of kinds) {
    const term = await readTerm(api, kind, name)
    if (!term) continue
    const path = termPath(kind, term)
    if (path === termPath(kind, { slug: name, code: name }))
      return { kind, term, courses: await loadCourses(api, kind, term.slug, deps.cursor) }
    present ??= path
  }
  throw present ? moved(present, location) : missing()
}
