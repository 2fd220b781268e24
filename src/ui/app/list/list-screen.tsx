import { useMinLoading } from '../../hooks/use-min-loading.ts'
import { EmptyState } from '../../public/lists/empty-state.tsx'
import { Pager } from '../../public/lists/pagination.tsx'
import { LoadingNote } from '../../public/lists/skeleton.tsx'
import { Button } from '../../public/parts/button.tsx'
import { PageHeader } from '../page-header.tsx'
import { BulkBar } from './bulk-bar.tsx'
import styles from './list-screen.module.css'
import { clearedState, isNarrowed, withCursor } from './list-state.ts'
import { ListTable } from './list-table.tsx'
import { ListToolbar } from './list-toolbar.tsx'
import type { ListScreenProps } from './list-types.ts'
import { shownColumns } from './list-views.ts'
import { CallFailure } from './part-state.tsx'
import type { ListAddress } from './use-list-state.ts'
import { useListView } from './use-list-view.ts'
import { useSelection } from './use-selection.ts'
import { ColumnsMenu, SavedFiltersMenu } from './view-menus.tsx'

/**
 * The one list of the product: search, filters and order in the address, pages by cursor, actions on one row or many,
 * and its states for loading, failure and nothing there. A table on wide windows, cards on phones.
 */
export function ListScreen<Row>(props: ListScreenProps<Row>) {
  const { title, text, badge, crumbs, actions, label, address, result, filters = [], searchLabel = 'Search' } = props
  const hasToolbar = searchLabel !== null || filters.length > 0 || Boolean(props.toolbar)
  const isLoading = useMinLoading(result.isPending)
  const selection = useSelection(props)
  const own = useListView(props.viewOf)
  const columns = own ? shownColumns(props.columns, own.view) : props.columns
  const rows = result.data?.data
  return (
    <>
      {title && <PageHeader title={title} text={text} badge={badge} crumbs={crumbs} actions={actions} />}
      {props.notice && <div className={styles.notice}>{props.notice}</div>}
      <section className={styles.box} aria-label={label} aria-busy={result.isFetching}>
        {selection.rows.length > 0 ? (
          <BulkBar
            selection={selection}
            actions={props.bulkActions ?? []}
            rowName={props.rowName}
            rowKey={props.rowKey}
            readPage={props.readPage}
            most={props.most}
            label={label}
            isNarrowed={isNarrowed(address.state)}
            hasMore={Boolean(result.data?.meta?.next_cursor || result.data?.meta?.prev_cursor)}
          />
        ) : (
          hasToolbar && (
            <ListToolbar
              address={address}
              filters={filters}
              searchLabel={searchLabel}
              extra={
                (own || props.toolbar) && (
                  <>
                    {own && <SavedFiltersMenu address={address} own={own} />}
                    {own && <ColumnsMenu columns={props.columns} own={own} />}
                    {props.toolbar}
                  </>
                )
              }
            />
          )
        )}
        {result.isFetching && !isLoading && <div className={styles.bar} />}
        {isLoading && <LoadingNote text={`Loading ${label}`} />}
        {result.error && !rows ? (
          <div className={styles.failed}>
            <CallFailure error={result.error} refetch={result.refetch} />
          </div>
        ) : rows?.length === 0 && !isLoading ? (
          <Nothing address={address} empty={props.empty} />
        ) : props.tiles ? (
          props.tiles(isLoading ? null : (rows ?? null))
        ) : (
          <ListTable {...props} columns={columns} rows={isLoading ? null : (rows ?? null)} selection={selection} />
        )}
        {!isLoading && (result.data?.meta?.next_cursor || result.data?.meta?.prev_cursor) && (
          <div className={styles.foot}>
            <Pager
              meta={result.data.meta}
              isLoading={result.isFetching}
              onCursor={(cursor) => address.change(withCursor(address.state, cursor))}
            />
          </div>
        )}
      </section>
    </>
  )
}

function Nothing({ address, empty }: { address: ListAddress; empty: ListScreenProps<unknown>['empty'] }) {
  const { state, spec, change } = address
  if (!isNarrowed(state)) return <EmptyState {...empty} />
  return (
    <EmptyState
      title="Nothing found"
      text="Nothing matches this search and these filters."
      action={
        <Button variant="outline" onClick={() => change(clearedState(spec))}>
          Clear search and filters
        </Button>
      }
    />
  )
}
