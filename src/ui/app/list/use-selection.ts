import { useEffect, useMemo, useRef, useState } from 'react'
import type { ListScreenProps, Selection } from './list-types.ts'

type Picked<Row> = ReadonlyMap<string | number, Row>

/**
 * Which rows are selected. They stay so on other pages and under other filters, until the selection is cleared; a row
 * that vanishes from the page it was on, because it was deleted, is no longer selected.
 */
export function useSelection<Row>({ result, rowKey, bulkActions, address }: ListScreenProps<Row>): Selection<Row> {
  const [picked, setPicked] = useState<Picked<Row>>(new Map())
  const all = result.data?.data
  const page = JSON.stringify(address.state)
  const before = useRef<{ page: string; keys: readonly (string | number)[] } | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the name of a row's key is always the same function of it
  useEffect(() => {
    // While the next page is read, the rows of the one before are still shown.
    if (!all || result.isFetching) return
    const keys = all.map(rowKey)
    const gone = before.current?.page === page ? before.current.keys.filter((key) => !keys.includes(key)) : []
    before.current = { page, keys }
    setPicked((now) => {
      if (now.size === 0) return now
      const next = new Map(now)
      for (const key of gone) next.delete(key)
      for (const row of all) if (next.has(rowKey(row))) next.set(rowKey(row), row)
      return next
    })
  }, [all, page, result.isFetching])
  const rows = useMemo(() => [...picked.values()], [picked])
  const shown = (all ?? []).filter((row) => picked.has(rowKey(row)))
  const isAll = shown.length > 0 && shown.length === all?.length
  const change = (work: (next: Map<string | number, Row>) => void) =>
    setPicked((now) => {
      const next = new Map(now)
      work(next)
      return next
    })
  return {
    rows,
    here: shown.length,
    isAll,
    isPossible: Boolean(bulkActions?.length),
    isOn: (row) => picked.has(rowKey(row)),
    toggle: (row) =>
      change((next) => {
        if (!next.delete(rowKey(row))) next.set(rowKey(row), row)
      }),
    toggleAll: () =>
      change((next) => {
        for (const row of all ?? []) {
          if (isAll) next.delete(rowKey(row))
          else next.set(rowKey(row), row)
        }
      }),
    add: (more) =>
      change((next) => {
        for (const row of more) next.set(rowKey(row), row)
      }),
    keep: (keys) => setPicked(new Map([...picked].filter(([key]) => keys.includes(key)))),
    clear: () => setPicked(new Map()),
  }
}
