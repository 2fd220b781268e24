import {
  type CourseRow,
  insertCourse,
  loadCourse,
  lockCourse,
  rememberSlug,
  takeSlug,
  touchCourse,
  updateCourseRow,
} from '#features/courses/server/api.ts'
import { receivePictures, removePublicFile, uuidOfUrl } from '#features/media/server/api.ts'
import { publishDraft } from '#features/versions/server/api.ts'
import type { Context } from '#kernel/context.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { inPortal } from '#platform/db/other-portals.ts'
import { offer, stateOf } from '../rules/offers.ts'
import { applyVersion } from './apply-version.ts'
import { insertReceived, loadReceivedOf, type ReceivedRow, updateReceived } from './received-store.ts'
import type { Release, ReleaseFields } from './shares-store.ts'
import type { SourceVersion } from './source-version.ts'
import { tellShared } from './tell.ts'

/** The receiving portal, and the person who decides there; a job decides for nobody. */
export type Receiver = Pick<Context, 'portal' | 'viewer' | 'now' | 'request'>

/** A release of a course with the version that belongs to it. */
export type Offer = {
  portal_id: number
  course_id: number
  portal_name: string
  release: Release
  version: SourceVersion
}

const PICTURES = ['thumbnail', 'seo_image', 'author_avatar'] as const
type Pictures = Record<(typeof PICTURES)[number], string | null>

/** The pictures of a release; one that the source has replaced since is the one that it has now. */
const takePictures = async (tx: Tx, to: Receiver, { portal_id, course_id, release }: Offer): Promise<Pictures> => {
  const at = { from: portal_id, to: to.portal.id, now: to.now }
  const offered = PICTURES.map((name) => release.fields[name] as string | null)
  const there = await receivePictures(tx, at, offered)
  const isGone = (url: string | null): boolean => uuidOfUrl(url) !== null && !there.has(url as string)
  if (!offered.some(isGone))
    return Object.fromEntries(PICTURES.map((name, index) => [name, offered[index]])) as Pictures
  const source = await inPortal(tx, portal_id, () => loadCourse(tx, portal_id, { id: course_id }))
  const present = PICTURES.map((name) => source?.[name] ?? null)
  const instead = await receivePictures(
    tx,
    at,
    present.filter((_, index) => isGone(offered[index] ?? null)),
  )
  return Object.fromEntries(
    PICTURES.map((name, index) => {
      const [url = null, now = null] = [offered[index], present[index]]
      return [name, isGone(url) ? (now !== null && instead.has(now) ? now : null) : url]
    }),
  ) as Pictures
}

const textFields = ({ thumbnail: _, seo_image: __, author_avatar: ___, ...fields }: ReleaseFields) => fields

/** Makes a received course, which is locked, what a release says, and publishes it here as a version if it differs (SHR-006). */
export const takeRelease = async (
  tx: Tx,
  to: Receiver,
  { course, received, offer: taken }: { course: CourseRow; received: ReceivedRow; offer: Offer },
): Promise<void> => {
  const { release } = taken
  const text = await applyVersion(tx, course, taken.version, to.now)
  const pictures = await takePictures(tx, to, taken)
  const fields = textFields(release.fields)
  const description = typeof fields.description === 'string' ? text(fields.description) : null
  await updateCourseRow(tx, to.portal.id, course.id, { ...fields, ...pictures, description } as never)
  const kept = new Set(Object.values(pictures))
  for (const name of PICTURES) if (!kept.has(course[name])) await removePublicFile(tx, to, course[name])
  await publishDraft(tx, to, course, `Version ${release.version} of ${taken.portal_name}`)
  await updateReceived(tx, received, {
    taken: release.number,
    decided_at: to.now,
    ...(to.viewer && { decided_by: to.viewer.user_id }),
  })
  await touchCourse(tx, to, course.id)
  await logActivity(tx, to, {
    action: 'course.take-update',
    subject_type: 'course',
    subject_id: course.id,
    changes: { portal: taken.portal_name, release: release.number, version: release.version },
  })
}

const create = async (tx: Tx, to: Receiver, offered: Offer): Promise<void> => {
  const portal_id = to.portal.id
  const { release } = offered
  const title = String(release.fields.title)
  const course = await insertCourse(tx, {
    portal_id,
    title,
    slug: await takeSlug(tx, portal_id, title, null),
    source_portal_id: offered.portal_id,
    created_at: to.now,
    updated_at: to.now,
  })
  await rememberSlug(tx, portal_id, course.id, null, course.slug)
  await insertReceived(tx, {
    portal_id,
    course_id: course.id,
    source_portal_id: offered.portal_id,
    source_course_id: offered.course_id,
    offered: release.number,
    received_at: to.now,
  })
  const received = (await loadReceivedOf(tx, portal_id, offered)) as ReceivedRow
  await takeRelease(tx, to, { course, received, offer: offered })
  await tellShared(tx, to, { course, source: offered.portal_name, release: release.number, news: 'arrived' })
}

/**
 * Brings a release to a portal: the first one becomes a draft with its own price, dates and people to be set, later ones are
 * offered, or taken at once where the portal wants that (SHR-001, SHR-005). The caller has locked the share. Answers what the
 * portal has taken.
 */
export const receive = async (tx: Tx, to: Receiver, offered: Offer): Promise<number> => {
  const portal_id = to.portal.id
  const received = await loadReceivedOf(tx, portal_id, offered)
  if (!received) {
    await create(tx, to, offered)
    return offered.release.number
  }
  const course = (await lockCourse(tx, portal_id, { id: received.course_id })) as CourseRow
  if (course.source_revoked_at) await updateCourseRow(tx, portal_id, course.id, { source_revoked_at: null })
  const next = offer({ ...received, is_revoked: false }, offered.release.number)
  await updateReceived(tx, received, { offered: next.offered })
  const isTaken = received.takes_updates && stateOf(next) !== 'current' && next.offered === offered.release.number
  if (!isTaken) {
    if (next.offered !== received.offered && stateOf(next) === 'update')
      await tellShared(tx, to, { course, source: offered.portal_name, release: next.offered, news: 'update' })
    return received.taken
  }
  await takeRelease(tx, to, { course, received, offer: offered })
  return offered.release.number
}
