import { sql } from 'kysely'
import { type Copied, withOwnLinks } from '#features/course-copies/server/api.ts'
import { receiveFiles } from '#features/media/server/api.ts'
import { receivePackages } from '#features/scorm/server/api.ts'
import type { Tx } from '#platform/db/db.ts'
import { type ReceivedRows, rowsOf } from '../rules/received-rows.ts'
import { idsIn, KINDS, type Kind } from '../rules/version-document.ts'
import type { SourceVersion } from './source-version.ts'

type Course = { portal_id: number; id: number; slug: string }
type Ids = Record<Kind, Map<number, number>>

const KIND_NAMES = Object.keys(KINDS) as Kind[]

/** What the receiving course has for everything it ever received, with new ids for what it has not. */
const ownIds = async (tx: Tx, course: Course, wanted: Record<Kind, number[]>): Promise<Ids> => {
  const ids = Object.fromEntries(KIND_NAMES.map((kind) => [kind, new Map()])) as Ids
  const at = { portal_id: course.portal_id, course_id: course.id }
  const known = await tx
    .selectFrom('received_items')
    .select(['kind', 'source_id', 'own_id'])
    .where('portal_id', '=', at.portal_id)
    .where('course_id', '=', at.course_id)
    .execute()
  for (const { kind, source_id, own_id } of known) ids[kind as Kind].set(source_id, own_id)
  const missing = KIND_NAMES.flatMap((kind) =>
    wanted[kind].filter((id) => !ids[kind].has(id)).map((id) => ({ kind, id, table: KINDS[kind] })),
  )
  if (missing.length === 0) return ids
  const { rows } = await sql<{ kind: Kind; source_id: number; own_id: number }>`
    insert into received_items (portal_id, course_id, kind, source_id, own_id)
    select ${at.portal_id}, ${at.course_id}, m.kind, m.id, nextval(pg_get_serial_sequence(m.name, 'id'))
    from unnest(
      ${missing.map(({ kind }) => kind)}::text[], ${missing.map(({ id }) => id)}::bigint[],
      ${missing.map(({ table }) => table)}::text[]
    ) as m (kind, id, name)
    returning kind, source_id, own_id`.execute(tx)
  for (const { kind, source_id, own_id } of rows) ids[kind].set(source_id, own_id)
  return ids
}

/** Columns that say when a row was written: a difference in them alone is none. */
const TIMES = ['created_at', 'updated_at']

/** Writes rows by their ids: new ones are added, others changed where they differ. One statement for a table. */
const putRows = async (
  tx: Tx,
  table: string,
  rows: readonly Record<string, unknown>[],
  key = ['id'],
): Promise<void> => {
  const [first] = rows
  if (!first) return
  const columns = Object.keys(first)
  const changing = columns.filter((name) => !key.includes(name) && name !== 'portal_id' && name !== 'created_at')
  const compared = changing.filter((name) => !TIMES.includes(name))
  const list = (names: readonly string[], prefix: string) => sql.join(names.map((name) => sql.ref(`${prefix}${name}`)))
  await sql`
    insert into ${sql.table(table)} as t (${sql.join(columns.map((name) => sql.ref(name)))}) overriding system value
    select ${list(columns, 'r.')} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb) r
    on conflict (${sql.join(key.map((name) => sql.ref(name)))}) do update set ${sql.join(
      changing.map((name) => sql`${sql.ref(name)} = ${sql.ref(`excluded.${name}`)}`),
    )}
    where (${list(compared, 't.')}) is distinct from (${list(compared, 'excluded.')})`.execute(tx)
}

/** Takes out of the received course what the version does not have; records of learners keep it. */
const hideOthers = async (tx: Tx, portalId: number, ids: Ids, rows: ReceivedRows, now: Date): Promise<void> => {
  const tables = [
    ['place', rows.outline_items],
    ['module_item', rows.module_items],
    ['question', rows.questions],
    ['answer', rows.question_answers],
  ] as const
  for (const [kind, present] of tables) {
    const shown = new Set(present.map(({ id }) => id))
    const gone = [...ids[kind].values()].filter((id) => !shown.has(id))
    if (gone.length === 0) continue
    await sql`update ${sql.table(KINDS[kind])} set deleted_at = ${now}
      where portal_id = ${portalId} and id = any(${gone}::bigint[]) and deleted_at is null`.execute(tx)
  }
  const materials = [...ids.assignment_material.values()]
  const shown = rows.assignment_materials.map(({ id }) => id as number)
  if (materials.length > shown.length)
    await sql`delete from assignment_materials
      where portal_id = ${portalId} and id = any(${materials}::bigint[]) and id <> all(${shown}::bigint[])`.execute(tx)
}

/** Which exam draws from which pool. */
const putDrawing = async (tx: Tx, portalId: number, ids: Ids, drawn: ReceivedRows['exam_question_pools']) => {
  const exams = [...ids.exam.values()]
  if (exams.length === 0) return
  await sql`
    delete from exam_question_pools where portal_id = ${portalId} and exam_id = any(${exams}::bigint[])
      and (exam_id, question_pool_id) not in (
        select * from unnest(${drawn.map(({ exam_id }) => exam_id)}::bigint[],
          ${drawn.map(({ question_pool_id }) => question_pool_id)}::bigint[]))`.execute(tx)
  const rows = drawn.map((row) => ({ portal_id: portalId, ...row }))
  await putRows(tx, 'exam_question_pools', rows, ['portal_id', 'exam_id', 'question_pool_id'])
}

/** What the rule of links wants to know of a course and what was made of it. */
const copiedOf = ({ document }: SourceVersion, course: Course, ids: Ids): Copied => ({
  from: document.slugs,
  to: course.slug,
  origins: [document.origin],
  to_origin: '',
  modules: ids.module,
  module_items: ids.module_item,
  exams: ids.exam,
  assignments: ids.assignment,
  scorm: ids.scorm,
  cloud: ids.cloud,
})

const requireId = (map: ReadonlyMap<number, number>, id: number, what: string): number => {
  const own = map.get(id)
  if (own === undefined) throw new Error(`The version names a ${what} ${id} that was not received`)
  return own
}

/** In which order tables are written, so that every row finds those that it refers to. */
const ORDER = [
  'modules',
  'module_items',
  'exams',
  'question_pools',
  'questions',
  'question_answers',
  'assignments',
  'assignment_materials',
  'scorm_modules',
  'cloud_scorm_modules',
  'outline_items',
] as const satisfies (keyof ReceivedRows)[]

/**
 * Makes the outline of a received course, which the caller has locked, what a version of its source is, and answers how links
 * in its texts lead here. What was there before keeps its id, so that learners' records of it hold (SHR-006). The number of
 * statements is the same for every course.
 */
export const applyVersion = async (
  tx: Tx,
  course: Course,
  source: SourceVersion,
  now: Date,
): Promise<(html: string) => string> => {
  const { portal_id: portalId } = course
  const ids = await ownIds(tx, course, idsIn(source.document))
  const media = await receiveFiles(tx, portalId, source.files, now)
  const packages = await receivePackages(tx, portalId, source.packages, now)
  const copied = copiedOf(source, course, ids)
  const text = (html: string) => withOwnLinks(html, copied)
  const own = {
    id: (kind: Kind, id: number) => requireId(ids[kind], id, kind),
    media: (id: number) => requireId(media, id, 'file'),
    // A package that cannot be played in the source cannot be played here either.
    package: (id: number) => packages.get(id) ?? null,
    text,
  }
  const at = { portal_id: portalId, course_id: course.id, now: now.toISOString() }
  const rows = rowsOf(source.document, own, at)
  await hideOthers(tx, portalId, ids, rows, now)
  for (const table of ORDER) await putRows(tx, table, rows[table])
  await putDrawing(tx, portalId, ids, rows.exam_question_pools)
  return text
}
