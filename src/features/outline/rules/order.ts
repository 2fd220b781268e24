import { errorText, type FieldErrors } from '#kernel/errors.ts'

/** An item and the place it is to have. */
export type Placed = { id: number; sort_number: number }
export type SortDecision = { ids: number[]; errors: null } | { ids: null; errors: FieldErrors }

/**
 * The new order of all items, or the errors of the request, by field such as `items.2.id` (BLD-013, BLD-014, BLD-039):
 * it must name every present item once and no others, with the numbers 1 to n, each once. A request with one error
 * changes nothing.
 */
export const decideSort = (presentIds: readonly number[], requested: readonly Placed[]): SortDecision => {
  const present = new Set(presentIds)
  const errors: FieldErrors = {}
  const ids = new Array<number | undefined>(presentIds.length).fill(undefined)
  const seen = new Set<number>()
  requested.forEach(({ id, sort_number: place }, index) => {
    if (!present.has(id) || seen.has(id)) errors[`items.${index}.id`] = [errorText('not_in_options')]
    seen.add(id)
    if (!Number.isSafeInteger(place)) errors[`items.${index}.sort_number`] = [errorText('not_integer')]
    else if (place < 1) errors[`items.${index}.sort_number`] = [errorText('min_value', { min: 1 })]
    else if (place > presentIds.length)
      errors[`items.${index}.sort_number`] = [errorText('max_value', { max: presentIds.length })]
    else if (ids[place - 1] !== undefined) errors[`items.${index}.sort_number`] = [errorText('not_in_options')]
    else ids[place - 1] = id
  })
  if (presentIds.some((id) => !seen.has(id))) errors.items = [errorText('required')]
  return Object.keys(errors).length > 0 ? { ids: null, errors } : { ids: ids as number[], errors: null }
}

/** The order with one item at a place from 1 on, wherever it stood before; beyond the end means last, absent as well. */
export const placeAt = (ids: readonly number[], id: number, place?: number | null): number[] => {
  const others = ids.filter((other) => other !== id)
  const index = Math.min(Math.max((place ?? others.length + 1) - 1, 0), others.length)
  return others.toSpliced(index, 0, id)
}
