import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import {
  bundleItem,
  bundlePrice,
  QuantityField,
  quantityIn,
  SeatsNote,
  useAddToCart,
  useCart,
} from '#features/cart/web/public.ts'
import { formatMoney } from '#kernel/format.ts'
import { useSession } from '#ui/api.tsx'
import { IconCheck, IconShoppingCart } from '#ui/icons.tsx'
import { Anchor } from '#ui/public/anchor.tsx'
import { Button } from '#ui/public/button.tsx'
import { ClosedNote } from '#ui/public/closed-note.tsx'
import { CoverPicture } from '#ui/public/cover.tsx'
import { Price } from '#ui/public/price.tsx'
import { type StoreBundle, separatePrice } from '../bundles.ts'
import styles from './bundle-box.module.css'

/** Price and purchase of a bundle (CAT-015, CRT-014). */
export function BundleBox({ bundle }: { bundle: StoreBundle }) {
  const { is_subscribed: isSubscribed } = useSession().portal
  const pictures = bundle.courses.flatMap((course) => course.thumbnail ?? []).slice(0, 3)
  return (
    <div className={styles.box}>
      <div className={styles.cover}>
        {bundle.thumbnail || pictures.length === 0 ? (
          <CoverPicture src={bundle.thumbnail} isFirst />
        ) : (
          <div className={styles.covers} data-count={pictures.length}>
            {pictures.map((picture) => (
              <CoverPicture key={picture} src={picture} isFirst />
            ))}
          </div>
        )}
      </div>
      <div className={styles.body}>
        {!isSubscribed ? (
          <ClosedNote />
        ) : bundle.is_available ? (
          <Buy bundle={bundle} />
        ) : (
          <p className={styles.quiet}>This bundle cannot be bought at the moment. Its courses can, one by one.</p>
        )}
      </div>
    </div>
  )
}

function Buy({ bundle }: { bundle: StoreBundle }) {
  const router = useRouter()
  const addToCart = useAddToCart()
  const item = bundleItem(bundle)
  const held = quantityIn(useCart(), item)
  const [quantity, setQuantity] = useState(1)
  const price = bundlePrice(bundle, quantity)
  const separate = separatePrice(bundle)
  const paid = bundle.discount_price ?? bundle.price
  const checkOut = () => {
    if (held === 0) addToCart(item, quantity)
    void router.navigate({ href: '/checkout/bundle' })
  }
  return (
    <>
      <Price
        amount={price.total_cents / 100}
        old={price.old_unit_cents === null ? null : (price.old_unit_cents * quantity) / 100}
        size="lg"
      />
      {separate !== null && separate > paid && (
        <p className={styles.saving}>
          {formatMoney(separate)} when each course is bought alone: you save {formatMoney((separate - paid) * quantity)}
          .
        </p>
      )}
      <div className={styles.choose}>
        <QuantityField size="lg" label={`Quantity of ${bundle.title}`} value={quantity} onChange={setQuantity} />
        <Button size="lg" className={styles.grow} onClick={checkOut}>
          {held > 0 ? 'Go to checkout' : 'Buy now'}
        </Button>
      </div>
      <Button size="lg" isBlock variant="outline" icon={IconShoppingCart} onClick={() => addToCart(item, quantity)}>
        {held > 0 ? 'Add to what is in the cart' : 'Add to cart'}
      </Button>
      <div role="status" className={styles.status}>
        {held > 0 && (
          <p>
            <IconCheck size={16} />
            <span>
              Your cart holds {held}. <Anchor href="/cart">View cart</Anchor>
            </span>
          </p>
        )}
      </div>
      <SeatsNote kind="bundle" quantity={quantity} />
    </>
  )
}
