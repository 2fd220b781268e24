import type { FieldErrors } from '#kernel/errors.ts'

/** Errors of a refused form: those of fields that are on the form, and those of others, which become toasts (VAL-005). */
export type SortedErrors = { fields: Record<string, string>; others: string[] }

/**
 * Sorts the messages of a refused call by the fields of the form. A message belongs to the field of its path, or to the
 * nearest field around it: `prices.1.from` to `prices.1`, else to `prices`.
 */
export const sortErrors = (errors: FieldErrors, names: readonly string[]): SortedErrors => {
  const known = new Set(names)
  const fields: Record<string, string> = {}
  const others: string[] = []
  for (const [path, texts] of Object.entries(errors)) {
    const text = texts[0]
    if (!text) continue
    const owner = ownerOf(path, known)
    if (owner === null) others.push(...texts.filter((each) => !others.includes(each)))
    else fields[owner] ??= text
  }
  return { fields, others }
}

const ownerOf = (path: string, known: ReadonlySet<string>): string | null => {
  let at = path
  while (at) {
    if (known.has(at)) return at
    const dot = at.lastIndexOf('.')
    if (dot < 0) return null
    at = at.slice(0, dot)
  }
  return null
}

/** The first field with an error, in the order in which the fields stand on the screen (VAL-006). */
export const firstOf = (names: readonly string[], errors: Readonly<Record<string, unknown>>): string | null =>
  names.find((name) => errors[name]) ?? null
