import { createWithoutEmail, findByExternalIds, findOrCreateUser, giveRole } from '#features/accounts/server/api.ts'
import { issueBadge, ownersOf, startableAmong, withdrawBadge } from '#features/badges/server/api.ts'
import { enrollLearner } from '#features/enrollments/server/api.ts'
import { loadNumbers, removeNumber, setNumber } from '#features/text-messages/server/api.ts'
import { DEFAULT_ROLE, type Role } from '#kernel/access/permissions.ts'
import { isSubscribed } from '#kernel/access/subscribed.ts'
import type { SignedIn } from '#kernel/context.ts'
import { foldText } from '#kernel/fold.ts'
import { endOfDay, lastMomentOf } from '#kernel/format/day.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { countChange } from '#platform/db/record-versions.ts'
import { forgetViewer } from '#platform/live/viewers.ts'
import { dropPages } from '#platform/pages/page-tags.ts'
import { decide, type Plan } from '../rules/decide.ts'
import { OUTCOME_NAMES, type Outcome } from '../rules/fields.ts'
import { keyOfPerson, type PersonValues } from '../rules/read-row.ts'
import { rolesToGive } from './actor.ts'
import {
  type CreditsLeft,
  leftFor,
  loadCourses,
  loadLearners,
  loadMembers,
  loadTags,
  loadUsernames,
  type MemberFacts,
} from './facts.ts'
import type { ImportRecord, KeptRow, Written } from './store.ts'

/** What a row would do now, and for whom. */
const planNow = async (tx: Tx, ctx: SignedIn, row: KeptRow): Promise<{ plan: Plan; member: MemberFacts | null }> => {
  const portalId = ctx.portal.id
  const member = (await loadMembers(tx, ctx, [row])).get(keyOfPerson(row)) ?? null
  const username = row.person.username
  const owner = username ? (await loadUsernames(tx, portalId, [username])).get(username.toLowerCase()) : undefined
  const externalId = row.person.external_id
  const namesake = externalId ? (await findByExternalIds(tx, portalId, [externalId])).get(externalId) : undefined
  const badge = row.person.badge_number
  const badgeOwner = badge ? (await ownersOf(tx, portalId, [badge])).get(badge) : undefined
  // By the id that the check has found: a title may belong to another course by now.
  const course =
    row.course_id === null
      ? null
      : ((await loadCourses(tx, portalId, [String(row.course_id)])).get(String(row.course_id)) ?? 'missing')
  const learners = await loadLearners(tx, ctx, {
    user_ids: member ? [member.id] : [],
    course_ids: row.course_id === null ? [] : [row.course_id],
  })
  const left: CreditsLeft = { general: null, of_course: new Map() }
  const plan = decide(
    row,
    {
      person: member,
      is_further: row.is_further,
      course,
      is_learner: member !== null && row.course_id !== null && learners.has(member.id, row.course_id),
      credits: row.course_id === null ? 0 : await leftFor(tx, portalId, left, row.course_id),
      is_subscribed: isSubscribed(ctx.portal, ctx.now),
      tags: row.tags.length > 0 ? await loadTags(tx, portalId) : new Map(),
      is_username_taken: owner !== undefined && owner !== member?.id,
      is_external_id_taken: namesake !== undefined && namesake.user_id !== member?.id,
      is_badge_taken: badgeOwner !== undefined && badgeOwner !== member?.id,
      has_badges: ctx.portal.setting.has_badges,
      roles: rolesToGive(ctx),
      time_zone: ctx.portal.setting.time_zone,
      now: ctx.now,
    },
    foldText,
  )
  return { plan, member }
}

const saveBadge = async (tx: Tx, ctx: SignedIn, userId: number, number: string | null | undefined) => {
  if (number === null) await withdrawBadge(tx, ctx, userId)
  else if (number !== undefined) await issueBadge(tx, ctx, { user_id: userId, number })
}

type Consent = Written['former_consent']

/** A number that the row names is entered as on the person's page (TXT-021); one that an undo restores has its former consent. */
const saveMobile = async (
  tx: Tx,
  ctx: SignedIn,
  userId: number,
  { number, consent }: { number: string | null | undefined; consent: Consent },
) => {
  if (number === undefined) return
  if (number === null) await removeNumber(tx, ctx, userId)
  else if (!consent) await setNumber(tx, ctx, userId, number)
  else await setNumber(tx, ctx, userId, number, { consent_at: new Date(consent.at), consent_by: consent.user_id })
}

/** The values that can be saved: a new person may belong to another portal, whose number only super admins enter (TXT-006). */
const writable = async (
  tx: Tx,
  ctx: SignedIn,
  userId: number,
  values: PersonValues,
  isNew: boolean,
): Promise<{ values: PersonValues; left: string | null }> => {
  if (!isNew || values.mobile_number === undefined) return { values, left: null }
  if ((await startableAmong(tx, ctx, [userId])).has(userId)) return { values, left: null }
  const { mobile_number: _, ...others } = values
  return { values: others, left: 'The mobile number was left out: you cannot enter one for this person.' }
}

const consentOf = async (tx: Tx, ctx: SignedIn, userId: number): Promise<Consent> => {
  const former = (await loadNumbers(tx, ctx.portal.id, [userId])).get(userId)
  return former && { at: former.consent_at.toISOString(), user_id: former.consent_by }
}

/** Writes values of a person, or empties them; a badge is issued or withdrawn, a mobile number entered or removed. */
export const saveValues = async (
  tx: Tx,
  ctx: SignedIn,
  userId: number,
  { badge_number: number, mobile_number: mobile, ...values }: Record<string, string | null>,
  consent?: Consent,
) => {
  await saveBadge(tx, ctx, userId, number)
  await saveMobile(tx, ctx, userId, { number: mobile, consent })
  if (Object.keys(values).length === 0) return
  await tx
    .updateTable('portal_users')
    .set({ ...values, updated_at: ctx.now })
    .where('portal_id', '=', ctx.portal.id)
    .where('user_id', '=', userId)
    .execute()
  await countChange(tx, ctx, 'user', [userId])
  await forgetViewer(tx, userId)
  await dropPages(tx, `person:${userId}`)
}

const addTags = async (tx: Tx, ctx: SignedIn, userId: number, tagIds: readonly number[]) => {
  if (tagIds.length === 0) return
  await tx
    .insertInto('user_tags')
    .values(tagIds.map((term_id) => ({ portal_id: ctx.portal.id, user_id: userId, term_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await countChange(tx, ctx, 'user-tags', [userId])
}

/** What stands in the way of doing what the check said; null where nothing does. */
const difference = (expected: Outcome, plan: Plan, row: KeptRow, member: MemberFacts | null): string | null => {
  if (row.is_further && member === null) return 'The first row of this person was not imported.'
  if (plan.outcome === expected || plan.outcome === 'refused' || plan.outcome === 'unchanged') return null
  return `Left out: the check said “${OUTCOME_NAMES[expected]}”, and by now it would be “${OUTCOME_NAMES[plan.outcome]}”. Import this row again.`
}

export type Applied = { result: Outcome; reason: string | null; written: Written | null }

/**
 * Does for one row what the check said, in the transaction of the row (USR-063). What has changed since is not guessed at:
 * then the row is refused, or unchanged where somebody has done the same already. Throws before it has written anything the
 * caller keeps.
 */
export const applyRow = async (
  tx: Tx,
  ctx: SignedIn,
  { record, row, expected }: { record: ImportRecord; row: KeptRow; expected: Outcome },
): Promise<Applied> => {
  const { plan, member } = await planNow(tx, ctx, row)
  const problem = difference(expected, plan, row, member)
  if (problem) return { result: 'refused', reason: problem, written: null }
  if (plan.outcome === 'refused' || plan.outcome === 'unchanged')
    return { result: plan.outcome, reason: plan.reason, written: null }

  const { first_name, middle_name, last_name, ...others } = plan.person
  const names = { first_name: first_name ?? null, middle_name: middle_name ?? null, last_name: last_name ?? null }
  const userId = member?.id ?? (await addPerson(tx, ctx, row.email, names))
  const roles: Role[] = member ? plan.roles : plan.roles.length > 0 ? plan.roles : [DEFAULT_ROLE]
  for (const role of roles) await giveRole(tx, ctx, { user_id: userId, role })
  const { values, left } = await writable(tx, ctx, userId, member ? plan.person : others, member === null)
  const formerConsent = values.mobile_number === undefined ? undefined : await consentOf(tx, ctx, userId)
  await saveValues(tx, ctx, userId, values as Record<string, string>)
  await addTags(tx, ctx, userId, plan.tag_ids)
  // The number has an entry of its own, with four digits of it (TXT-015).
  const { mobile_number: _, ...logged } = values
  const changes = { import_id: record.id, ...logged, roles, tag_ids: plan.tag_ids }
  if (!member) await logActivity(tx, ctx, { action: 'user.join', subject_type: 'user', subject_id: userId, changes })
  else if (plan.outcome !== 'enrolled' || Object.keys(values).length + roles.length + plan.tag_ids.length > 0)
    await logActivity(tx, ctx, { action: 'user.update', subject_type: 'user', subject_id: userId, changes })

  const isNewHere = member === null || (record.run_at !== null && member.joined_at >= record.run_at)
  const enrollment = plan.course_id === null ? null : await enroll(tx, ctx, row, plan.course_id, userId, !isNewHere)
  return {
    result: plan.outcome,
    reason: [plan.reason, left].filter(Boolean).join('. ') || null,
    written: {
      user_id: userId,
      is_new: member === null,
      before: Object.fromEntries(
        Object.keys(values).map((name) => [name, member?.[name as keyof PersonValues] ?? null]),
      ),
      ...(formerConsent && { former_consent: formerConsent }),
      after: values,
      roles,
      tag_ids: plan.tag_ids,
      enrollment_id: enrollment,
      course: plan.course_title,
    },
  }
}

/** A new person with an e-mail gets the mail about the account; one without gets the badge that the row names (BDG-003). */
const addPerson = async (
  tx: Tx,
  ctx: SignedIn,
  email: string | null,
  names: Parameters<typeof createWithoutEmail>[2],
) =>
  email === null
    ? createWithoutEmail(tx, ctx, names)
    : (await findOrCreateUser(tx, ctx, { email, ...names }, { has_password: false })).user_id

const enroll = async (
  tx: Tx,
  ctx: SignedIn,
  row: KeptRow,
  courseId: number,
  userId: number,
  isMailed: boolean,
): Promise<number> => {
  const zone = ctx.portal.setting.time_zone
  const { id } = await enrollLearner(tx, ctx, {
    user_id: userId,
    course_id: courseId,
    grant: { kind: 'credit', holder: { kind: 'portal', course_id: courseId } },
    ...(row.due_on && { due_at: lastMomentOf(row.due_on, zone) }),
    expires_at: row.access_until ? endOfDay(row.access_until, zone) : null,
    is_mailed: isMailed,
  })
  return id
}
