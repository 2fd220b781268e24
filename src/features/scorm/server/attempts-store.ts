import {
  ENROLLMENT_COLUMNS,
  type Enrollment,
  type EnrollmentRow,
  personIsHere,
  withAccess,
} from '#features/enrollments/server/api.ts'
import { type ReadIn, readingIn } from '#features/outline/server/api.ts'
import { ask, statement, type Tx } from '#platform/db/db.ts'
import type { AttemptState, ScoState } from '../rules/player/cmi.ts'
import { restoreCmi, type StoredValue } from '../rules/player/cmi-keys.ts'
import type { PackageStatus, StoredOutline } from './packages/packages-store.ts'

/** A package as it is played; without an outline it cannot be. */
export type PlayedPackage = {
  id: number
  uuid: string
  status: PackageStatus
  error: string | null
  version: string | null
  entry: string | null
  outline: StoredOutline | null
}

/** A module as its learner starts it. */
export type PlayedModule = { id: number; course_id: number; title: string; slug: string; package: PlayedPackage | null }

const readModule = readingIn<PlayedModule>(
  (course, version) => `
  select m.item_id as id, m.course_id, m.title, m.content ->> 'slug' as slug,
    case when p.id is not null then jsonb_build_object('id', p.id, 'uuid', p.uuid, 'status', p.status, 'error', p.error,
      'version', p.version, 'entry', p.entry, 'outline', p.outline) end as package
  from course_items m
  left join scorm_packages p on p.portal_id = m.portal_id and p.id = (m.content ->> 'scorm_id')::bigint
  where m.portal_id = $1 and m.course_id = ${course} and m.version = ${version}
    and m.item_type = 'ScormModule' and m.item_id = $3`,
)

/** A module with its package as the learner of an enrollment sees it, or as it stands in the draft of a course; or null. */
export const loadPlayedModule = async (
  tx: Tx,
  portalId: number,
  at: ReadIn & { module_id: number },
): Promise<PlayedModule | null> => (await readModule(tx, portalId, at, at.module_id))[0] ?? null

/** An item of an attempt as it is stored; the suspend data is null as well where it was not asked for. */
export type StoredSco = Pick<ScoState, 'status' | 'result' | 'total_time' | 'is_open'> & {
  sco: string
  cmi: Record<string, StoredValue>
  suspend_data: StoredValue | null
}

const SUSPEND = 'cmi.suspend_data'
/** An item of an attempt as the program works with it. */
export const scoOf = ({ cmi, suspend_data: suspend, status, result, total_time, is_open }: StoredSco): ScoState => ({
  cmi: restoreCmi(suspend === null ? cmi : { ...cmi, [SUSPEND]: suspend }),
  status,
  result,
  total_time,
  is_open,
})

const STATES = statement<StoredSco>(`
  select s.sco, s.status, s.result, s.total_time, s.is_open,
    case when s.sco = $3 then s.cmi else '{}' end as cmi, case when s.sco = $3 then s.suspend_data end as suspend_data
  from scorm_sco_states s where s.portal_id = $1 and s.attempt_id = $2`)

/** All items of an attempt, with the data of one of them or of none. */
export const loadScos = async (
  tx: Tx,
  portalId: number,
  attemptId: number,
  sco: string | null,
): Promise<AttemptState['scos']> => {
  const rows = await ask(tx, STATES, [portalId, attemptId, sco])
  return Object.fromEntries(rows.map((row) => [row.sco, scoOf(row)]))
}

type Key = { enrollment_id: number; module_id: number; package_id: number }

/** The state of an enrollment's attempt at a package, without the data of its items; null before the first start. */
export const loadAttemptState = async (tx: Tx, portalId: number, at: Key): Promise<AttemptState | null> => {
  const attempt = await tx
    .selectFrom('scorm_attempts')
    .select(['id', 'launch', 'seq', 'current_item'])
    .where('portal_id', '=', portalId)
    .where('enrollment_id', '=', at.enrollment_id)
    .where('module_id', '=', at.module_id)
    .where('package_id', '=', at.package_id)
    .executeTakeFirst()
  if (!attempt) return null
  const { id, launch, seq, current_item: current } = attempt
  return { launch, seq, current, scos: await loadScos(tx, portalId, id, null) }
}

/**
 * Counts a launch of the player; the first one creates the attempt. The earlier launch counts until the new one sends
 * something. A review is not a launch and is numbered 0.
 */
export const countLaunch = (
  tx: Tx,
  values: Key & { portal_id: number; progress_id: number | null; now: Date },
  by: 0 | 1,
): Promise<{ id: number; last_launch: number }> => {
  const { now, ...attempt } = values
  return tx
    .insertInto('scorm_attempts')
    .values({ ...attempt, last_launch: by, started_at: now, updated_at: now })
    .onConflict((conflict) =>
      conflict.columns(['portal_id', 'enrollment_id', 'module_id', 'package_id']).doUpdateSet((eb) => ({
        last_launch: eb('scorm_attempts.last_launch', '+', by),
        progress_id: eb.fn.coalesce('excluded.progress_id', 'scorm_attempts.progress_id'),
      })),
    )
    .returning(['id', 'last_launch'])
    .executeTakeFirstOrThrow()
}

/** SQL: whether the module of the attempt `a` is in the version of the course that its learner sees. */
export const IN_COURSE = `(
    select exists (
      select from course_items i
      where i.portal_id = a.portal_id and i.course_id = c.id and i.version = coalesce(e.version, c.newest_version)
        and i.item_type = 'ScormModule' and i.item_id = a.module_id
    )
    from enrollments e join courses c on c.portal_id = e.portal_id and c.id = e.course_id
    where e.portal_id = a.portal_id and e.id = a.enrollment_id
  ) as is_in_course`

const ENROLMENT = statement<EnrollmentRow>(`
  select ${ENROLLMENT_COLUMNS.join(', ')}
  from enrollments
  join scorm_attempts a on a.portal_id = enrollments.portal_id and a.enrollment_id = enrollments.id
  where a.portal_id = $1 and a.id = $2`)

const enrollmentOf = async (tx: Tx, portalId: number, attemptId: number, now: Date): Promise<Enrollment | null> => {
  const [row] = await ask(tx, ENROLMENT, [portalId, attemptId])
  return row ? withAccess(row, now) : null
}

const OUTLINE = statement<{ outline: StoredOutline | null }>(`
  select p.outline from scorm_packages p
  join scorm_attempts a on a.portal_id = p.portal_id and a.package_id = p.id
  where a.portal_id = $1 and a.id = $2`)

/** The outline of an attempt's package. */
export const loadOutline = async (tx: Tx, portalId: number, attemptId: number): Promise<StoredOutline | null> =>
  (await ask(tx, OUTLINE, [portalId, attemptId]))[0]?.outline ?? null

/** An attempt as its player sees it. */
export type ShownAttempt = {
  enrollment: Enrollment
  package_uuid: string
  is_in_course: boolean
  state: AttemptState
  outline: StoredOutline
  learner: { user_id: number; first_name: string | null; last_name: string | null }
}

type ShownRow = {
  launch: number
  seq: number
  current_item: string | null
  is_in_course: boolean
  package_uuid: string
  first_name: string | null
  last_name: string | null
}

const SHOWN = statement<ShownRow>(`
  select a.launch, a.seq, a.current_item, ${IN_COURSE}, p.uuid as package_uuid, u.first_name, u.last_name
  from scorm_attempts a
  join scorm_packages p on p.portal_id = a.portal_id and p.id = a.package_id
  join enrollments e on e.portal_id = a.portal_id and e.id = a.enrollment_id
  join people u on u.portal_id = e.portal_id and u.id = e.user_id
  where a.portal_id = $1 and a.id = $2`)

/** An attempt with the data of one item, or of none, and with the statuses of all; null when there is none. */
export const loadShownAttempt = async (
  tx: Tx,
  portalId: number,
  attemptId: number,
  { now, sco }: { now: Date; sco: string | null },
): Promise<ShownAttempt | null> => {
  const [enrollment, [row], scos, outline] = await Promise.all([
    enrollmentOf(tx, portalId, attemptId, now),
    ask(tx, SHOWN, [portalId, attemptId]),
    loadScos(tx, portalId, attemptId, sco),
    loadOutline(tx, portalId, attemptId),
  ])
  if (!enrollment || !row || !outline) return null
  const { launch, seq, current_item: current, is_in_course, package_uuid, first_name, last_name } = row
  return {
    enrollment,
    package_uuid,
    is_in_course,
    state: { launch, seq, current, scos },
    outline,
    learner: { user_id: enrollment.user_id, first_name, last_name },
  }
}

type Life = { enrollment: Enrollment; package_uuid: string; is_in_course: boolean }
const LIFE = statement<Omit<Life, 'enrollment'>>(`
  select ${IN_COURSE}, p.uuid as package_uuid
  from scorm_attempts a join scorm_packages p on p.portal_id = a.portal_id and p.id = a.package_id
  join enrollments e on e.portal_id = a.portal_id and e.id = a.enrollment_id
  where a.portal_id = $1 and a.id = $2 and ${personIsHere('$3')}`)

type Launched = { attempt_id: number; epoch: number }

/** What decides whether an attempt may still be played; asked for with every file. */
export const loadLife = async (
  tx: Tx,
  portalId: number,
  { attempt_id: attemptId, epoch }: Launched,
  now: Date,
): Promise<Life | null> => {
  const [enrollment, [row]] = await Promise.all([
    enrollmentOf(tx, portalId, attemptId, now),
    ask(tx, LIFE, [portalId, attemptId, epoch]),
  ])
  return enrollment && row ? { enrollment, ...row } : null
}
