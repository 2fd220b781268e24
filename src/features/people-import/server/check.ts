import { findByExternalIds } from '#features/accounts/server/api.ts'
import { ownersOf } from '#features/badges/server/api.ts'
import { isSubscribed } from '#kernel/access/subscribed.ts'
import type { PortalContext } from '#kernel/context.ts'
import { errorText } from '#kernel/errors.ts'
import { foldText } from '#kernel/fold.ts'
import type { Db, Tx } from '#platform/db/db.ts'
import { readSheet, SheetError, type SheetRow } from '#platform/sheets/sheet.ts'
import { decide } from '../rules/decide.ts'
import { FIELDS, type Field } from '../rules/fields.ts'
import { isRefused, keyOfPerson, type ReadRow, readRow } from '../rules/read-row.ts'
import { actorOf, RIGHTS_GONE, rolesToGive } from './actor.ts'
import {
  type CreditsLeft,
  type FoundCourse,
  leftFor,
  loadCourses,
  loadLearners,
  loadMembers,
  loadTags,
  loadUsernames,
  spendOne,
} from './facts.ts'
import {
  type CheckedRow,
  type Columns,
  deleteRows,
  endStep,
  type ImportRecord,
  insertRows,
  lockImport,
  noSums,
  updateImport,
} from './store.ts'

/** Rows that are looked up and written together. */
const BATCH = 500

/** What earlier rows of the sheet mean for the later ones. */
type Seen = {
  /** By e-mail or badge number, the line of the first row and those of its courses. */
  people: Map<string, { line: number; courses: Map<number, number> }>
  /** By username in lower case, the e-mail it belongs to. */
  usernames: Map<string, string>
  /** By external id, the e-mail it belongs to. */
  external_ids: Map<string, string>
  /** By badge number, what tells its person from others. */
  badges: Map<string, string>
  courses: Map<string, FoundCourse>
  tags: Map<string, number> | null
  credits: CreditsLeft
  used: number
}

type Row = { line: number; values: Record<Field, string>; read: ReadRow | { refused: string } }

const valuesOf = ({ cells }: SheetRow, columns: Columns): Record<Field, string> =>
  Object.fromEntries(FIELDS.map((field) => [field, cells[columns[field] ?? -1] ?? ''])) as Record<Field, string>

const nameOf = (values: Record<Field, string>): string =>
  [values.first_name, values.middle_name, values.last_name].filter(Boolean).join(' ').slice(0, 300)

/** What a report shows of a row that could not be read; a NUL cannot be stored. */
const shown = (text: string): string => text.replaceAll('\0', '').slice(0, 300)

const refusedRow = ({ line, values }: Row, reason: string): CheckedRow => ({
  line,
  email: shown(values.email),
  name: shown(nameOf(values)),
  data: null,
  outcome: 'refused',
  reason: shown(reason),
  other_line: null,
  credits: 0,
})

/** Decides the rows of a batch, one after the other, since each depends on the ones before. */
const decideBatch = async (
  tx: Tx,
  ctx: NonNullable<Awaited<ReturnType<typeof actorOf>>>,
  rows: readonly Row[],
  seen: Seen,
): Promise<CheckedRow[]> => {
  const read = rows.flatMap((row) => (isRefused(row.read) ? [] : [row.read]))
  const portalId = ctx.portal.id
  const members = await loadMembers(tx, ctx, read)
  const usernames = await loadUsernames(
    tx,
    portalId,
    read.flatMap(({ person }) => person.username ?? []),
  )
  const externalIds = await findByExternalIds(
    tx,
    portalId,
    read.flatMap(({ person }) => person.external_id ?? []),
  )
  const badges = await ownersOf(
    tx,
    portalId,
    read.flatMap(({ person }) => person.badge_number ?? []),
  )
  const courseTexts = [...new Set(read.flatMap(({ course }) => course ?? []))].filter((text) => !seen.courses.has(text))
  for (const [text, course] of await loadCourses(tx, portalId, courseTexts)) seen.courses.set(text, course)
  if (seen.tags === null && read.some(({ tags }) => tags.length > 0)) seen.tags = await loadTags(tx, portalId)
  const idOf = (text: string | null): number | null => {
    const course = text === null ? undefined : seen.courses.get(text)
    return typeof course === 'object' ? course.id : null
  }
  const learners = await loadLearners(tx, ctx, {
    user_ids: [...members.values()].map(({ id }) => id),
    course_ids: [...new Set(read.flatMap(({ course }) => idOf(course) ?? []))],
  })
  const roles = rolesToGive(ctx)

  const checked: CheckedRow[] = []
  for (const row of rows) {
    if (isRefused(row.read)) {
      checked.push(refusedRow(row, row.read.refused))
      continue
    }
    const { email: sentEmail, person: values } = row.read
    const badge = values.badge_number
    const namedBefore = badge === undefined ? undefined : seen.badges.get(badge)
    // A row with a badge alone may be about somebody whom an earlier row names by e-mail.
    const key = sentEmail === null && namedBefore !== undefined ? namedBefore : keyOfPerson(row.read)
    const email = sentEmail ?? ''
    const earlier = seen.people.get(key)
    const courseId = idOf(row.read.course)
    const otherLine = earlier && (row.read.course === null ? earlier.line : earlier.courses.get(courseId ?? 0))
    if (otherLine !== undefined) {
      checked.push({ ...refusedRow(row, ''), email, outcome: 'repeated', reason: null, other_line: otherLine })
      continue
    }
    const member = members.get(keyOfPerson(row.read)) ?? null
    const badgeOwner = badge === undefined ? undefined : badges.get(badge)
    const username = values.username?.toLowerCase()
    const owner = username === undefined ? undefined : usernames.get(username)
    const inSheet = username === undefined ? undefined : seen.usernames.get(username)
    const externalId = values.external_id
    const namesake = externalId === undefined ? undefined : externalIds.get(externalId)
    const rowBefore = externalId === undefined ? undefined : seen.external_ids.get(externalId)
    const plan = decide(
      row.read,
      {
        person: member,
        is_further: earlier !== undefined,
        course: row.read.course === null ? null : (seen.courses.get(row.read.course) ?? 'missing'),
        is_learner: member !== null && courseId !== null && learners.has(member.id, courseId),
        credits: courseId === null ? 0 : await leftFor(tx, portalId, seen.credits, courseId),
        is_subscribed: isSubscribed(ctx.portal, ctx.now),
        tags: seen.tags ?? new Map(),
        is_username_taken: (owner !== undefined && owner !== member?.id) || (inSheet !== undefined && inSheet !== key),
        is_external_id_taken:
          (namesake !== undefined && namesake.user_id !== member?.id) || (rowBefore !== undefined && rowBefore !== key),
        is_badge_taken:
          (badgeOwner !== undefined && badgeOwner !== member?.id) || (namedBefore !== undefined && namedBefore !== key),
        has_badges: ctx.portal.setting.has_badges,
        roles,
        time_zone: ctx.portal.setting.time_zone,
        now: ctx.now,
      },
      foldText,
    )
    if (plan.outcome === 'refused') {
      checked.push({ ...refusedRow(row, plan.reason ?? ''), email })
      continue
    }
    const known = earlier ?? { line: row.line, courses: new Map<number, number>() }
    seen.people.set(key, known)
    if (badge !== undefined) seen.badges.set(badge, key)
    if (courseId !== null) known.courses.set(courseId, row.line)
    if (plan.person.username) seen.usernames.set(plan.person.username.toLowerCase(), key)
    if (plan.person.external_id) seen.external_ids.set(plan.person.external_id, key)
    if (plan.course_id !== null) {
      spendOne(seen.credits, plan.course_id)
      seen.used += 1
    }
    checked.push({
      line: row.line,
      email,
      name: shown(nameOf(row.values)),
      data: { ...row.read, course_id: courseId, is_further: earlier !== undefined },
      outcome: plan.outcome,
      reason: plan.reason,
      other_line: null,
      credits: plan.credits,
    })
  }
  return checked
}

async function* batches(bytes: Buffer, columns: Columns): AsyncGenerator<Row[]> {
  let batch: Row[] = []
  let isHeader = true
  for await (const row of readSheet(bytes)) {
    if (isHeader) {
      isHeader = false
      continue
    }
    const values = valuesOf(row, columns)
    batch.push({ line: row.line, values, read: readRow(values) })
    if (batch.length === BATCH) {
      yield batch
      batch = []
    }
  }
  if (batch.length > 0) yield batch
}

type Check = { db: Db; portal: PortalContext; record: ImportRecord; bytes: Buffer; now: Date; signal: AbortSignal }

/**
 * Checks every row of an import and writes down what the run would do, nothing else (USR-062). A check that was cut off
 * starts over: what it left is removed first.
 */
export const checkSheet = async ({ db, portal, record, bytes, now, signal }: Check): Promise<void> => {
  const { id } = record
  const inImport = <T>(work: (tx: Tx) => Promise<T>): Promise<T | null> =>
    db.withPortal(portal.id, async (tx) => {
      const current = await lockImport(tx, portal.id, id)
      return current?.status === 'checking' ? work(tx) : null
    })
  const stop = (problem: string) =>
    inImport((tx) => updateImport(tx, portal.id, id, { status: 'failed', problem, rows_done: 0 }))
  await inImport(async (tx) => {
    await deleteRows(tx, portal.id, id)
    await updateImport(tx, portal.id, id, { rows_done: 0, sums: noSums() })
  })
  const seen: Seen = {
    people: new Map(),
    usernames: new Map(),
    external_ids: new Map(),
    badges: new Map(),
    courses: new Map(),
    tags: null,
    credits: { general: null, of_course: new Map() },
    used: 0,
  }
  let count = 0
  try {
    for await (const rows of batches(bytes, record.columns)) {
      signal.throwIfAborted()
      const isDone = await inImport(async (tx) => {
        const ctx = await actorOf(tx, portal, record, now)
        if (!ctx) return 'gone'
        await insertRows(tx, portal.id, id, await decideBatch(tx, ctx, rows, seen))
        count += rows.length
        await updateImport(tx, portal.id, id, { rows_done: count })
        return 'done'
      })
      if (isDone === 'gone') await stop(RIGHTS_GONE)
      if (isDone !== 'done') return
    }
  } catch (error) {
    if (!(error instanceof SheetError)) throw error
    await stop(errorText('sheet_unreadable', { problem: error.message }))
    return
  }
  if (count === 0) {
    await stop(errorText('sheet_unreadable', { problem: 'The sheet has no rows below the header.' }))
    return
  }
  await inImport((tx) =>
    endStep(tx, record, {
      status: 'checked',
      rows_total: count,
      rows_done: count,
      credits: seen.used,
      checked_at: now,
    }),
  )
}
