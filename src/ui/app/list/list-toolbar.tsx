import { Select } from '@mantine/core'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { DEBOUNCE, useDebounced } from '../../hooks/use-debounced.ts'
import { useTypedBefore } from '../../hooks/use-typed-before.ts'
import { IconAdjustmentsHorizontal, IconSearch, IconX } from '../../icons.tsx'
import { Dialog } from '../../public/dialogs/dialog.tsx'
import { Button } from '../../public/parts/button.tsx'
import styles from './list-screen.module.css'
import { clearedState, isNarrowed, withFilter, withSearch } from './list-state.ts'
import type { Filter } from './list-types.ts'
import { PeriodFilter } from './period-filter.tsx'
import type { ListAddress } from './use-list-state.ts'

const namesOf = (filter: Filter) => ('from' in filter ? [filter.from, filter.to] : [filter.name])

type ToolbarProps = { address: ListAddress; filters: readonly Filter[]; searchLabel: string | null; extra?: ReactNode }

/** Search, filters and what else stands above a list; on phones the filters are in a drawer. */
export function ListToolbar({ address, filters, searchLabel, extra }: ToolbarProps) {
  const [isOpen, setOpen] = useState(false)
  const { state, spec, change } = address
  const chosen = filters.filter((filter) => namesOf(filter).some((name) => state.filters[name])).length
  const clear = () => change(clearedState(spec))
  return (
    <div className={styles.toolbar}>
      {searchLabel !== null && <SearchField address={address} label={searchLabel} />}
      {filters.length > 0 && (
        <>
          <div className={`${styles.filters} ${styles.onlyWide}`}>
            <FilterFields address={address} filters={filters} hasLabels={false} />
          </div>
          <Button
            variant="outline"
            icon={IconAdjustmentsHorizontal}
            className={styles.onlySmall}
            aria-haspopup="dialog"
            onClick={() => setOpen(true)}
          >
            {chosen ? `Filters (${chosen})` : 'Filters'}
          </Button>
        </>
      )}
      {isNarrowed(state) && (
        <Button variant="ghost" icon={IconX} onClick={clear}>
          Clear
        </Button>
      )}
      {extra && <div className={styles.end}>{extra}</div>}
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        side="right"
        title="Filters"
        footer={
          <>
            <Button variant="outline" onClick={clear}>
              Clear
            </Button>
            <Button onClick={() => setOpen(false)}>Show results</Button>
          </>
        }
      >
        <div className={styles.stacked}>
          <FilterFields address={address} filters={filters} hasLabels />
        </div>
      </Dialog>
    </div>
  )
}

/** Typing searches after a pause, Enter at once (UIX-001). */
function SearchField({ address: { state, change }, label }: { address: ListAddress; label: string }) {
  const [words, setWords] = useState(state.search)
  // Searches on their way to the address: each arrives there by itself, and the last words typed stay in the box.
  const sent = useRef<string[]>([])
  const arrived = useRef(state.search)
  const box = useRef<HTMLElement>(null)
  useTypedBefore(box)
  const search = useDebounced((text: string) => {
    if (text.trim() === (sent.current.at(-1) ?? state.search)) return
    sent.current.push(text.trim())
    change(withSearch(state, text), { replace: true })
  }, DEBOUNCE.query)
  // The address can change by other ways as well: the way back, a cleared list, a link.
  const takeOver = useEffectEvent((searched: string) => {
    if (searched === arrived.current) return
    arrived.current = searched
    const at = sent.current.indexOf(searched)
    sent.current = sent.current.slice(at + 1)
    if (at >= 0) return
    search.cancel()
    setWords(searched)
  })
  useEffect(() => takeOver(state.search), [state.search])
  return (
    <search ref={box} className={styles.search}>
      <IconSearch size={18} />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={words}
        onChange={(event) => {
          setWords(event.currentTarget.value)
          search.call(event.currentTarget.value)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') search.flush()
        }}
      />
    </search>
  )
}

type FilterFieldsProps = { address: ListAddress; filters: readonly Filter[]; hasLabels: boolean }

const FilterFields = ({ address, filters, hasLabels }: FilterFieldsProps) =>
  filters.map((filter) => {
    if ('from' in filter)
      return <PeriodFilter key={filter.from} address={address} filter={filter} hasLabels={hasLabels} />
    const { state, change } = address
    const { name, label, options, isSearchable } = filter
    return (
      <Select
        key={name}
        className={hasLabels ? undefined : styles.filter}
        label={hasLabels ? label : undefined}
        aria-label={hasLabels ? undefined : label}
        placeholder={hasLabels ? 'All' : label}
        data={[...options]}
        value={state.filters[name] ?? null}
        onChange={(value) => change(withFilter(state, name, value))}
        searchable={isSearchable ?? options.length > 12}
        clearable
        nothingFoundMessage="Nothing found"
      />
    )
  })
