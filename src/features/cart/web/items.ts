import type { PriceTier } from '#kernel/product/prices.ts'
import type { ItemKind } from '../rules/cart.ts'

/** A product shipped with a purchase, and its shipping price as a decimal. */
export type ShippedProduct = { title: string; price: number }

/** What can be put into the cart, with what people see of it while they choose. */
export type PurchaseItem = {
  kind: ItemKind
  id: number
  slug: string
  title: string
  thumbnail: string | null
  /** Prices by quantity as decimals; a bundle has one. */
  tiers: readonly PriceTier[]
  /** The price before a discount. */
  old_price?: number | null
  /** The products shipped with each, if known; a list does not say. */
  shipping?: readonly ShippedProduct[] | undefined
}

type BuyableCourse = {
  id: number
  slug: string
  title: string
  thumbnail: string | null
  course_pricings: readonly PriceTier[]
  shipping?: readonly ShippedProduct[]
}

/** A course of the storefront as something to buy. */
export const courseItem = ({ id, slug, title, thumbnail, course_pricings, shipping }: BuyableCourse): PurchaseItem => ({
  kind: 'course',
  id,
  slug,
  title,
  thumbnail,
  tiers: course_pricings,
  shipping,
})

type BuyableBundle = {
  id: number
  slug: string
  title: string
  thumbnail: string | null
  price: number
  discount_price: number | null
  shipping?: readonly ShippedProduct[]
}

/** A bundle of the storefront as something to buy (CRT-014). */
export const bundleItem = ({
  id,
  slug,
  title,
  thumbnail,
  price,
  discount_price,
  shipping,
}: BuyableBundle): PurchaseItem => ({
  kind: 'bundle',
  id,
  slug,
  title,
  thumbnail,
  tiers: [{ from: 1, price: discount_price ?? price }],
  old_price: discount_price === null ? null : price,
  shipping,
})
