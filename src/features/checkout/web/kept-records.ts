import type { Wire } from '#kernel/endpoint.ts'
import type { cartBundles, cartCourses } from '../contract.ts'

export type CartRecords = {
  courses: readonly Wire<typeof cartCourses>['data'][number][]
  bundles: readonly Wire<typeof cartBundles>['data'][number][]
}
type StoredRecords = CartRecords & { portal_id: number; program: string }

const KEY = 'cart-records'
/** The address of this file changes with the program: records of another version may have another shape. */
const PROGRAM = import.meta.url

/** The records behind the cart as this tab read them last; they are shown until they are read afresh. */
export const storedRecords = (portalId: number): CartRecords | null => {
  try {
    const stored = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as StoredRecords | null
    return stored?.portal_id === portalId && stored.program === PROGRAM ? stored : null
  } catch {
    return null
  }
}

/** Stores the records that were just read, together with earlier records of the other kind. */
export const keepRecords = (portalId: number, { courses, bundles }: CartRecords): void => {
  const before = storedRecords(portalId)
  const records: StoredRecords = {
    portal_id: portalId,
    program: PROGRAM,
    courses: courses.length > 0 ? courses : (before?.courses ?? []),
    bundles: bundles.length > 0 ? bundles : (before?.bundles ?? []),
  }
  try {
    sessionStorage.setItem(KEY, JSON.stringify(records))
  } catch {
    // Without storage the records are read on each load.
  }
}
