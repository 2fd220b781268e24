import { useState } from 'react'
import { QUANTITY_PAUSE, QuantityField } from '#features/cart/web/public.ts'
import { formatCents } from '#kernel/format.ts'
import { useDebounced } from '#ui/hooks/use-debounced.ts'
import { IconTrash } from '#ui/icons.tsx'
import { Anchor } from '#ui/public/parts/anchor.tsx'
import { IconButton } from '#ui/public/parts/button.tsx'
import { CoverFrame, CoverPicture } from '#ui/public/products/cover.tsx'
import { pictureOf, priceOf } from '../prices.ts'
import type { CartEntry } from '../use-cart-content.ts'
import styles from './cart-row.module.css'

type CartRowProps = { entry: CartEntry; onQuantity: (quantity: number) => void; onRemove: () => void }

/** A line of the cart. A changed quantity is taken over after 400 ms (CRT-008); the line shows its sum at once. */
export function CartRow({ entry, onQuantity, onRemove }: CartRowProps) {
  const { line, kind, record } = entry
  const [typed, setTyped] = useState<number | null>(null)
  const quantity = typed ?? line.quantity
  const save = useDebounced((next: number) => {
    onQuantity(next)
    setTyped(null)
  }, QUANTITY_PAUSE)
  const price = priceOf({ ...entry, line: { ...line, quantity } })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only notices that the focus leaves
    <div className={styles.row} onBlur={save.flush}>
      <CoverFrame className={styles.cover}>
        <CoverPicture src={pictureOf(entry)} place="row" />
      </CoverFrame>
      <div className={styles.words}>
        <Anchor href={kind === 'course' ? `/course/${record.slug}` : `/bundles/${record.slug}`}>{record.title}</Anchor>
        {price && (
          <p>
            {price.old_unit_cents !== null && price.old_unit_cents > price.unit_cents && (
              <>
                <span className="only-read">Old price </span>
                <s>{formatCents(price.old_unit_cents)}</s>
                <span className="only-read">, now </span>{' '}
              </>
            )}
            {price.unit_cents === 0 ? 'Free' : `${formatCents(price.unit_cents)} each`}
          </p>
        )}
      </div>
      <div className={styles.quantity}>
        <QuantityField
          label={`Quantity of ${record.title}`}
          min={0}
          value={quantity}
          onChange={(next) => {
            setTyped(next)
            save.call(next)
          }}
        />
        <IconButton icon={IconTrash} label={`Remove ${record.title}`} onClick={onRemove} />
      </div>
      <strong className={styles.total}>
        {price && (price.total_cents === 0 ? 'Free' : formatCents(price.total_cents))}
      </strong>
    </div>
  )
}
