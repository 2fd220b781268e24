import { bundleItem, bundlePrice, NotForSale, Purchase, PurchaseBox } from '#features/cart/web/public.ts'
import { formatCents } from '#kernel/format.ts'
import { useSession } from '#ui/calls/api.tsx'
import { BundleCover } from '#ui/public/products/bundle-cover.tsx'
import { CoverFrame } from '#ui/public/products/cover.tsx'
import { Price } from '#ui/public/products/price.tsx'
import { ClosedNote } from '#ui/public/site/closed-note.tsx'
import { separateCents } from '../../rules/separate.ts'
import type { StoreBundle, StoreBundleDetails } from '../bundles.ts'
import styles from './bundle-box.module.css'

/** Price and purchase of a bundle (CAT-015, CRT-014). */
export function BundleBox({ bundle }: { bundle: StoreBundleDetails }) {
  const { is_subscribed: isSubscribed } = useSession().portal
  return (
    <PurchaseBox
      picture={
        <CoverFrame className={styles.cover}>
          <BundleCover bundle={bundle} isFirst />
        </CoverFrame>
      }
    >
      {!isSubscribed ? (
        <ClosedNote />
      ) : bundle.is_available ? (
        <Purchase item={bundleItem(bundle)} price={(quantity) => <BundlePrice bundle={bundle} quantity={quantity} />} />
      ) : (
        <NotForSale>This bundle is not for sale right now. You can buy its courses separately.</NotForSale>
      )}
    </PurchaseBox>
  )
}

function BundlePrice({ bundle, quantity }: { bundle: StoreBundle; quantity: number }) {
  const price = bundlePrice(bundle, quantity)
  const separate = separateCents(bundle.courses, quantity)
  return (
    <>
      <Price
        amount={price.total_cents / 100}
        old={price.old_unit_cents === null ? null : (price.old_unit_cents * quantity) / 100}
        {...(quantity > 1 && price.unit_cents > 0 && { per: `${formatCents(price.unit_cents)} each` })}
        size="lg"
      />
      {separate !== null && separate > price.total_cents && (
        <p className={styles.saving}>
          {formatCents(separate)} when each course is bought alone: you save {formatCents(separate - price.total_cents)}
          .
        </p>
      )}
    </>
  )
}
