import { changesBetween, loadVersionItems } from '#features/versions/server/api.ts'
import { fail } from '#kernel/errors.ts'
import { plainText } from '#kernel/text.ts'
import type { Tx } from '#platform/db/db.ts'
import { inPortal } from '#platform/db/other-portals.ts'
import type { ReceivedRow } from './received-store.ts'
import { loadRelease, type Release, type ReleaseFields } from './shares-store.ts'

const shownOf = (field: string, value: ReleaseFields[keyof ReleaseFields]): string | null => {
  if (value === null || value === '') return null
  return field === 'description' ? plainText(String(value)) : String(value)
}

const fieldChanges = (before: Release | null, { fields }: Release) =>
  Object.entries(fields)
    .filter(([field, value]) => (before?.fields[field as keyof ReleaseFields] ?? null) !== value)
    .map(([field, value]) => ({
      field,
      before: before && shownOf(field, before.fields[field as keyof ReleaseFields]),
      after: shownOf(field, value),
    }))

/** What taking the offered release would change, compared in the portal that shares the course (SHR-007). */
export const compareOffer = (tx: Tx, received: ReceivedRow) => {
  const { source_portal_id: portal_id, source_course_id: course_id, taken, offered } = received
  const at = { portal_id, course_id }
  return inPortal(tx, portal_id, async () => {
    const after = await loadRelease(tx, at, offered)
    if (!after) throw fail('not_found')
    if (offered === taken) return { offered_at: after.created_at, field_changes: [], item_changes: [] }
    const before = await loadRelease(tx, at, taken)
    const items = async (release: Release | null) => (release ? loadVersionItems(tx, at, release.version) : [])
    return {
      offered_at: after.created_at,
      field_changes: fieldChanges(before, after),
      item_changes: changesBetween(await items(before), await items(after)),
    }
  })
}
