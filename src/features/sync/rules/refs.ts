/** A person as a program names them: by the portal's id, or by the id of the customer's own system (INT-033). */
export type PersonRef = { id: number } | { external_id: string }

export const EXTERNAL_PREFIX = 'external:'
export const PERSON_REF = /^(external:[!-~]{1,128}|[1-9]\d{0,14})$/

/** Reads `57` and `external:E-1042`; the contract lets nothing else through. */
export const readPersonRef = (ref: string | number): PersonRef =>
  typeof ref === 'string' && ref.startsWith(EXTERNAL_PREFIX)
    ? { external_id: ref.slice(EXTERNAL_PREFIX.length) }
    : { id: Number(ref) }

/** A course by its id, or by its slug. */
export type CourseRef = { id: number } | { slug: string }

/** Reads `12` and `osha-10`; a slug is never digits alone. */
export const readCourseRef = (ref: string | number): CourseRef =>
  /^[1-9]\d{0,14}$/.test(String(ref)) ? { id: Number(ref) } : { slug: String(ref) }
