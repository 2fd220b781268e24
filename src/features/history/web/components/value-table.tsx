import type { ReactNode } from 'react'
import styles from '../history.module.css'

export type ValueRow = { key: string; label: string; values: readonly [string | null, string | null]; note?: ReactNode }

type ValueTableProps = { label: string; titles: readonly [string, string]; rows: readonly ValueRow[] }

/** Fields with two values side by side; one below the other on phones. */
export function ValueTable({ label, titles, rows }: ValueTableProps) {
  return (
    <table className={styles.values} aria-label={label}>
      <thead>
        <tr>
          <th scope="col">Field</th>
          {titles.map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, label: field, values, note }) => (
          <tr key={key}>
            <th scope="row">
              {field}
              {note && <small>{note}</small>}
            </th>
            {values.map((value, at) => (
              <td key={titles[at]} data-title={titles[at]}>
                {value ?? 'none'}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
