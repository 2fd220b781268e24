import { type ItemKind, type ItemLine, sumOf } from '#features/cart/web/public.ts'
import { centsOf } from '#kernel/prices.ts'
import { useApi } from '#ui/api.tsx'
import { useRead } from '#ui/use-read.ts'
import { price } from '../contract.ts'
import type { Quoted } from './components/checkout-summary.tsx'
import { priceOf } from './prices.ts'
import type { CartEntry } from './use-cart-content.ts'

/** The items of a call, in the order of the cart. */
export const itemsOf = (lines: readonly ItemLine[]) => lines.map(({ id, quantity }) => ({ id, quantity }))

const shippingOf = (lines: readonly { title: string; quantity: number; total: number }[]) =>
  lines.map(({ total, ...line }) => ({ ...line, total_cents: centsOf(total) }))

/**
 * What the entries cost: the server's amounts once they are there, until then those of the browser with the shipping of the
 * last answer (CRT-016, CRT-034).
 */
export const useQuote = (kind: ItemKind, entries: readonly CartEntry[]) => {
  const api = useApi()
  const items = itemsOf(entries.map((entry) => entry.line))
  const reading = useRead(items.length > 0 ? JSON.stringify({ kind, items }) : null, () =>
    api.call(price, { body: { kind, items } }),
  )
  const last = reading.data?.data
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
