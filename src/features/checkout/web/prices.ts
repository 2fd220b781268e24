import { bundlePrice, coursePrice, type LinePrice } from '#features/cart/web/public.ts'
import type { PageSession } from '#kernel/access/session.ts'
import type { CartEntry } from './use-cart-content.ts'

/** What an entry of the cart costs, for display (CRT-011 to CRT-014). */
export const priceOf = ({ kind, record, line }: CartEntry): LinePrice | null =>
  kind === 'course' ? coursePrice(record, line.quantity) : bundlePrice(record, line.quantity)

/** The picture of an entry: its own, for a bundle without one that of its first course. */
export const pictureOf = ({ kind, record }: CartEntry): string | null =>
  record.thumbnail ?? (kind === 'bundle' ? (record.courses[0]?.thumbnail ?? null) : null)

/** Whether the payment provider adds sales tax to a sum, by the buyer's address and on its own page (CRT-017). */
export const isTaxed = ({ setting }: PageSession['portal'], cents: number): boolean =>
  setting.is_sales_tax_on && cents > 0
