import { loadPerson } from '#features/accounts/server/api.ts'
import { requireOwn, requireUnlocked, track } from '#features/progress/server/api.ts'
import { requireIdentity } from '#features/trade-rules/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { PROGRESS } from '#kernel/product/statuses.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { type CloudScormClient, CloudScormError, cloudScorm } from '#platform/packages/cloud-scorm.ts'
import type { Services } from '#platform/services.ts'
import {
  findOrMakeRegistration,
  loadCloudModule,
  type RegistrationRow,
  updateRegistration,
} from '../registrations-store.ts'
import { passwordOf, targetOf } from '../service.ts'
import { applyReport } from './apply-report.ts'

type Needs = Pick<Services, 'config' | 'cloudScorm' | 'progress'>
type ModuleStart = { related_id: number; module_id: number }

/** Everything that decides, in one transaction, before the service is asked. */
const prepare = async (needs: Needs, tx: Tx, ctx: SignedIn, start: ModuleStart) => {
  const [tracked, module, person] = await Promise.all([
    track(tx, ctx, start.related_id),
    loadCloudModule(tx, ctx.portal.id, { enrollment_id: start.related_id, module_id: start.module_id }),
    loadPerson(tx, ctx.portal.id, ctx.viewer.user_id),
  ])
  const enrollment = requireOwn(ctx, tracked.enrollment)
  const item = tracked.course.outline.find(({ type, id }) => type === 'CloudScormModule' && id === start.module_id)
  if (!module || !item || !person) throw fail('not_found')
  if (!enrollment.is_readable) throw fail('not_enough_permissions')
  await requireUnlocked(tx, ctx, tracked.course, item)
  if (tracked.course.has_rules && enrollment.access === 'active') await requireIdentity(tx, ctx, enrollment)
  const target = await targetOf(needs, tx, ctx.portal.id)
  if (!target) throw fail('cloud_scorm_key_missing')
  const { scorm_id: scormId } = module
  if (scormId === null) throw fail('invalid', { message: 'This module has no package yet.' })
  const at = { portal_id: ctx.portal.id, enrollment_id: enrollment.id, module_id: module.id, course_id: scormId }
  const registration = await findOrMakeRegistration(tx, at, ctx.now)
  const slug = tracked.course.slug
  return { module: { ...module, scorm_id: scormId }, person, target, registration, slug, enrollment }
}
type Prepared = Awaited<ReturnType<typeof prepare>>

/** Registers the learner with the service, or, if they are registered, takes over what it knows by now. */
const ensureRegistered = async (
  needs: Needs,
  db: Db,
  ctx: SignedIn,
  client: CloudScormClient,
  { registration, person }: Pick<Prepared, 'registration' | 'person'>,
): Promise<void> => {
  const inPortal = <T>(work: (tx: Tx) => Promise<T>) => db.withPortal(ctx.portal.id, work)
  const known = registration.is_registered ? await client.registration(registration.uuid) : null
  if (known) {
    // A message that never arrived is made up for at the next start.
    await inPortal((tx) => applyReport(needs.progress, tx, ctx, registration, known))
    return
  }
  await create(needs, ctx, client, { registration, person })
  await inPortal((tx) => updateRegistration(tx, registration, { is_registered: true }))
}

const create = async (
  { config }: Needs,
  ctx: SignedIn,
  client: CloudScormClient,
  { registration, person }: { registration: RegistrationRow; person: Prepared['person'] },
): Promise<void> => {
  const { uuid } = registration
  try {
    await client.createRegistration({
      registration_id: uuid,
      course_id: registration.course_id,
      learner: {
        id: `portico-${person.id}`,
        email: person.email,
        first_name: person.first_name ?? '',
        last_name: person.last_name ?? '',
      },
      post_back: {
        url: `${ctx.host_portal.origin}/api/v1/integrations/cloud-scorm/callback`,
        user_name: uuid,
        password: passwordOf(config.secret, uuid),
      },
    })
  } catch (error) {
    // Two starts at once, or one that ended between the service's answer and our note of it.
    const isThere =
      error instanceof CloudScormError && !error.is_temporary && (await client.registration(uuid)) !== null
    if (!isThere) throw error
  }
}

/** The errors of the service as a learner reads them. */
export const readable = (error: unknown): unknown =>
  error instanceof CloudScormError
    ? fail('invalid', {
        message: error.is_temporary ? 'We cannot reach the module right now. Please try again later.' : error.message,
      })
    : error

/**
 * Starts a cloud module for its learner: registers them at the service, asks for the address at which they play, and only
 * then sets the item in progress, so that a failed start changes nothing (LRN-013, LRN-015, SCO-021, SCO-024). In a
 * completed course it is opened without recording. No transaction is open while the service is asked. Throws
 * `cloud_scorm_key_missing` without a key (INT-008).
 */
export const startCloudModule = async (needs: Needs, db: Db, ctx: SignedIn, start: ModuleStart) => {
  const inPortal = <T>(work: (tx: Tx) => Promise<T>) => db.withPortal(ctx.portal.id, work)
  const prepared = await inPortal((tx) => prepare(needs, tx, ctx, start))
  const { module, target, registration, slug, enrollment } = prepared
  const isKept = enrollment.access === 'active'
  const client = cloudScorm(target)
  const path = `/courses/learner/${slug}/${enrollment.id}/outline/CloudScormModule/${module.id}`
  try {
    await ensureRegistered(needs, db, ctx, client, prepared)
    const link = await client.launchLink(registration.uuid, {
      redirect_url: `${ctx.host_portal.origin}${path}`,
      is_tracked: isKept,
    })
    const progress = await inPortal(async (tx) => {
      const tracked = await track(tx, ctx, enrollment.id)
      const item = tracked.course.outline.find(({ type, id }) => type === 'CloudScormModule' && id === module.id)
      if (!item) throw fail('not_found')
      if (!isKept) return { id: item.progress_id, status: item.status }
      const status = item.status === PROGRESS.not_started ? PROGRESS.in_progress : item.status
      const opened = { type: item.type, id: item.id }
      const answer = await needs.progress.change(tx, ctx, tracked, { ...opened, status }, { opened })
      return { id: answer.progress_id, status: answer.item_status }
    })
    return {
      id: module.id,
      title: module.title,
      slug: module.slug,
      scorm_id: module.scorm_id,
      scorm_link: link,
      course_user_progress: progress.id === null ? null : { id: progress.id, status: progress.status },
      is_kept: isKept,
    }
  } catch (error) {
    throw readable(error)
  }
}
