import { fail } from '#kernel/errors.ts'

/** Objects and lists inside each other; the deepest content of a page stays far below. */
export const DEEPEST = 64

type Fault = { path: string; code: 'text_not_storable' | 'nested_too_deeply' }

const isStorable = (text: string): boolean => text.isWellFormed() && !text.includes('\u0000')

/** A name as it can stand in an answer, whatever is wrong with it. */
const printable = (name: string): string => name.toWellFormed().replaceAll('\u0000', '\ufffd')

/** The first text or name in a value that the database cannot store, with its path; null if there is none. */
const faultOf = (value: unknown, path: string, depth: number, isAnyText: boolean): Fault | null => {
  if (typeof value === 'string') return isAnyText || isStorable(value) ? null : { path, code: 'text_not_storable' }
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return null
  if (depth === DEEPEST) return { path, code: 'nested_too_deeply' }
  for (const name in value) {
    const at = path === '' ? printable(name) : `${path}.${printable(name)}`
    if (!isStorable(name)) return { path: at, code: 'text_not_storable' }
    const fault = faultOf((value as Record<string, unknown>)[name], at, depth + 1, isAnyText)
    if (fault) return fault
  }
  return null
}

/**
 * Refuses what PostgreSQL cannot store in any column: half of a surrogate pair and NUL, in texts and in names of
 * fields, and values nested so deeply that they would overflow the stack (API-027). `isAnyText` skips the texts and
 * checks only names and depth.
 */
export const requireStorable = (value: unknown, { isAnyText = false } = {}): void => {
  const fault = faultOf(value, '', 0, isAnyText)
  if (!fault) return
  const text =
    fault.code === 'nested_too_deeply'
      ? fail(fault.code, { params: { max: DEEPEST } }).message
      : fail(fault.code).message
  throw fail('invalid', { fields: { [fault.path]: [text] } })
}
