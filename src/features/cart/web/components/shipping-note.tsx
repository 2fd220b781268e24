import { formatCents } from '#kernel/format.ts'
import { centsOf } from '#kernel/product/prices.ts'
import { IconPackage } from '#ui/icons.tsx'
import type { ShippedProduct } from '../items.ts'
import styles from './shipping-note.module.css'

type ShippingNoteProps = { sent: readonly ShippedProduct[] | undefined; quantity: number }

/** What comes by post with so many, and what sending it adds to the price (SHP-004); nothing where nothing is sent. */
export function ShippingNote({ sent = [], quantity }: ShippingNoteProps) {
  return sent.map(({ title, price }, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two courses of a bundle may send alike
    <p key={index} className={styles.note}>
      <IconPackage size={18} />
      <span>
        {price === 0 ? (
          <strong>Free shipping</strong>
        ) : (
          <>
            <strong>{`+ ${formatCents(centsOf(price) * quantity)} shipping`}</strong>
            {quantity > 1 && ` (${quantity} × ${formatCents(centsOf(price))})`}
          </>
        )}
        <br />
        {`${quantity > 1 ? `${quantity} × ` : ''}${title}, sent to a US address`}
      </span>
    </p>
  ))
}
