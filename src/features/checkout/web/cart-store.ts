import { useMemo, useSyncExternalStore } from 'react'
import { useSession } from '#ui/api.tsx'

/** What the cart keeps (CRT-001): never titles or prices, which are read afresh. */
export type CartLine =
  | { kind: 'course' | 'bundle'; id: number; slug: string; quantity: number }
  | { kind: 'subscription'; id: number; type: 'monthly' | 'annual' }

export type Cart = readonly CartLine[]

const KEY = 'cart'
export const MAX_QUANTITY = 9999
const EMPTY: Cart = []

/** A quantity as a whole number from 1 to 9999; what is no number counts as the fallback (CRT-005 to CRT-007). */
export const toQuantity = (value: unknown, fallback: 0 | 1): number => {
  const number = typeof value === 'number' ? value : Number.parseFloat(String(value))
  if (!Number.isFinite(number)) return fallback
  return Math.min(MAX_QUANTITY, Math.max(0, Math.trunc(number)))
}

const isLine = (value: unknown): value is CartLine => {
  const line = value as Partial<Record<string, unknown>> | null
  if (typeof line !== 'object' || line === null || !Number.isSafeInteger(line.id)) return false
  if (line.kind === 'subscription') return line.type === 'monthly' || line.type === 'annual'
  return (line.kind === 'course' || line.kind === 'bundle') && typeof line.slug === 'string'
}

type Kept = Record<string, unknown>

const readAll = (): Kept => {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Kept) : {}
  } catch {
    return {}
  }
}

const linesOf = (value: unknown): Cart =>
  Array.isArray(value)
    ? value
        .filter(isLine)
        .map((line) => (line.kind === 'subscription' ? line : { ...line, quantity: toQuantity(line.quantity, 1) || 1 }))
    : EMPTY

let cached: { text: string | null; portal: number; cart: Cart } | undefined
const listeners = new Set<() => void>()

const read = (portalId: number): Cart => {
  let text: string | null = null
  try {
    text = localStorage.getItem(KEY)
  } catch {
    return EMPTY
  }
  if (cached?.text !== text || cached.portal !== portalId)
    cached = { text, portal: portalId, cart: linesOf(readAll()[portalId]) }
  return cached.cart
}

const write = (portalId: number, cart: Cart) => {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...readAll(), [portalId]: cart }))
  } catch {
    // A browser without storage has no cart; checkout still works from the course page.
  }
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

const isSame = (a: CartLine, b: Pick<CartLine, 'kind' | 'id'>) => a.kind === b.kind && a.id === b.id

/** The cart of one portal, kept in local storage, the same in all tabs (CRT-002). */
export const cartOf = (portalId: number) => ({
  get: () => read(portalId),
  /** Adds an item; one that is there already gets the sum of the quantities (CRT-009), a subscription replaces the last (CRT-003). */
  add: (line: CartLine) => {
    const cart = read(portalId)
    if (line.kind === 'subscription')
      return write(portalId, [...cart.filter((other) => other.kind !== 'subscription'), line])
    const known = cart.find((other) => isSame(other, line))
    if (!known || known.kind === 'subscription') return write(portalId, [...cart, line])
    const quantity = toQuantity(known.quantity + line.quantity, 1)
    write(
      portalId,
      cart.map((other) => (isSame(other, line) ? { ...known, quantity } : other)),
    )
  },
  /** Sets a quantity; 0 removes the item (CRT-007). */
  setQuantity: (item: Pick<CartLine, 'kind' | 'id'>, quantity: number) => {
    const cart = read(portalId)
    write(
      portalId,
      quantity === 0
        ? cart.filter((line) => !isSame(line, item))
        : cart.map((line) =>
            isSame(line, item) && line.kind !== 'subscription'
              ? { ...line, quantity: toQuantity(quantity, 1) || 1 }
              : line,
          ),
    )
  },
  remove: (items: readonly Pick<CartLine, 'kind' | 'id'>[]) => {
    write(
      portalId,
      read(portalId).filter((line) => !items.some((item) => isSame(line, item))),
    )
  },
  clear: () => write(portalId, EMPTY),
})

/** The cart of this page's portal, as it changes; empty while the page is taken over from the server. */
export const useCart = (): Cart => {
  const { portal } = useSession()
  return useSyncExternalStore(
    subscribe,
    () => read(portal.id),
    () => EMPTY,
  )
}

/** What changes the cart of this page's portal. */
export const useCartActions = () => {
  const { portal } = useSession()
  return useMemo(() => cartOf(portal.id), [portal.id])
}

/** The number on the cart: seats of all items; a subscription counts as one. */
export const useCartCount = (): number =>
  useCart().reduce((sum, line) => sum + (line.kind === 'subscription' ? 1 : toQuantity(line.quantity, 0)), 0)
