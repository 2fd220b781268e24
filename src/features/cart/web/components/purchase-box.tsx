import { useRouter } from '@tanstack/react-router'
import { type ReactNode, type Ref, useState } from 'react'
import { IconCheck, IconShoppingCart } from '#ui/icons.tsx'
import { Anchor } from '#ui/public/parts/anchor.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { quantityIn } from '../../rules/cart.ts'
import { useCart, useCartActions } from '../cart-store.ts'
import type { PurchaseItem } from '../items.ts'
import { useAddToCart } from '../use-add-to-cart.ts'
import styles from './purchase-box.module.css'
import { QuantityField } from './quantity-field.tsx'
import { SeatsNote } from './seats-note.tsx'
import { ShippingNote } from './shipping-note.tsx'

type PurchaseBoxProps = { picture: ReactNode; children: ReactNode; ref?: Ref<HTMLDivElement> }

/** The box in which something is bought: its picture, and below it the way in. */
export function PurchaseBox({ picture, children, ref }: PurchaseBoxProps) {
  return (
    <div ref={ref} className={styles.box}>
      {picture}
      <div className={styles.body}>{children}</div>
    </div>
  )
}

/** The sentence of a box for what cannot be bought. */
export function NotForSale({ children }: { children: ReactNode }) {
  return <p className={styles.quiet}>{children}</p>
}

/** Parts of a box close below each other. */
export function PurchaseStack({ children }: { children: ReactNode }) {
  return <div className={styles.stack}>{children}</div>
}

type PurchaseProps = {
  item: PurchaseItem
  word?: string
  /** The price of so many. */
  price: (quantity: number) => ReactNode
  /** A hint about the quantity, such as what one more would save. */
  note?: (quantity: number) => ReactNode
}

/** Chooses a quantity and buys it now or puts it into the cart, saying what that holds already (CRT-009, CRT-010). */
export function Purchase({ item, word = 'Buy now', price, note }: PurchaseProps) {
  const router = useRouter()
  const addToCart = useAddToCart()
  const { setQuantity } = useCartActions()
  const inCart = quantityIn(useCart(), item)
  const [chosen, choose] = useState<number | null>(null)
  const quantity = chosen ?? 1
  const [hasAdded, setHasAdded] = useState(false)
  const add = () => {
    addToCart(item, quantity)
    choose(null)
    setHasAdded(true)
  }
  const checkOut = () => {
    // What is in the cart already is not raised on the way to pay; a quantity that was chosen takes its place.
    if (inCart === 0) addToCart(item, quantity)
    else if (chosen) setQuantity(item, chosen)
    void router.navigate({ href: `/checkout/${item.kind}` })
  }
  return (
    <PurchaseStack>
      {price(quantity)}
      <ShippingNote sent={item.shipping} quantity={quantity} />
      <div className={styles.choose}>
        <QuantityField size="lg" label={`Quantity of ${item.title}`} value={quantity} onChange={choose} />
        <Button size="lg" className={styles.grow} onClick={checkOut}>
          {inCart === 0 ? word : chosen ? `Check out ${chosen}` : 'Go to checkout'}
        </Button>
      </div>
      <Button size="lg" isBlock variant="outline" icon={IconShoppingCart} onClick={add}>
        {inCart > 0 ? 'Add to the cart' : 'Add to cart'}
      </Button>
      <div role="status" className={styles.status}>
        {inCart > 0 && (
          <p>
            <IconCheck size={16} />
            <span>
              {hasAdded && 'Added. '}Your cart holds {inCart}. <Anchor href="/cart">View cart</Anchor>
            </span>
          </p>
        )}
      </div>
      {note?.(quantity)}
      <SeatsNote kind={item.kind} quantity={quantity} />
    </PurchaseStack>
  )
}
