import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { formatCents } from '#kernel/format.ts'
import { centsOf, tierFor } from '#kernel/product/prices.ts'
import { Dialog } from '#ui/public/dialogs/dialog.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { CoverFrame, CoverPicture } from '#ui/public/products/cover.tsx'
import { Total } from '#ui/public/products/price.tsx'
import { quantityIn } from '../../rules/cart.ts'
import { useCart } from '../cart-store.ts'
import type { PurchaseItem } from '../items.ts'
import { useAddToCart } from '../use-add-to-cart.ts'
import styles from './purchase-dialog.module.css'
import { QuantityField } from './quantity-field.tsx'
import { SeatsNote } from './seats-note.tsx'
import { ShippingNote } from './shipping-note.tsx'
import { TierList } from './tier-list.tsx'

type PurchaseDialogProps = { item: PurchaseItem; quantity?: number; onClose: () => void }

/** Chooses a quantity and continues to the cart or to checkout (CRT-010). */
export function PurchaseDialog({ item, quantity: initial = 1, onClose }: PurchaseDialogProps) {
  const router = useRouter()
  const add = useAddToCart()
  const inCart = quantityIn(useCart(), item)
  const [quantity, setQuantity] = useState(initial)
  const unit = centsOf(tierFor(item.tiers, quantity)?.price ?? 0)
  const goOn = (href: string) => {
    add(item, quantity)
    onClose()
    void router.navigate({ href })
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={item.kind === 'course' ? 'Buy this course' : 'Buy this bundle'}
      footer={
        <>
          <Button variant="outline" onClick={() => goOn('/cart')}>
            Add and go to cart
          </Button>
          <Button onClick={() => goOn(`/checkout/${item.kind}`)}>Check out</Button>
        </>
      }
    >
      <div className={styles.item}>
        <CoverFrame className={styles.cover}>
          <CoverPicture src={item.thumbnail} />
        </CoverFrame>
        <p>{item.title}</p>
      </div>
      <TierList tiers={item.tiers} quantity={quantity} />
      <div className={styles.row}>
        <div className={styles.quantity}>
          <span aria-hidden="true">Quantity</span>
          <QuantityField label={`Quantity of ${item.title}`} value={quantity} onChange={setQuantity} />
        </div>
        <p className={styles.total} role="status">
          <span>Total</span>
          <Total>{formatCents(unit * quantity)}</Total>
        </p>
      </div>
      <ShippingNote sent={item.shipping} quantity={quantity} />
      <SeatsNote kind={item.kind} quantity={quantity} />
      {inCart > 0 && (
        <p className={styles.held}>
          {inCart === 1 ? 'This is already in your cart' : `There are ${inCart} in your cart already`}; these are added
          to it.
        </p>
      )}
    </Dialog>
  )
}
