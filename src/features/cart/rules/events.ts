/** The events of the cart that analytics hears of (CRT-020). */
export type CartEvent = 'add_to_cart' | 'remove_from_cart' | 'begin_checkout' | 'purchase'

export type ReportedItem = { kind: string; id: number | null; title: string; quantity: number; unit_cents: number }

const worth = (items: readonly ReportedItem[]) =>
  items.reduce((sum, item) => sum + item.unit_cents * item.quantity, 0) / 100

/**
 * What an event carries: currency, value and items (CRT-015, CRT-021); amounts are decimals in USD. What sending costs is
 * no item and no part of the value.
 */
export const eventData = (all: readonly ReportedItem[]) => {
  const items = all.filter(({ kind }) => kind !== 'shipping')
  const shipping = worth(all.filter(({ kind }) => kind === 'shipping'))
  return {
    currency: 'USD',
    value: worth(items),
    ...(shipping > 0 && { shipping }),
    items: items.map(({ kind, id, title, quantity, unit_cents }) => ({
      item_id: id === null ? kind : `${kind}-${id}`,
      item_name: title,
      item_category: kind,
      price: unit_cents / 100,
      quantity,
    })),
  }
}

/**
 * Whether to report a purchase, given the orders reported before, and the orders to remember then: once per order
 * (CRT-021).
 */
export const reportOnce = (reported: readonly number[], orderId: number): readonly number[] | null =>
  reported.includes(orderId) ? null : [...reported, orderId].slice(-50)
