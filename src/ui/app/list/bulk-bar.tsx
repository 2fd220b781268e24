import { useState } from 'react'
import { formatNumber } from '#kernel/format.ts'
import { IconX } from '../../icons.tsx'
import { Dialog } from '../../public/dialogs/dialog.tsx'
import { toast } from '../../public/dialogs/toasts.tsx'
import { Button, IconButton } from '../../public/parts/button.tsx'
import styles from './list-screen.module.css'
import type { BulkAction, ListScreenProps, Selection } from './list-types.ts'
import { Row, Rows } from './rows.tsx'

/** As many rows as one action takes, unless its list says otherwise. */
export const MOST_SELECTED = 200

/** What is selected, in one sentence: how many, and how many of them are not on this page. */
export const selectionWords = (count: number, here: number): string => {
  const others = count - here
  if (others === 0) return `${formatNumber(count)} selected`
  return here === 0
    ? `${formatNumber(count)} selected, none on this page`
    : `${formatNumber(count)} selected, ${formatNumber(others)} not on this page`
}

type BulkBarProps<Row> = {
  selection: Selection<Row>
  actions: readonly BulkAction<Row>[]
  rowName: (row: Row) => string
  rowKey: (row: Row) => string | number
  readPage?: ListScreenProps<Row>['readPage']
  most?: number | undefined
  hasMore: boolean
  /** What the rows are: `Articles`. */
  label: string
  isNarrowed: boolean
}

/** As `selectionWords`, where all rows of the list were selected at once. */
export const allSelectedWords = (count: number, label: string, isNarrowed: boolean): string =>
  `All ${formatNumber(count)} ${label.toLowerCase()}${isNarrowed ? ' that match' : ''} selected`

/** The bar over a list while rows are selected: what is selected, and what can be done with it. */
export function BulkBar<Row>(props: BulkBarProps<Row>) {
  const { selection, actions, readPage, hasMore, label, isNarrowed, most = MOST_SELECTED } = props
  const [running, setRunning] = useState<string | null>(null)
  const [isShown, setShown] = useState(false)
  const [all, setAll] = useState<{ count: number; words: string } | null>(null)
  const [done, setDone] = useState(0)
  const count = selection.rows.length
  const run = async (label: string, work: () => Promise<unknown> | unknown) => {
    setRunning(label)
    try {
      await work()
    } catch (error) {
      await toast.error(error)
    } finally {
      setRunning(null)
      setDone(0)
    }
  }
  const act = (action: BulkAction<Row>) =>
    run(action.label, async () => {
      const answer = await action.run(selection.rows, setDone)
      if (Array.isArray(answer)) selection.keep(answer)
      else if (answer !== false) selection.clear()
    })
  const selectAll = () =>
    run('all', async () => {
      const rows: Row[] = []
      let cursor: string | null = null
      do {
        const page: Awaited<ReturnType<NonNullable<typeof readPage>>> = await readPage!(cursor)
        rows.push(...page.data)
        cursor = page.meta?.next_cursor ?? null
      } while (cursor !== null && rows.length < most)
      selection.add(rows.slice(0, most))
      if (cursor !== null || rows.length > most)
        toast.info(`The first ${formatNumber(most)} are selected, the most that can be changed at once.`)
      else setAll({ count: rows.length, words: allSelectedWords(rows.length, label, isNarrowed) })
    })
  const isTooMany = count > most
  // Rows that were selected before, under another search, are counted beside those that match this one.
  const isOfAll = all !== null && all.count === count
  const words = isOfAll ? all.words : selectionWords(count, selection.here)
  return (
    <div className={`${styles.toolbar} ${styles.bulk}`}>
      <span className={styles.selected} role="status">
        {words}
        {done > 0 && `, ${formatNumber(done)} done`}
        {isTooMany && `. Select at most ${formatNumber(most)} for one change.`}
      </span>
      <Button variant="ghost" size="sm" aria-haspopup="dialog" onClick={() => setShown(true)}>
        Show selected
      </Button>
      {!selection.isAll && (
        <Button variant="ghost" size="sm" className={styles.onlyCards} onClick={selection.toggleAll}>
          Select page
        </Button>
      )}
      {selection.isAll && hasMore && readPage && !isOfAll && (
        <Button variant="ghost" size="sm" isLoading={running === 'all'} onClick={() => void selectAll()}>
          {isNarrowed ? 'Select all that match' : 'Select all pages'}
        </Button>
      )}
      <div className={styles.bulkActions}>
        {actions.map((action) => (
          <Button
            key={action.label}
            variant={action.isDanger ? 'danger-outline' : 'outline'}
            icon={action.icon}
            isLoading={running === action.label}
            disabled={isTooMany || (running !== null && running !== action.label)}
            onClick={() => void act(action)}
          >
            {action.label}
          </Button>
        ))}
      </div>
      <div className={styles.end}>
        <Button variant="ghost" onClick={selection.clear}>
          Clear selection
        </Button>
      </div>
      {isShown && <SelectedDialog {...props} onClose={() => setShown(false)} />}
    </div>
  )
}

function SelectedDialog<Row>({ selection, rowName, rowKey, onClose }: BulkBarProps<Row> & { onClose: () => void }) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`${formatNumber(selection.rows.length)} selected`}
      footer={<Button onClick={onClose}>Done</Button>}
    >
      <Rows isInset label="Selected">
        {selection.rows.map((row) => (
          <Row key={rowKey(row)} title={rowName(row)}>
            <IconButton
              icon={IconX}
              size="sm"
              label={`Remove ${rowName(row)} from the selection`}
              onClick={() => {
                if (selection.rows.length === 1) onClose()
                selection.toggle(row)
              }}
            />
          </Row>
        ))}
      </Rows>
    </Dialog>
  )
}
