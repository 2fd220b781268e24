/** A line of an order that is about to be made. */
export type NewLine = {
  kind: 'course' | 'bundle' | 'credits' | 'subscription' | 'shipping'
  /** The course, bundle, plan or thing that is sent; null for general credits. */
  item_id: number | null
  title: string
  slug: string | null
  quantity: number
  unit_price_cents: number
  /** The courses of the line; `null` for general credits, empty for lines without courses. */
  courses: (number | null)[]
  /** Of shipping: the line that something is sent for, counted from 1. */
  for_position?: number
}
