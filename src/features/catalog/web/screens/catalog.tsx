import { useRouter, useRouterState } from '@tanstack/react-router'
import { lazy, Suspense, useCallback, useMemo, useState } from 'react'
import { formatPhone } from '#kernel/format.ts'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { useMinLoading } from '#ui/hooks/use-min-loading.ts'
import { IconAdjustmentsHorizontal, IconX } from '#ui/icons.tsx'
import { later } from '#ui/page/later.tsx'
import { EmptyState } from '#ui/public/lists/empty-state.tsx'
import { ListPage, ListPages } from '#ui/public/lists/list-page.tsx'
import { LoadingNote } from '#ui/public/lists/skeleton.tsx'
import { Anchor } from '#ui/public/parts/anchor.tsx'
import { Button, LinkButton } from '#ui/public/parts/button.tsx'
import { CardGrid } from '#ui/public/products/card.tsx'
import { CourseCardSkeleton } from '#ui/public/products/course-card-skeleton.tsx'
import {
  type CatalogState,
  COURSE_FILTERS,
  catalogAddress,
  filterCount,
  isNarrowed,
  readCatalog,
  withCursor,
  withoutFilters,
  withSearch,
  withSort,
  withToggled,
} from '../../rules/address.ts'
import { courseCountText } from '../../rules/count-text.ts'
import { COURSE_SORTS } from '../../rules/sorts.ts'
import { CourseGrid } from '../components/course-grid.tsx'
import type { CoursePage } from '../courses.ts'
import type { Counts, Facets } from '../facets.ts'
import type { LoadedCatalog } from '../load-catalog.ts'
import styles from './catalog.module.css'

const SearchField = later(() => import('../components/search-field-part.tsx').then((file) => file.SearchField))
const FilterPanel = later(() => import('../components/filter-panel-part.tsx').then((file) => file.FilterPanel))
const FilterSheet = lazy(() => import('../components/filter-sheet.tsx').then((file) => ({ default: file.FilterSheet })))

type CatalogScreenProps = {
  title: string
  text: string
  /** The path of this list; search, filters, order and page stand in its query. */
  path: string
  loaded: LoadedCatalog
  /** 2 if the page has a heading above the list. */
  headingLevel?: 1 | 2
}

/** Courses with search, filters in the address, order and pages (CAT-009, CAT-011, CAT-012). */
export function CatalogScreen({ title, text, path, loaded, headingLevel }: CatalogScreenProps) {
  const { page, facets, counts } = loaded
  const router = useRouter()
  const state = useRequestedPage(path, loaded.state)
  const [hasSheet, setSheet] = useState(false)
  const isLoading = useMinLoading(useIsReading(path))
  const change = useCallback(
    (next: CatalogState, replace = false) =>
      void router.navigate({ href: catalogAddress(path, next), resetScroll: false, replace }),
    [router, path],
  )
  const search = useCallback(
    (words: string, isTyping: boolean) => change(withSearch(state, words), isTyping),
    [change, state],
  )
  const active = filterCount(state)
  const api = useApi()
  const suggest = useCallback(
    async (words: string) => {
      const { suggestIn } = await import('../suggest.ts')
      return suggestIn(api, path)(words)
    },
    [api, path],
  )
  return (
    <ListPage
      title={title}
      text={text}
      headingLevel={headingLevel}
      search={<SearchField value={state.search} onSearch={search} suggest={suggest} />}
    >
      <div className={styles.columns}>
        <aside className={styles.side} aria-label="Filters">
          <FilterPanel facets={facets} capped={counts.capped_filters} state={state} onChange={change} />
        </aside>
        <section aria-label="Courses" aria-busy={isLoading}>
          <div className={styles.bar}>
            <Button
              variant="outline"
              icon={IconAdjustmentsHorizontal}
              className={styles.sheetButton}
              aria-haspopup="dialog"
              onClick={() => setSheet(true)}
            >
              {active > 0 ? `Filters (${active})` : 'Filters'}
            </Button>
            <p className={styles.count} role="status">
              {isLoading ? 'Loading courses' : countText(counts)}
            </p>
            <div className={styles.sort}>
              <span aria-hidden="true">Sort by</span>
              <select
                aria-label="Sort by"
                value={state.sort}
                onChange={(event) => change(withSort(state, event.target.value))}
              >
                {COURSE_SORTS.map(({ sort, title: name }) => (
                  <option key={sort} value={sort}>
                    {name}
                  </option>
                ))}
              </select>
            </div>
          </div>
          <ActiveFilters state={state} facets={facets} onChange={change} />
          {page.meta.corrected_search && !isLoading && (
            <p className={styles.corrected}>
              Nothing was found for “{loaded.state.search}”. These are the courses for{' '}
              <strong>“{page.meta.corrected_search}”</strong>.
            </p>
          )}
          {isLoading ? <Skeletons /> : <Results state={state} page={page} path={path} />}
        </section>
      </div>
      {hasSheet && (
        <Suspense fallback={null}>
          <FilterSheet
            facets={facets}
            capped={counts.capped_filters}
            state={state}
            onChange={change}
            note={isLoading ? 'Loading…' : countText(counts)}
            onClose={() => setSheet(false)}
          />
        </Suspense>
      )}
    </ListPage>
  )
}

/** The selection that the address asks for: what was clicked shows at once, before its courses are there. */
const useRequestedPage = (path: string, shown: CatalogState): CatalogState => {
  const query = useRouterState({ select: ({ location }) => (location.pathname === path ? location.search : null) })
  return useMemo(() => (query ? readCatalog(query) : shown), [query, shown])
}

/** True while another selection of this list is read; the way to another page leaves the list as it is. */
const useIsReading = (path: string): boolean =>
  useRouterState({ select: ({ isLoading, location }) => isLoading && location.pathname === path })

const countText = ({ courses_count: count, courses_count_is_capped: isCapped }: Counts): string =>
  courseCountText(count, isCapped)

function Results({ state, page, path }: { state: CatalogState; page: CoursePage; path: string }) {
  const { support_phone: phone, support_email: mail } = useSession().portal.company
  if (page.data.length === 0) {
    return isNarrowed(state) ? (
      <EmptyState
        title="No course fits"
        text={
          <>
            Try fewer words or fewer filters
            {(mail || phone) && (
              <>
                , or ask us:{' '}
                <Anchor href={mail ? `mailto:${mail}` : `tel:${phone?.replace(/[^\d+]/g, '')}`}>
                  {mail ?? formatPhone(phone)}
                </Anchor>
              </>
            )}
            .
          </>
        }
        action={
          <LinkButton variant="outline" href={catalogAddress(path, withoutFilters(state))}>
            Show all courses
          </LinkButton>
        }
      />
    ) : (
      <EmptyState title="No courses yet" text="New courses are on their way. Please come back soon." />
    )
  }
  return (
    <>
      <CourseGrid courses={page.data} label="Courses" headingLevel={2} />
      <ListPages meta={page.meta} hrefOf={(cursor) => catalogAddress(path, withCursor(state, cursor))} />
    </>
  )
}

function Skeletons() {
  return (
    <>
      <LoadingNote text="Loading courses" />
      <CardGrid>
        {Array.from({ length: 6 }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the places are all alike
          <CourseCardSkeleton key={at} />
        ))}
      </CardGrid>
    </>
  )
}

type ActiveFiltersProps = { state: CatalogState; facets: Facets; onChange: (state: CatalogState) => void }

/** What the list is narrowed down to, each to be taken away. */
function ActiveFilters({ state, facets, onChange }: ActiveFiltersProps) {
  if (!isNarrowed(state)) return null
  const values = COURSE_FILTERS.flatMap(({ name }) =>
    (state.filters[name] ?? []).map((value) => ({
      name,
      value,
      label: facets[name].find((each) => each.value === value)?.label ?? value,
    })),
  )
  return (
    <ul className={styles.active} aria-label="Active filters">
      {state.search && (
        <li>
          <button type="button" onClick={() => onChange(withSearch(state, ''))}>
            “{state.search}”
            <IconX size={14} />
            <span className="only-read">, remove the search</span>
          </button>
        </li>
      )}
      {values.map(({ name, value, label }) => (
        <li key={`${name} ${value}`}>
          <button type="button" onClick={() => onChange(withToggled(state, name, value))}>
            {label}
            <IconX size={14} />
            <span className="only-read">, remove the filter</span>
          </button>
        </li>
      ))}
      <li>
        <button type="button" className={styles.clear} onClick={() => onChange(withoutFilters(state))}>
          Clear all
        </button>
      </li>
    </ul>
  )
}
