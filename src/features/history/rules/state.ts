import { isSameJson } from '#kernel/format/compare.ts'
import { isItems } from './fields.ts'

/** A record by its fields; of roles and tags, all that somebody has. */
export type Values = Readonly<Record<string, unknown>>

/** A recorded change: the fields that it has no values for have lost them with personal data. */
export type Change = {
  fields: readonly string[]
  changed: Readonly<Record<string, readonly [before: unknown, after: unknown]>>
}

/** How a record was, and the fields of which that is forgotten. */
export type Past = { values: Values; forgotten: readonly string[] }

const asItems = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const isFilled = (value: unknown): boolean => value !== null && value !== undefined

/** Items without what was given and with what was taken. */
const itemsBefore = (items: unknown, [taken, given]: readonly [unknown, unknown]): unknown[] => {
  const rest = asItems(items).filter((item) => !isFilled(given) || item !== given)
  return isFilled(taken) && !rest.includes(taken) ? [...rest, taken] : rest
}

/** Whether two values of a field are the same; items in any order. */
export const isSameValue = (field: string, one: unknown, other: unknown): boolean => {
  if (!isItems(field)) return isSameJson(one ?? null, other ?? null)
  const [a, b] = [new Set(asItems(one)), new Set(asItems(other))]
  return a.size === b.size && [...a].every((item) => b.has(item))
}

/** How a record was before these changes, the newest first, from how it is now (HIS-010). */
export const stateBefore = (now: Values, later: readonly Change[]): Past => {
  const values: Record<string, unknown> = { ...now }
  const forgotten = new Set<string>()
  for (const { fields, changed } of later)
    for (const field of fields) {
      const pair = changed[field]
      if (!pair) {
        forgotten.add(field)
        continue
      }
      values[field] = isItems(field) ? itemsBefore(values[field], pair) : pair[0]
      // Items are counted back from what is forgotten; one value is known again.
      if (!isItems(field)) forgotten.delete(field)
    }
  for (const field of forgotten) delete values[field]
  return { values, forgotten: [...forgotten] }
}

/** How a record would be without one change, and the fields that were changed again since (HIS-011). */
export const withoutChange = (
  now: Values,
  { fields, changed }: Change,
): Past & { changed_since: readonly string[] } => {
  const values: Record<string, unknown> = { ...now }
  const changedSince: string[] = []
  for (const field of fields) {
    const pair = changed[field]
    if (!pair) continue
    const [before, after] = pair
    values[field] = isItems(field) ? itemsBefore(now[field], pair) : before
    const isStill = isItems(field)
      ? isFilled(after)
        ? asItems(now[field]).includes(after)
        : !asItems(now[field]).includes(before)
      : isSameValue(field, now[field], after)
    if (!isStill) changedSince.push(field)
  }
  return { values, forgotten: fields.filter((field) => !changed[field]), changed_since: changedSince }
}
