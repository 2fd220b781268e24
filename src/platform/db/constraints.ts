import { type AppError, type ErrorCode, fail } from '#kernel/errors.ts'
import { isDiskFull } from '../files/disk.ts'
import { isStorageUnavailable } from '../files/store.ts'

type Meaning = { code: ErrorCode; field?: string }

/** What a constraint means to the caller who lost a race against it: a row of the error catalog instead of a 500. */
const MEANINGS: Record<string, Meaning> = {
  users_email: { code: 'conflict', field: 'email' },
  users_email_canonical: { code: 'email_invalid', field: 'email' },
  portal_users_username: { code: 'conflict', field: 'username' },
  portal_users_external_id: { code: 'conflict', field: 'external_id' },
  badges_number: { code: 'conflict', field: 'badge_number' },
  badges_person: { code: 'conflict', field: 'badge_number' },
  courses_portal_id_slug_key: { code: 'conflict', field: 'slug' },
  bundles_portal_id_slug_key: { code: 'conflict', field: 'slug' },
  portals_slug_key: { code: 'conflict', field: 'slug' },
  custom_domains_portal_id_host_key: { code: 'conflict', field: 'host' },
  custom_emails_portal_id_email_key: { code: 'conflict', field: 'email' },
  sessions_one_running: { code: 'conflict' },
  enrollments_one_active: { code: 'invalid', field: 'user_id' },
  course_pricings_portal_id_course_id_from_key: { code: 'invalid', field: 'from' },
}

const TEXTS: Record<string, string> = {
  users_email: 'This email is already in use.',
  portal_users_username: 'This username is already in use.',
  portal_users_external_id: 'This external ID is already in use.',
  badges_number: 'This badge number is already in use.',
  badges_person: 'Somebody else gave this person a badge at this moment. Please try again.',
  courses_portal_id_slug_key: 'This slug is already in use.',
  bundles_portal_id_slug_key: 'This slug is already in use.',
  portals_slug_key: 'This slug is already in use.',
  custom_domains_portal_id_host_key: 'This domain is already in the list.',
  custom_emails_portal_id_email_key: 'This email is already in the list.',
  sessions_one_running: 'Another sign-in was faster. Please try again.',
  enrollments_one_active: 'This user is already an active learner of the course.',
  course_pricings_portal_id_course_id_from_key: 'Each tier needs its own quantity.',
}

type DatabaseError = { code?: string; constraint?: string }

/** The catalog error for an error of the database or of the disk, or undefined if it is a fault of ours. */
export const meaningOf = (error: unknown): AppError | undefined => {
  const { code, constraint } = (error ?? {}) as DatabaseError
  if (isDiskFull(error)) return fail('storage_full')
  if (isStorageUnavailable(error)) return fail('storage_unavailable')
  if (typeof code !== 'string') return undefined
  if (constraint && MEANINGS[constraint]) {
    const { code: errorCode, field } = MEANINGS[constraint]
    return fail(errorCode, { field, message: TEXTS[constraint] })
  }
  if (code === '40001' || code === '40P01')
    return fail('conflict', { message: 'Somebody else changed this at the same time. Please try again.' })
  // Somebody else was faster: two people chose the number of a slug, or a record was deleted after it was looked up.
  if (code === '23505')
    return fail('conflict', { message: 'Somebody else added the same at this moment. Please try again.' })
  if (code === '23503')
    return fail('conflict', { message: 'Something that this refers to was deleted at this moment. Please try again.' })
  if (code === '22003') return fail('invalid', { message: 'A number is too large.' })
  if (code === '22007' || code === '22008') return fail('invalid', { message: 'A date or time is out of range.' })
  if (code === '22021' || code === '22P05')
    return fail('invalid', { message: 'A text contains a character that cannot be saved.' })
  return undefined
}
