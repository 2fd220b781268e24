import { useVirtualizer, type VirtualItem } from '@tanstack/react-virtual'
import { type CSSProperties, type KeyboardEvent, useRef, useState } from 'react'
import { formatDay } from '#kernel/format/day.ts'
import { cx } from '#ui/cx.ts'
import { can } from '#ui/page/guard.ts'
import { useSession } from '#ui/page/page-context.ts'
import { Anchor } from '#ui/public/parts/anchor.tsx'
import { readCell, whereText } from '../../rules/words.ts'
import type { Matrix, MatrixColumn, MatrixPerson, Opened } from '../queries.ts'
import { LOOKS } from '../standing-look.ts'
import styles from './matrix.module.css'

const ROW = 60
const HEAD = 84
const COLUMN = 148
const NAME = 240
/** What the server draws, before the box is measured. */
const AT_FIRST = { width: 1400, height: 640 }

const SIZES = {
  '--row': `${ROW}px`,
  '--head': `${HEAD}px`,
  '--column': `${COLUMN}px`,
  '--name': `${NAME}px`,
} as CSSProperties

type GridProps = { matrix: Matrix; onOpen: (opened: Opened) => void }
type Place = { row: number; column: number }
type Counts = { rows: number; columns: number }

/** How far a key moves the focus within the grid; null for other keys. */
const moved = ({ row, column }: Place, key: string, { rows, columns }: Counts): Place | null => {
  const within = (value: number, count: number) => Math.max(0, Math.min(count - 1, value))
  const steps: Record<string, Place> = {
    ArrowRight: { row, column: column + 1 },
    ArrowLeft: { row, column: column - 1 },
    ArrowDown: { row: row + 1, column },
    ArrowUp: { row: row - 1, column },
    PageDown: { row: row + 8, column },
    PageUp: { row: row - 8, column },
    Home: { row, column: 0 },
    End: { row, column: columns - 1 },
  }
  const next = steps[key]
  return next ? { row: within(next.row, rows), column: within(next.column, columns) } : null
}

/** The room before the first and after the last item that is drawn. */
const roomAround = (items: readonly VirtualItem[], total: number, padding: number) => ({
  before: (items[0]?.start ?? padding) - padding,
  after: total - (items.at(-1)?.end ?? total),
})

/** The drawn item that is nearest to an index: the one that Tab reaches, wherever the box was scrolled to. */
const nearest = (index: number, items: readonly VirtualItem[]): number =>
  Math.max(items[0]?.index ?? 0, Math.min(items.at(-1)?.index ?? 0, index))

/**
 * The matrix as a table: names and requirements stay in view, arrow keys move between cells, Enter opens the proof. Only what
 * is in view is drawn.
 */
export function MatrixGrid({ matrix, onOpen }: GridProps) {
  const box = useRef<HTMLDivElement>(null)
  const { people, requirements } = matrix
  const counts = { rows: people.length, columns: requirements.length }
  const shared = { getScrollElement: () => box.current, overscan: 6, initialRect: AT_FIRST }
  const rows = useVirtualizer({
    ...shared,
    count: counts.rows,
    estimateSize: () => ROW,
    paddingStart: HEAD,
    scrollPaddingStart: HEAD,
  })
  const columns = useVirtualizer({
    ...shared,
    horizontal: true,
    count: counts.columns,
    estimateSize: () => COLUMN,
    paddingStart: NAME,
    scrollPaddingStart: NAME,
  })
  const [at, setAt] = useState<Place>({ row: 0, column: 0 })
  const onKeyDown = (event: KeyboardEvent) => {
    const cell = (event.target as HTMLElement).dataset['cell']
    if (cell === undefined) return
    const [row = 0, column = 0] = cell.split('-').map(Number)
    const next = moved({ row, column }, event.key, counts)
    if (!next) return
    event.preventDefault()
    setAt(next)
    // The cell may not be drawn yet: scrolling to it draws it.
    rows.scrollToIndex(next.row)
    columns.scrollToIndex(next.column)
    requestAnimationFrame(() =>
      box.current
        ?.querySelector<HTMLElement>(`[data-cell="${next.row}-${next.column}"]`)
        ?.focus({ preventScroll: true }),
    )
  }
  const [shownRows, shownColumns] = [rows.getVirtualItems(), columns.getVirtualItems()]
  const above = roomAround(shownRows, rows.getTotalSize(), HEAD)
  const beside = roomAround(shownColumns, columns.getTotalSize(), NAME)
  const stop = { row: nearest(at.row, shownRows), column: nearest(at.column, shownColumns) }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move between the buttons inside
    <div ref={box} className={styles.box} style={SIZES} data-print="no" onKeyDown={onKeyDown}>
      <table
        className={styles.grid}
        style={{ width: columns.getTotalSize() }}
        aria-label="People and requirements"
        aria-rowcount={counts.rows + 1}
        aria-colcount={counts.columns + 1}
      >
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col" aria-colindex={1} className={styles.corner}>
              Person
            </th>
            <Room width={beside.before} />
            {shownColumns.map(({ index }) => (
              <ColumnHead key={index} column={requirements[index] as MatrixColumn} index={index} />
            ))}
            <Room width={beside.after} />
          </tr>
        </thead>
        <tbody>
          {above.before > 0 && (
            <tr>
              <td style={{ height: above.before }} />
            </tr>
          )}
          {shownRows.map(({ index }) => {
            const person = people[index] as MatrixPerson
            return (
              <tr key={person.id} aria-rowindex={index + 2} className={styles.row}>
                <PersonHead person={person} />
                <Room width={beside.before} />
                {shownColumns.map((item) => {
                  const { id, title } = requirements[item.index] as MatrixColumn
                  const place = { row: index, column: item.index }
                  return (
                    <Cell
                      key={id}
                      cell={person.cells[item.index] ?? 'not_required'}
                      label={`${person.name}, ${title}`}
                      place={place}
                      isTabbable={index === stop.row && item.index === stop.column}
                      onFocus={() => setAt(place)}
                      onOpen={() => onOpen({ user_id: person.id, requirement_id: id })}
                    />
                  )
                })}
                <Room width={beside.after} />
              </tr>
            )
          })}
          {above.after > 0 && (
            <tr>
              <td style={{ height: above.after }} />
            </tr>
          )}
        </tbody>
      </table>
    </div>
  )
}

/** Stands for the columns that are not drawn. */
const Room = ({ width }: { width: number }) =>
  width > 0 ? <td aria-hidden="true" className={styles.room} style={{ width }} /> : null

function ColumnHead({ column, index }: { column: MatrixColumn; index: number }) {
  return (
    <th scope="col" aria-colindex={index + 2} className={styles.columnHead}>
      <span className={styles.title} title={column.title}>
        {column.title}
      </span>
      <small>
        {column.cleared} of {column.required} cleared
      </small>
    </th>
  )
}

function PersonHead({ person }: { person: MatrixPerson }) {
  const mayOpen = can(useSession(), 'enrollments.update')
  const where = person.left_on ? `Left on ${formatDay(person.left_on)}` : whereText(person)
  return (
    <th scope="row" aria-colindex={1} className={styles.person}>
      {mayOpen ? (
        <Anchor href={`/users/${person.id}`} className={styles.name}>
          {person.name}
        </Anchor>
      ) : (
        <span className={styles.name}>{person.name}</span>
      )}
      {where && <small title={where}>{where}</small>}
    </th>
  )
}

type CellProps = {
  cell: string
  label: string
  place: Place
  isTabbable: boolean
  onFocus: () => void
  onOpen: () => void
}

function Cell({ cell, label, place: { row, column }, isTabbable, onFocus, onOpen }: CellProps) {
  const { state, until } = readCell(cell)
  const { word, icon: Drawing, tone, until: lead } = LOOKS[state]
  const day = until && `${lead} ${formatDay(until)}`
  return (
    <td aria-colindex={column + 2} className={styles.cell}>
      <button
        type="button"
        data-cell={`${row}-${column}`}
        className={cx(styles.standing, styles[tone])}
        aria-label={`${label}: ${word}${day ? ` ${day}` : ''}`}
        tabIndex={isTabbable ? 0 : -1}
        onFocus={onFocus}
        onClick={onOpen}
      >
        <span className={styles.word}>
          <Drawing size={16} />
          {word}
        </span>{' '}
        {day && <small>{day}</small>}
      </button>
    </td>
  )
}
