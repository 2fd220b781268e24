import type { Wire } from '#kernel/endpoint.ts'
import type { listBundles, showBundle } from '../contract.ts'

export type BundlePage = Wire<typeof listBundles>
export type StoreBundle = BundlePage['data'][number]
export type StoreBundleDetails = Wire<typeof showBundle>['data']

/** What the courses cost when each is bought alone, as a decimal; null when one of them has no price. */
export const separatePrice = ({ courses }: Pick<StoreBundle, 'courses'>): number | null => {
  let cents = 0
  for (const { course_pricings } of courses) {
    const first = course_pricings.toSorted((one, other) => one.from - other.from)[0]
    if (!first) return null
    cents += Math.round(first.price * 100)
  }
  return cents / 100
}
