import { type ItemKind, type ItemLine, sumOf } from '#features/cart/web/public.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { centsOf } from '#kernel/product/prices.ts'
import { useApi } from '#ui/calls/api.tsx'
import { useRead } from '#ui/calls/use-read.ts'
import { price } from '../contract.ts'
import { inParts, MOST_ITEMS } from '../rules/parts.ts'
import type { Quoted } from './components/checkout-summary.tsx'
import { priceOf } from './prices.ts'
import type { CartEntry } from './use-cart-content.ts'

/** The items of a call, in the order of the cart. */
export const itemsOf = (lines: readonly ItemLine[]) => lines.map(({ id, quantity }) => ({ id, quantity }))

const shippingOf = (lines: readonly { title: string; quantity: number; total: number }[]) =>
  lines.map(({ total, ...line }) => ({ ...line, total_cents: centsOf(total) }))

type Answer = Wire<typeof price>['data']

/** The prices of all parts of a long cart as one. */
const together = (parts: readonly Answer[]) => ({
  items: parts.flatMap(({ items }) => items),
  shipping: parts.flatMap(({ shipping }) => shipping),
  total: parts.reduce((sum, { total }) => sum + centsOf(total), 0) / 100,
  needs_shipping: parts.some(({ needs_shipping }) => needs_shipping),
})

/**
 * What the entries cost: the server's amounts once they are there, until then those of the browser with the shipping of the
 * last answer (CRT-016, CRT-034).
 */
export const useQuote = (kind: ItemKind, entries: readonly CartEntry[]) => {
  const api = useApi()
  const items = itemsOf(entries.map((entry) => entry.line))
  const reading = useRead(items.length > 0 ? JSON.stringify({ kind, items }) : null, async () => {
    const answers = await Promise.all(
      inParts(items, MOST_ITEMS).map((part) => api.call(price, { body: { kind, items: part } })),
    )
    return together(answers.map(({ data }) => data))
  })
  const last = reading.data
  const data = reading.isReading ? undefined : last
  const shipping = shippingOf(last?.shipping ?? [])
  const quoted: Quoted | null = data
    ? {
        lines: new Map(data.items.flatMap(({ id, total }) => (id === null ? [] : [[id, centsOf(total)] as const]))),
        total_cents: centsOf(data.total),
      }
    : null
  return {
    quoted,
    shipping,
    needs_shipping: data?.needs_shipping ?? false,
    total_cents: quoted?.total_cents ?? sumOf([...entries.map(priceOf), ...shipping]),
    error: reading.error,
    again: reading.again,
  }
}
