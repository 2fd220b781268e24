import { useMemo, useState } from 'react'
import { useMinLoading } from '../../hooks/use-min-loading.ts'
import { EmptyState } from '../../public/lists/empty-state.tsx'
import { textOfError } from '../../public/lists/error-text.ts'
import { Pager } from '../../public/lists/pagination.tsx'
import { LoadingNote } from '../../public/lists/skeleton.tsx'
import { Alert } from '../../public/parts/alert.tsx'
import { Button } from '../../public/parts/button.tsx'
import { PageHeader } from '../page-header.tsx'
import styles from './list-screen.module.css'
import { clearedState, isNarrowed, withCursor } from './list-state.ts'
import { ListTable } from './list-table.tsx'
import { ListToolbar } from './list-toolbar.tsx'
import type { BulkAction, ListScreenProps, Selection } from './list-types.ts'
import type { ListAddress } from './use-list-state.ts'

/**
 * The one list of the product: search, filters and order in the address, pages by cursor, actions on one row or many,
 * and its states for loading, failure and nothing there. A table on wide windows, cards on phones.
 */
export function ListScreen<Row>(props: ListScreenProps<Row>) {
  const { title, text, badge, crumbs, actions, label, address, result, filters = [], searchLabel = 'Search' } = props
  const hasToolbar = searchLabel !== null || filters.length > 0 || Boolean(props.toolbar)
  const isLoading = useMinLoading(result.isPending)
  const selection = useSelection(props)
  const rows = result.data?.data
  return (
    <>
      {title && <PageHeader title={title} text={text} badge={badge} crumbs={crumbs} actions={actions} />}
      <section className={styles.box} aria-label={label} aria-busy={result.isFetching}>
        {selection.rows.length > 0 ? (
          <BulkBar selection={selection} actions={props.bulkActions ?? []} />
        ) : (
          hasToolbar && (
            <ListToolbar address={address} filters={filters} searchLabel={searchLabel} extra={props.toolbar} />
          )
        )}
        {result.isFetching && !isLoading && <div className={styles.bar} />}
        {isLoading && <LoadingNote text={`Loading ${label}`} />}
        {result.error && !rows ? (
          <Failure error={result.error} refetch={result.refetch} />
        ) : rows?.length === 0 && !isLoading ? (
          <Nothing address={address} empty={props.empty} />
        ) : (
          <ListTable {...props} rows={isLoading ? null : (rows ?? null)} selection={selection} />
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

/** Which rows are picked; only rows that are still shown count. */
function useSelection<Row>({ result, rowKey, bulkActions }: ListScreenProps<Row>): Selection<Row> {
  const [keys, setKeys] = useState<ReadonlySet<string | number>>(new Set())
  const all = result.data?.data
  const rows = useMemo(() => (all ?? []).filter((row) => keys.has(rowKey(row))), [all, keys, rowKey])
  const isAll = rows.length > 0 && rows.length === all?.length
  return {
    rows,
    isAll,
    isPossible: Boolean(bulkActions?.length),
    isOn: (row) => keys.has(rowKey(row)),
    toggle: (row) => {
      const next = new Set(keys)
      const key = rowKey(row)
      if (!next.delete(key)) next.add(key)
      setKeys(next)
    },
    toggleAll: () => setKeys(isAll ? new Set() : new Set((all ?? []).map(rowKey))),
    clear: () => setKeys(new Set()),
  }
}

function BulkBar<Row>({ selection, actions }: { selection: Selection<Row>; actions: readonly BulkAction<Row>[] }) {
  const [running, setRunning] = useState<string | null>(null)
  const run = async (action: BulkAction<Row>) => {
    setRunning(action.label)
    try {
      if ((await action.run(selection.rows)) !== false) selection.clear()
    } finally {
      setRunning(null)
    }
  }
  return (
    <div className={`${styles.toolbar} ${styles.bulk}`}>
      <span className={styles.selected} role="status">
        {selection.rows.length} selected
      </span>
      {actions.map((action) => (
        <Button
          key={action.label}
          variant={action.isDanger ? 'danger-outline' : 'outline'}
          icon={action.icon}
          isLoading={running === action.label}
          disabled={running !== null && running !== action.label}
          onClick={() => void run(action)}
        >
          {action.label}
        </Button>
      ))}
      <div className={styles.end}>
        <Button variant="ghost" onClick={selection.clear}>
          Clear selection
        </Button>
      </div>
    </div>
  )
}

function Failure({ error, refetch }: { error: unknown; refetch: () => unknown }) {
  return (
    <div className={styles.failed}>
      <Alert
        tone="danger"
        isLive
        action={
          <Button size="sm" variant="outline" onClick={() => refetch()}>
            Try again
          </Button>
        }
      >
        {textOfError(error)}
      </Alert>
    </div>
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
