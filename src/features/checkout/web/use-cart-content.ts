import { useEffect, useMemo } from 'react'
import {
  type Cart,
  type ItemKind,
  type ItemLine,
  linesOf,
  useCart,
  useCartActions,
  vanishedLines,
} from '#features/cart/web/public.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { useRead } from '#ui/calls/use-read.ts'
import { useHydrated } from '#ui/hooks/use-hydrated.ts'
import { cartBundles, cartCourses } from '../contract.ts'
import { inParts, MOST_ITEMS } from '../rules/parts.ts'
import { keepRecords, storedRecords } from './kept-records.ts'

type CartCourse = Wire<typeof cartCourses>['data'][number]
type CartBundle = Wire<typeof cartBundles>['data'][number]

/** What the cart holds, with the records behind it. */
export type CartEntry =
  | { line: ItemLine; kind: 'course'; record: CartCourse }
  | { line: ItemLine; kind: 'bundle'; record: CartBundle }

export type CartContent = {
  cart: Cart
  /** The lines whose records are there, in the order of the cart. */
  entries: CartEntry[]
  /** Until the records of all lines are there. */
  isLoading: boolean
  error: unknown
  again: () => void
}

const idsOf = (cart: Cart, kind: ItemKind) => linesOf(cart, kind).map((line) => line.id)

/**
 * The cart with its courses and bundles, newly read (CRT-001, CRT-032); until they arrive, as this tab last read them.
 * Items that the server no longer returns are removed from the cart, and a toast says so (CRT-004, ERR-022).
 */
export const useCartContent = (kinds: readonly ItemKind[]): CartContent => {
  const api = useApi()
  const { id: portalId } = useSession().portal
  const cart = useCart()
  const actions = useCartActions()
  const isHydrated = useHydrated()
  const idsByKind = kinds.map((kind) => [kind, idsOf(cart, kind).toSorted((a, b) => a - b)] as const)
  const ids = (kind: ItemKind) => idsByKind.find(([each]) => each === kind)?.[1] ?? []
  const isWanted = idsByKind.some(([, list]) => list.length > 0)
  const reading = useRead(isHydrated && isWanted ? JSON.stringify(idsByKind) : null, async () => {
    const parts = (kind: ItemKind) => inParts(ids(kind), MOST_ITEMS)
    const [courses, bundles] = await Promise.all([
      Promise.all(parts('course').map((part) => api.call(cartCourses, { query: { ids: part } }))),
      Promise.all(parts('bundle').map((part) => api.call(cartBundles, { query: { ids: part } }))),
    ])
    return {
      asked: idsByKind,
      courses: courses.flatMap(({ data }) => data),
      bundles: bundles.flatMap(({ data }) => data),
    }
  })
  const { data } = reading
  // The page is taken over from the server first, which knows of no cart.
  const stored = useMemo(() => (isHydrated ? storedRecords(portalId) : null), [isHydrated, portalId])
  const shown = data ?? stored

  useEffect(() => {
    if (data) keepRecords(portalId, data)
  }, [data, portalId])

  useEffect(() => {
    if (!data) return
    const keys = new Set(data.asked.flatMap(([kind, list]) => list.map((id) => `${kind} ${id}`)))
    const gone = [
      ...vanishedLines(actions.get(), 'course', data.courses),
      ...vanishedLines(actions.get(), 'bundle', data.bundles),
    ].filter(({ kind, id }) => keys.has(`${kind} ${id}`))
    if (gone.length === 0) return
    actions.remove(gone)
    void Promise.all([import('#kernel/product/texts.ts'), import('#ui/public/dialogs/toast.ts')]).then(
      ([{ toastText }, { toast }]) => toast.warning(toastText('cart_items_removed')),
    )
  }, [data, actions])

  const entries = useMemo(() => {
    const courses = new Map(shown?.courses.map((course) => [course.id, course]))
    const bundles = new Map(shown?.bundles.map((bundle) => [bundle.id, bundle]))
    return kinds.flatMap((kind) =>
      linesOf(cart, kind).flatMap((line): CartEntry[] => {
        if (kind === 'course') {
          const record = courses.get(line.id)
          return record ? [{ line, kind, record }] : []
        }
        const record = bundles.get(line.id)
        return record ? [{ line, kind, record }] : []
      }),
    )
  }, [cart, shown, kinds])

  const isLoading = !isHydrated || (isWanted && entries.length === 0 && reading.isReading)
  return { cart, entries, isLoading, error: entries.length === 0 ? reading.error : null, again: reading.again }
}
