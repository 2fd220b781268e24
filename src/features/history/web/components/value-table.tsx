import type { ReactNode } from 'react'
import styles from '../history.module.css'

export type ValueRow = { key: string; label: string; values: readonly [string | null, string | null]; note?: ReactNode }

/** Phones lay the table out as blocks, which browsers no longer take for one without its roles. */
const AS = {
  table: { role: 'table' },
  rowgroup: { role: 'rowgroup' },
  row: { role: 'row' },
  columnheader: { role: 'columnheader' },
  rowheader: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const

type ValueTableProps = { label: string; titles: readonly [string, string]; rows: readonly ValueRow[] }

/** Fields with two values side by side; one below the other on phones. */
export function ValueTable({ label, titles, rows }: ValueTableProps) {
  return (
    <table className={styles.values} aria-label={label} {...AS.table}>
      <thead {...AS.rowgroup}>
        <tr {...AS.row}>
          <th scope="col" {...AS.columnheader}>
            Field
          </th>
          {titles.map((title) => (
            <th key={title} scope="col" {...AS.columnheader}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...AS.rowgroup}>
        {rows.map(({ key, label: field, values, note }) => (
          <tr key={key} {...AS.row}>
            <th scope="row" {...AS.rowheader}>
              {field}
              {note && <small>{note}</small>}
            </th>
            {values.map((value, at) => (
              <td key={titles[at]} data-title={titles[at]} {...AS.cell}>
                {value ?? 'none'}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
