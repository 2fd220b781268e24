import { loadMaterials, type Material, requireMaterials } from '#features/media/server/api.ts'
import type { ItemCall, ItemContent } from '#features/outline/server/api.ts'
import { requireTextPictures } from '#features/text-pictures/server/api.ts'
import { fail } from '#kernel/errors.ts'
import { cleanHtmlOrNull } from '#kernel/html.ts'
import type { z } from '#kernel/schema.ts'
import { MEDIA_TYPES } from '#kernel/uploads/uploads.ts'
import { ask, statement, type Tx } from '#platform/db/db.ts'
import type { Assignment, assignmentItems } from '../contract.ts'
import { checkResponseWays, type ResponseWays } from '../rules/response-ways.ts'

type Create = z.output<(typeof assignmentItems)['create']['body']>
type Update = z.output<(typeof assignmentItems)['update']['body']>

const requireOpenWay = (ways: ResponseWays): void => {
  const errors = checkResponseWays(ways)
  if (Object.keys(errors).length > 0) throw fail('invalid', { fields: errors })
}

/** The files a call names, each in the library; any type of material will do (ASG-006). */
const filesOf = ({ tx, ctx }: ItemCall, { file_uuid: file, material_uuids: materials = [] }: Update) =>
  requireMaterials(tx, ctx, [
    ...(file ? [{ field: 'file_uuid', uuid: file, types: MEDIA_TYPES }] : []),
    ...materials.map((uuid, index) => ({ field: `material_uuids.${index}`, uuid, types: MEDIA_TYPES })),
  ])

const columnsOf = (body: Update, files: ReadonlyMap<string, Material>) => ({
  ...(body.title !== undefined && { title: body.title }),
  ...(body.attempts !== undefined && { attempts: body.attempts }),
  ...(body.score !== undefined && { score: body.score }),
  ...(body.reqs !== undefined && { reqs: cleanHtmlOrNull('full', body.reqs) }),
  ...(body.restrict_user_to_upload !== undefined && { restrict_user_to_upload: body.restrict_user_to_upload }),
  ...(body.allow_text_response !== undefined && { allow_text_response: body.allow_text_response }),
  ...(body.file_uuid !== undefined && { media_id: files.get(body.file_uuid ?? '')?.id ?? null }),
})

/** Puts the named files in place of the present materials; a call that names none leaves them. */
const saveMaterials = async (
  { tx, course }: ItemCall,
  assignmentId: number,
  uuids: readonly string[] | undefined,
  files: ReadonlyMap<string, Material>,
): Promise<void> => {
  if (uuids === undefined) return
  const at = { portal_id: course.portal_id, assignment_id: assignmentId }
  await tx
    .deleteFrom('assignment_materials')
    .where('portal_id', '=', at.portal_id)
    .where('assignment_id', '=', assignmentId)
    .execute()
  const ids = [...new Set(uuids)].flatMap((uuid) => files.get(uuid)?.id ?? [])
  if (ids.length > 0)
    await tx
      .insertInto('assignment_materials')
      .values(ids.map((id) => ({ ...at, media_id: id })))
      .execute()
}

/** Assignments as their authors see them, by id. */
export const loadAssignments = async (
  tx: Tx,
  portalId: number,
  ids: readonly number[],
): Promise<Map<number, z.output<typeof Assignment>>> => {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('assignments')
    .select(['id', 'title', 'attempts', 'score', 'reqs', 'restrict_user_to_upload', 'allow_text_response', 'media_id'])
    .where('portal_id', '=', portalId)
    .where('id', 'in', [...ids])
    .execute()
  const materials = await tx
    .selectFrom('assignment_materials')
    .select(['id', 'assignment_id', 'media_id'])
    .where('portal_id', '=', portalId)
    .where('assignment_id', 'in', [...ids])
    .orderBy('id')
    .execute()
  const assignments = await withFiles(
    tx,
    portalId,
    rows.map((row) => ({ ...row, materials: materials.filter((material) => material.assignment_id === row.id) })),
  )
  return new Map(assignments.map((assignment) => [assignment.id, assignment]))
}

type StoredAssignment = Omit<z.output<typeof Assignment>, 'file' | 'materials'> & {
  media_id: number | null
  materials: { id: number; media_id: number }[]
}

const withFiles = async (
  tx: Tx,
  portalId: number,
  rows: StoredAssignment[],
): Promise<z.output<typeof Assignment>[]> => {
  const ids = rows.flatMap(({ media_id, materials }) => [media_id, ...materials.map((material) => material.media_id)])
  const files = await loadMaterials(tx, portalId, ids)
  return rows.map(({ media_id: fileId, materials, ...row }) => ({
    ...row,
    file: fileId === null ? null : (files.get(fileId) ?? null),
    materials: materials.flatMap(({ id, media_id }) => {
      const material = files.get(media_id)
      return material ? [{ ...material, id }] : []
    }),
  }))
}

const TASK = statement<StoredAssignment>(`
  select i.item_id as id, i.title, (i.content ->> 'attempts')::int as attempts, (i.content ->> 'score')::smallint as score,
    i.content ->> 'reqs' as reqs, (i.content ->> 'restrict_user_to_upload')::boolean as restrict_user_to_upload,
    (i.content ->> 'allow_text_response')::boolean as allow_text_response, (i.content ->> 'media_id')::bigint as media_id,
    i.content -> 'materials' as materials
  from course_items i
  where i.portal_id = $1 and i.course_id = $2 and i.version = $3 and i.item_type = 'Assignment' and i.item_id = $4`)

/** An assignment in a version of its course, or null. */
export const loadTask = async (
  tx: Tx,
  portalId: number,
  { course_id, version }: { course_id: number; version: number },
  id: number,
): Promise<z.output<typeof Assignment> | null> => {
  const [task] = await withFiles(tx, portalId, await ask(tx, TASK, [portalId, course_id, version, id]))
  return task ?? null
}

/** What an outline item of type Assignment is made of. */
export const assignmentContent: ItemContent<Create, Update, z.output<typeof Assignment>> = {
  create: async (call, body) => {
    requireOpenWay({
      restrict_user_to_upload: body.restrict_user_to_upload ?? false,
      allow_text_response: body.allow_text_response ?? true,
    })
    const files = await filesOf(call, body)
    const columns = columnsOf(body, files)
    await requireTextPictures(call.tx, call.ctx, { reqs: columns.reqs })
    const row = await call.tx
      .insertInto('assignments')
      .values({
        ...columns,
        title: body.title,
        portal_id: call.course.portal_id,
        course_id: call.course.id,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await saveMaterials(call, row.id, body.material_uuids, files)
    return row.id
  },
  update: async (call, id, body) => {
    const { tx, course } = call
    const present = (await loadAssignments(tx, course.portal_id, [id])).get(id)
    if (!present) throw fail('not_found')
    requireOpenWay({
      restrict_user_to_upload: body.restrict_user_to_upload ?? present.restrict_user_to_upload,
      allow_text_response: body.allow_text_response ?? present.allow_text_response,
    })
    const files = await filesOf(call, body)
    const columns = columnsOf(body, files)
    await requireTextPictures(tx, call.ctx, { reqs: columns.reqs })
    if (Object.keys(columns).length > 0)
      await tx
        .updateTable('assignments')
        .set(columns)
        .where('portal_id', '=', course.portal_id)
        .where('id', '=', id)
        .execute()
    await saveMaterials(call, id, body.material_uuids, files)
  },
  load: loadAssignments,
}
