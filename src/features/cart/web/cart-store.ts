import { useMemo, useSyncExternalStore } from 'react'
import { useSession } from '#ui/calls/api.tsx'
import {
  type Cart,
  type CartLine,
  countOf,
  EMPTY_CART,
  readCart,
  withLine,
  withoutItems,
  withQuantity,
  writeCart,
} from '../rules/cart.ts'

const KEY = 'cart'

// In a browser that forbids storage the cart lasts as long as the page.
let memory: string | null = null
let hasStorage = true

const readText = (): string | null => {
  if (!hasStorage) return memory
  try {
    return localStorage.getItem(KEY)
  } catch {
    hasStorage = false
    return memory
  }
}

let shown: { text: string | null; portalId: number; cart: Cart } | undefined
const listeners = new Set<() => void>()

// The same text gives the same object, which is what React asks of a snapshot.
const read = (portalId: number): Cart => {
  const text = readText()
  if (!shown || shown.text !== text || shown.portalId !== portalId) {
    shown = { text, portalId, cart: readCart(text, portalId) }
  }
  return shown.cart
}

const write = (portalId: number, change: (cart: Cart) => Cart) => {
  const before = read(portalId)
  const cart = change(before)
  if (cart === before) return
  memory = writeCart(readText(), portalId, cart)
  try {
    localStorage.setItem(KEY, memory)
  } catch {
    hasStorage = false
  }
  for (const listener of listeners) listener()
}

const HEARD = ['storage', 'pageshow']

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  // A page that the browser restores from its cache has missed everything since, such as a payment.
  for (const event of HEARD) window.addEventListener(event, listener)
  return () => {
    listeners.delete(listener)
    for (const event of HEARD) window.removeEventListener(event, listener)
  }
}

/** The cart of one portal, kept in local storage, the same in all tabs (CRT-002). */
export const cartOf = (portalId: number) => ({
  get: () => read(portalId),
  /** Adds an item, or raises the quantity of one that is there (CRT-009). */
  add: (line: CartLine) => write(portalId, (cart) => withLine(cart, line)),
  /** Sets a quantity; 0 removes the item (CRT-007). */
  setQuantity: (item: Pick<CartLine, 'kind' | 'id'>, quantity: unknown) =>
    write(portalId, (cart) => withQuantity(cart, item, quantity)),
  remove: (items: readonly Pick<CartLine, 'kind' | 'id'>[]) =>
    write(portalId, (cart) => (items.length > 0 ? withoutItems(cart, items) : cart)),
  clear: () => write(portalId, () => EMPTY_CART),
})

/** The cart of this page's portal, as it changes; empty while the page is taken over from the server. */
export const useCart = (): Cart => {
  const { portal } = useSession()
  return useSyncExternalStore(
    subscribe,
    () => read(portal.id),
    () => EMPTY_CART,
  )
}

/** What changes the cart of this page's portal. */
export const useCartActions = () => {
  const { portal } = useSession()
  return useMemo(() => cartOf(portal.id), [portal.id])
}

/** The number on the cart: seats of all items; a subscription counts as one. */
export const useCartCount = (): number => countOf(useCart())
