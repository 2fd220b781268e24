/** What the cart keeps (CRT-001): never titles or prices, which are read afresh. */
export type ItemLine = { kind: 'course' | 'bundle'; id: number; slug: string; quantity: number }
export type PlanLine = { kind: 'subscription'; id: number; type: 'monthly' | 'annual' }
export type CartLine = ItemLine | PlanLine
export type Cart = readonly CartLine[]
export type ItemKind = ItemLine['kind']
type LineRef = Pick<CartLine, 'kind' | 'id'>

/** The largest quantity of an item (CRT-007). */
export const MAX_QUANTITY = 9999
/** A changed quantity takes effect after this many milliseconds without a further change (CRT-008). */
export const QUANTITY_PAUSE = 400
export const EMPTY_CART: Cart = []

/**
 * A quantity as a whole number from 0 to 9999; what is not numeric counts as the fallback: 1 for an item that is added
 * or edited, 0 where quantities are summed (CRT-005 to CRT-007).
 */
export const toQuantity = (value: unknown, fallback: 0 | 1): number => {
  const text = typeof value === 'string' ? value.trim() : value
  const number = text === '' || (typeof text !== 'string' && typeof text !== 'number') ? Number.NaN : Number(text)
  if (!Number.isFinite(number)) return fallback
  return Math.min(MAX_QUANTITY, Math.max(0, Math.trunc(number)))
}

/** What somebody means who types this into a field of the cart: 0 is only what is written as nothing but zeros (CRT-007). */
export const typedQuantity = (text: string, min: 0 | 1): number =>
  toQuantity(text, 1) || (/^0+$/.test(text.trim()) ? min : 1)

const isSame = (one: LineRef, other: LineRef): boolean => one.kind === other.kind && one.id === other.id

/** Whether the cart holds the item already, and how many of it. */
export const quantityIn = (cart: Cart, item: LineRef): number => {
  const line = cart.find((each) => isSame(each, item))
  if (!line) return 0
  return line.kind === 'subscription' ? 1 : line.quantity
}

/** Adds an item; one that is there gets the sum of both quantities (CRT-009), a subscription replaces the last (CRT-003). */
export const withLine = (cart: Cart, line: CartLine): Cart => {
  if (line.kind === 'subscription') return [...cart.filter((each) => each.kind !== 'subscription'), line]
  const added = Math.max(1, toQuantity(line.quantity, 1))
  const known = quantityIn(cart, line)
  if (known === 0) return [...cart, { ...line, quantity: added }]
  const quantity = toQuantity(known + added, 1)
  return cart.map((each) => (isSame(each, line) && each.kind !== 'subscription' ? { ...each, quantity } : each))
}

/** Sets the quantity of an item; 0 removes it (CRT-007). */
export const withQuantity = (cart: Cart, item: LineRef, value: unknown): Cart => {
  const quantity = toQuantity(value, 1)
  if (quantity === 0) return withoutItems(cart, [item])
  return cart.map((each) => (isSame(each, item) && each.kind !== 'subscription' ? { ...each, quantity } : each))
}

/** The cart without these items. */
export const withoutItems = (cart: Cart, items: readonly LineRef[]): Cart =>
  cart.filter((line) => !items.some((item) => isSame(line, item)))

/** The lines of one kind: each kind has its own checkout (CRT-022). */
export const linesOf = (cart: Cart, kind: ItemKind): ItemLine[] =>
  cart.filter((line): line is ItemLine => line.kind === kind)

/** The lines of a kind that a refetch no longer returned (CRT-004). */
export const vanishedLines = (cart: Cart, kind: ItemKind, records: readonly { id: number }[]): ItemLine[] => {
  const ids = new Set(records.map((record) => record.id))
  return linesOf(cart, kind).filter((line) => !ids.has(line.id))
}

/** The number on the cart: seats of all items; a subscription counts as one (CRT-006). */
export const countOf = (cart: Cart): number =>
  cart.reduce((sum, line) => sum + (line.kind === 'subscription' ? 1 : toQuantity(line.quantity, 0)), 0)

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const readLine = (value: unknown): CartLine | null => {
  if (!isRecord(value) || typeof value.id !== 'number' || !Number.isSafeInteger(value.id) || value.id < 1) return null
  const { kind, id, type, slug } = value
  if (kind === 'subscription') return type === 'monthly' || type === 'annual' ? { kind, id, type } : null
  if ((kind !== 'course' && kind !== 'bundle') || typeof slug !== 'string') return null
  return { kind, id, slug, quantity: Math.max(1, toQuantity(value.quantity, 1)) }
}

const readStored = (text: string | null): Record<string, unknown> => {
  try {
    const value: unknown = JSON.parse(text ?? '')
    return isRecord(value) ? value : {}
  } catch {
    return {}
  }
}

/** The cart of one portal in the kept text; damaged lines are left out, and of an item's or plan's doubles the first stays (CRT-001 to CRT-003). */
export const readCart = (text: string | null, portalId: number): Cart => {
  const lines = readStored(text)[portalId]
  if (!Array.isArray(lines)) return EMPTY_CART
  const cart: CartLine[] = []
  for (const line of lines.map(readLine)) {
    if (!line || cart.some((each) => isSame(each, line))) continue
    if (line.kind === 'subscription' && cart.some((each) => each.kind === 'subscription')) continue
    cart.push(line)
  }
  return cart
}

/** The text to keep once this portal's cart is as given; the carts of other portals on the same host stay (CRT-002). */
export const writeCart = (text: string | null, portalId: number, cart: Cart): string => {
  const { [portalId]: _, ...others } = readStored(text)
  return JSON.stringify(cart.length > 0 ? { ...others, [portalId]: cart } : others)
}
