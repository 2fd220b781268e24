import { formatCents } from '#kernel/format.ts'
import type { PriceTier } from '#kernel/product/prices.ts'
import { type TierRow, tierRows } from '../../rules/totals.ts'
import styles from './tier-list.module.css'

const seats = ({ from, to }: TierRow) => {
  if (to === null) return `${from} or more`
  return from === to ? String(from) : `${from} to ${to}`
}

/** The price list of a course, with the tier of the chosen quantity marked; nothing if there is only one price. */
export function TierList({ tiers, quantity }: { tiers: readonly PriceTier[]; quantity: number }) {
  const rows = tierRows(tiers)
  if (rows.length < 2) return null
  return (
    <table className={styles.list}>
      <caption className="only-read">Price by quantity</caption>
      <thead className="only-read">
        <tr>
          <th scope="col">Seats</th>
          <th scope="col">Price each</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const isChosen = quantity >= row.from && (row.to === null || quantity <= row.to)
          return (
            <tr key={row.from} className={isChosen ? styles.chosen : undefined}>
              <th scope="row">
                {seats(row)} {row.from === 1 && row.to === 1 ? 'seat' : 'seats'}
                {isChosen && <span className="only-read">, your quantity</span>}
              </th>
              <td>
                {row.saving_percent > 0 && <span className={styles.saving}>−{row.saving_percent}%</span>}
                <strong>{row.unit_cents === 0 ? 'Free' : formatCents(row.unit_cents)}</strong>
                <span className={styles.each}> each</span>
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
