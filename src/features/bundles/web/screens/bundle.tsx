import { later } from '#ui/page/later.tsx'
import { ProductColumns } from '#ui/public/products/product-columns.tsx'
import type { StoreBundleDetails } from '../bundles.ts'
import { BundleBox } from '../components/bundle-box.tsx'

const parts = () => import('../components/bundle-page-part.tsx')
const BundleHead = later(() => parts().then((file) => file.BundleHead))
const BundleText = later(() => parts().then((file) => file.BundleText))

/** A bundle with its courses and its price; with a discount the old price is struck through (CAT-015). */
export function BundleScreen({ bundle }: { bundle: StoreBundleDetails }) {
  return (
    <>
      <BundleHead bundle={bundle} />
      <ProductColumns side={<BundleBox bundle={bundle} />}>
        <BundleText bundle={bundle} />
      </ProductColumns>
    </>
  )
}
