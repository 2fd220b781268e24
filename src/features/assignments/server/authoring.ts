import { loadMaterials, type Material, requireMaterials } from '#features/media/server/api.ts'
import type { ItemCall, ItemContent } from '#features/outline/server/api.ts'
import { fail } from '#kernel/errors.ts'
import { cleanHtmlOrNull } from '#kernel/html.ts'
import type { z } from '#kernel/schema.ts'
import { MEDIA_TYPES } from '#kernel/uploads/uploads.ts'
import type { Tx } from '#platform/db/db.ts'
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
  const files = await loadMaterials(tx, portalId, [
    ...rows.map((row) => row.media_id),
    ...materials.map((row) => row.media_id),
  ])
  return new Map(
    rows.map(({ media_id: fileId, ...row }) => {
      const own = materials.filter((material) => material.assignment_id === row.id)
      const file = fileId === null ? null : (files.get(fileId) ?? null)
      const further = own.flatMap(({ id, media_id }) => {
        const material = files.get(media_id)
        return material ? [{ ...material, id }] : []
      })
      return [row.id, { ...row, file, materials: further }]
    }),
  )
}

/** What an outline item of type Assignment is made of. */
export const assignmentContent: ItemContent<Create, Update, z.output<typeof Assignment>> = {
  create: async (call, body) => {
    requireOpenWay({
      restrict_user_to_upload: body.restrict_user_to_upload ?? false,
      allow_text_response: body.allow_text_response ?? true,
    })
    const files = await filesOf(call, body)
    const row = await call.tx
      .insertInto('assignments')
      .values({
        ...columnsOf(body, files),
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
