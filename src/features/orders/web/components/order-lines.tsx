import { formatMoney } from '#kernel/format.ts'
import type { Order } from '../use-order-until-done.ts'
import styles from './order-lines.module.css'

/** What was bought with its sums. */
export function OrderLines({ order }: { order: Order }) {
  const { items, subtotal, tax, total, refunded_total: refunded } = order
  return (
    <table className={styles.lines}>
      <caption className="only-read">Items of the order</caption>
      <thead>
        <tr>
          <th scope="col">Item</th>
          <th scope="col">Quantity</th>
          <th scope="col">Price</th>
          <th scope="col">Total</th>
        </tr>
      </thead>
      <tbody>
        {items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be sent alike
          <tr key={index}>
            <th scope="row">
              {item.title}
              {item.kind === 'bundle' && <small>Bundle</small>}
              {item.kind === 'credits' && <small>Credits</small>}
              {item.courses.length > 0 && (
                <ul className={styles.courses} aria-label={`Courses of ${item.title}`}>
                  {item.courses.map((title, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: two courses may have one name
                    <li key={at}>{title}</li>
                  ))}
                </ul>
              )}
            </th>
            <td>{item.quantity}</td>
            <td>{formatMoney(item.unit_price)}</td>
            <td>{formatMoney(item.total)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        {tax > 0 && (
          <>
            <Sum label="Subtotal" amount={subtotal} />
            <Sum label="Sales tax" amount={tax} />
          </>
        )}
        <Sum label="Total" amount={total} isMain />
        {refunded > 0 && <Sum label="Refunded" amount={-refunded} />}
      </tfoot>
    </table>
  )
}

function Sum({ label, amount, isMain }: { label: string; amount: number; isMain?: boolean }) {
  return (
    <tr className={isMain ? styles.main : undefined}>
      <td className={styles.gap} />
      <th scope="row" colSpan={2}>
        {label}
      </th>
      <td>{formatMoney(amount)}</td>
    </tr>
  )
}
