import { Menu } from '@mantine/core'
import { useEffect, useEffectEvent, useRef } from 'react'
import { cx } from '../../cx.ts'
import { type Icon, IconArrowDown, IconArrowsSort, IconArrowUp, IconChevronDown, IconDots } from '../../icons.tsx'
import { Skeleton } from '../../public/lists/skeleton.tsx'
import { Anchor } from '../../public/parts/anchor.tsx'
import { Button, IconButton } from '../../public/parts/button.tsx'
import { DayFormat } from '../../public/parts/day-format.ts'
import { BareCheckbox } from '../../public/parts/field.tsx'
import styles from './list-screen.module.css'
import { sortDirection, withSort } from './list-state.ts'
import type { Column, ListScreenProps, RowAction, Selection } from './list-types.ts'
import type { ListAddress } from './use-list-state.ts'

type ListTableProps<Row> = Pick<
  ListScreenProps<Row>,
  'label' | 'address' | 'columns' | 'rowKey' | 'rowName' | 'rowHref' | 'rowActions'
> & {
  /** Null while the first rows are loaded. */
  rows: readonly Row[] | null
  selection: Selection<Row>
}

// The roles repeat what the elements mean, because the layout of cards takes the meaning of a table away.
const AS = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const

/** The rows of a list as a table, on phones as cards; grey rows while there are none yet. */
export function ListTable<Row>(props: ListTableProps<Row>) {
  const { label, columns, rows, rowActions, selection, address } = props
  return (
    <div className={styles.scroll}>
      <table className={styles.table} aria-label={label} {...AS.table}>
        <thead {...AS.rowgroup}>
          <tr {...AS.row}>
            {selection.isPossible && (
              <th className={styles.pick} {...AS.columnheader} scope="col">
                <PickBox label="Select all" isOn={selection.isAll} onToggle={selection.toggleAll} />
              </th>
            )}
            {columns.map((column) => (
              <Heading key={column.key} column={column} address={address} />
            ))}
            {rowActions && (
              <th className={styles.tools} {...AS.columnheader} scope="col">
                <span className="only-read">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody {...AS.rowgroup}>
          <DayFormat value="numeric">
            {rows ? rows.map((row) => <Line key={props.rowKey(row)} {...props} row={row} />) : <Bones {...props} />}
          </DayFormat>
        </tbody>
      </table>
    </div>
  )
}

function Heading<Row>({ column, address }: { column: Column<Row>; address: ListAddress }) {
  const direction = sortDirection(address.state, column.key)
  const Drawing = { ascending: IconArrowUp, descending: IconArrowDown, none: IconArrowsSort }[direction]
  return (
    <th
      {...AS.columnheader}
      scope="col"
      className={cx(column.align === 'right' && styles.right)}
      aria-sort={column.isSortable && direction !== 'none' ? direction : undefined}
      style={column.width === undefined ? undefined : { width: column.width }}
    >
      {column.isSortable ? (
        <button
          type="button"
          className={styles.sort}
          data-on={direction !== 'none' || undefined}
          onClick={() => address.change(withSort(address.state, column.key, address.spec))}
        >
          {column.title}
          <Drawing size={14} />
        </button>
      ) : (
        column.title
      )}
    </th>
  )
}

type PickBoxProps = { label: string; isOn: boolean; onToggle: () => void }

/** The box that selects a row or all of them; one that was pressed while the page came to life counts as pressed. */
function PickBox({ label, isOn, onToggle }: PickBoxProps) {
  const box = useRef<HTMLInputElement>(null)
  const onAlive = useEffectEvent(() => {
    if (box.current && box.current.checked !== isOn) onToggle()
  })
  useEffect(() => onAlive(), [])
  return <BareCheckbox ref={box} aria-label={label} checked={isOn} onChange={onToggle} />
}

function Line<Row>({ row, rowName, columns, rowHref, rowActions, selection }: ListTableProps<Row> & { row: Row }) {
  const href = rowHref?.(row)
  const isOn = selection.isOn(row)
  return (
    <tr {...AS.row} data-selected={isOn || undefined}>
      {selection.isPossible && (
        <td {...AS.cell} className={styles.pick}>
          <PickBox label={`Select ${rowName(row)}`} isOn={isOn} onToggle={() => selection.toggle(row)} />
        </td>
      )}
      {columns.map((column) => (
        <td
          key={column.key}
          {...AS.cell}
          className={cx(column.align === 'right' && styles.right, column.role && styles[column.role])}
          data-label={column.role === 'main' ? undefined : column.title}
        >
          {column.role === 'main' && href ? <Anchor href={href}>{column.cell(row)}</Anchor> : column.cell(row)}
        </td>
      ))}
      {rowActions && (
        <td {...AS.cell} className={styles.tools}>
          <ActionsMenu actions={rowActions(row)} label={`Actions for ${rowName(row)}`} />
        </td>
      )}
    </tr>
  )
}

type ActionsMenuProps = {
  actions: readonly RowAction[]
  label?: string
  /** Shows the label on a button; without one, three dots stand for it. */
  button?: { icon: Icon }
}

/** What can be done with one thing, in a menu; what cannot be undone stands apart at the end. */
export function ActionsMenu({ actions, label = 'Actions', button }: ActionsMenuProps) {
  if (actions.length === 0) return null
  const safe = actions.filter((action) => !action.isDanger)
  const dangerous = actions.filter((action) => action.isDanger)
  return (
    <Menu>
      <Menu.Target>
        {button ? (
          <Button variant="outline" icon={button.icon} iconAfter={IconChevronDown}>
            {label}
          </Button>
        ) : (
          <IconButton icon={IconDots} label={label} size="sm" />
        )}
      </Menu.Target>
      <Menu.Dropdown>
        {safe.map((action) => (
          <ActionItem key={action.label} {...action} />
        ))}
        {safe.length > 0 && dangerous.length > 0 && <Menu.Divider />}
        {dangerous.map((action) => (
          <ActionItem key={action.label} {...action} />
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function ActionItem({ label, icon: Drawing, href, run, isDanger }: RowAction) {
  const look = { color: isDanger ? 'red' : undefined, leftSection: Drawing && <Drawing size={18} /> }
  return href ? (
    <Menu.Item {...look} renderRoot={(props) => <Anchor {...props} href={href} />}>
      {label}
    </Menu.Item>
  ) : (
    <Menu.Item {...look} onClick={run}>
      {label}
    </Menu.Item>
  )
}

/** Grey rows with the cells of real ones, so that nothing moves when those arrive. */
function Bones<Row>({ columns, rowActions, selection }: ListTableProps<Row>) {
  return Array.from({ length: 8 }, (_, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike
    <tr key={at} {...AS.row}>
      {selection.isPossible && (
        <td {...AS.cell} className={styles.pick}>
          <Skeleton width={20} height={20} />
        </td>
      )}
      {columns.map(({ key, title, role }) => (
        <td
          key={key}
          {...AS.cell}
          className={cx(styles.bone, role && styles[role])}
          data-label={role === 'main' ? undefined : title}
        >
          <Skeleton width={role === 'main' ? '70%' : '45%'} height={14} />
        </td>
      ))}
      {rowActions && <td {...AS.cell} className={styles.tools} />}
    </tr>
  ))
}
