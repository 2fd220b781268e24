import { canonicalNumber } from '#kernel/access/badge-number.ts'

/** A person as a program names them: by the portal's id, the id of the customer's own system, or a badge (INT-033, BDG-039). */
export type PersonRef = { id: number } | { external_id: string } | { badge_number: string }

export const EXTERNAL_PREFIX = 'external:'
const BADGE_PREFIX = 'badge:'
export const PERSON_REF = /^(external:[!-~]{1,128}|badge:[A-Za-z0-9][A-Za-z0-9-]{1,18}[A-Za-z0-9]|[1-9]\d{0,14})$/

/** Reads `57`, `external:E-1042` and `badge:10442`; the contract lets nothing else through. */
export const readPersonRef = (ref: string | number): PersonRef => {
  const text = String(ref)
  if (text.startsWith(EXTERNAL_PREFIX)) return { external_id: text.slice(EXTERNAL_PREFIX.length) }
  const number = text.startsWith(BADGE_PREFIX) ? canonicalNumber(text.slice(BADGE_PREFIX.length)) : null
  return number === null ? { id: Number(ref) } : { badge_number: number }
}

/** A course by its id, or by its slug. */
export type CourseRef = { id: number } | { slug: string }

/** Reads `12` and `osha-10`; a slug is never digits alone. */
export const readCourseRef = (ref: string | number): CourseRef =>
  /^[1-9]\d{0,14}$/.test(String(ref)) ? { id: Number(ref) } : { slug: String(ref) }
