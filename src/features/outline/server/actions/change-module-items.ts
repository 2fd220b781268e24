import { type CourseRow, reachAndLockContent, reachCourse, touchCourse } from '#features/courses/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { errorText, fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Files } from '#platform/files/files.ts'
import type { ModuleItemType } from '../../rules/item-types.ts'
import { placeAt } from '../../rules/order.ts'
import {
  insertModuleItem,
  loadCourseOfModule,
  loadModuleItemIds,
  saveModuleItemOrder,
  updateModuleItemRow,
} from '../authoring-store.ts'
import { contentOf, type ModuleItemFields } from '../module-item-contents.ts'
import { loadModuleItem, type ModuleItem } from '../store.ts'

/** `files` is where captions are stored. */
type ModuleItemCall = { tx: Tx; ctx: SignedIn; files: Files }
type Place = { sort_number?: number | undefined }

const finish = async (tx: Tx, ctx: SignedIn, courseId: number, action: string, changes: Record<string, unknown>) => {
  await touchCourse(tx, ctx, courseId)
  await logActivity(tx, ctx, { action, subject_type: 'course', subject_id: courseId, changes })
}

/** The locked course of a module; a module that is not there, or out of reach, is `not_found`. */
const lockCourseOf = async (tx: Tx, ctx: SignedIn, moduleId: number): Promise<CourseRow> => {
  const courseId = await loadCourseOfModule(tx, ctx.portal.id, moduleId)
  if (courseId === null) throw fail('not_found')
  const course = await reachAndLockContent(tx, ctx, { id: courseId })
  // Anyone who held the lock before may have removed the module.
  if ((await loadCourseOfModule(tx, ctx.portal.id, moduleId)) === null) throw fail('not_found')
  return course
}

/** An item of this type that the viewer may see; its course is reached like any other (ROL-027). */
export const reachModuleItem = async (tx: Tx, ctx: SignedIn, type: ModuleItemType, id: number): Promise<ModuleItem> => {
  const item = await loadModuleItem(tx, ctx.portal.id, type, id)
  if (!item) throw fail('not_found')
  await reachCourse(tx, ctx, { id: item.course_id })
  return item
}

const lockModuleItem = async (tx: Tx, ctx: SignedIn, type: ModuleItemType, id: number): Promise<ModuleItem> => {
  const item = await loadModuleItem(tx, ctx.portal.id, type, id)
  if (!item) throw fail('not_found')
  await reachAndLockContent(tx, ctx, { id: item.course_id })
  // Read again under the lock: the item may have been moved or removed in the meantime.
  const locked = await loadModuleItem(tx, ctx.portal.id, type, id)
  if (!locked) throw fail('not_found')
  return locked
}

/** Adds an item to a module at a place or at the end; the numbers stay 1 to n (BLD-014, BLD-040). Answers its id. */
export const addModuleItem = async (
  { tx, ctx, files }: ModuleItemCall,
  type: ModuleItemType,
  { module_id: moduleId, sort_number: place, ...fields }: ModuleItemFields & Place & { module_id: number },
): Promise<number> => {
  const course = await lockCourseOf(tx, ctx, moduleId)
  const content = await contentOf({ tx, ctx, files }, type, fields, null)
  const ids = await loadModuleItemIds(tx, course.portal_id, moduleId)
  const id = await insertModuleItem(tx, {
    ...content,
    portal_id: course.portal_id,
    module_id: moduleId,
    itemable_type: type,
    sort_number: ids.length + 1,
    updated_at: ctx.now,
  })
  await saveModuleItemOrder(tx, course.portal_id, placeAt(ids, id, place))
  await finish(tx, ctx, course.id, 'course.add-module-item', { module_id: moduleId, item_id: id, type })
  return id
}

/**
 * Changes an item and moves it within its module or to another one of the same course, so that learners' records of it
 * stay with their course (BLD-040, BLD-042).
 */
export const changeModuleItem = async (
  { tx, ctx, files }: ModuleItemCall,
  type: ModuleItemType,
  id: number,
  {
    module_id: wantedModule,
    sort_number: place,
    ...fields
  }: ModuleItemFields & Place & { module_id?: number | undefined },
): Promise<void> => {
  const item = await lockModuleItem(tx, ctx, type, id)
  const portalId = ctx.portal.id
  const content = await contentOf({ tx, ctx, files }, type, fields, item)
  const moduleId = wantedModule ?? item.module_id
  const isMoved = moduleId !== item.module_id
  if (isMoved && (await loadCourseOfModule(tx, portalId, moduleId)) !== item.course_id)
    throw fail('invalid', { fields: { module_id: [errorText('not_in_options')] } })
  await updateModuleItemRow(tx, portalId, id, {
    ...content,
    ...(isMoved && { module_id: moduleId }),
    updated_at: ctx.now,
  })
  if (isMoved) await saveModuleItemOrder(tx, portalId, await loadModuleItemIds(tx, portalId, item.module_id))
  if (isMoved || place !== undefined)
    await saveModuleItemOrder(tx, portalId, placeAt(await loadModuleItemIds(tx, portalId, moduleId), id, place))
  await finish(tx, ctx, item.course_id, 'course.update-module-item', { module_id: moduleId, item_id: id, type })
}

/** Takes an item out of its module; it and the learners' records of it are kept (BLD-042). */
export const removeModuleItem = async (tx: Tx, ctx: SignedIn, type: ModuleItemType, id: number): Promise<void> => {
  const item = await lockModuleItem(tx, ctx, type, id)
  await updateModuleItemRow(tx, ctx.portal.id, id, { deleted_at: ctx.now, updated_at: ctx.now })
  await saveModuleItemOrder(tx, ctx.portal.id, await loadModuleItemIds(tx, ctx.portal.id, item.module_id))
  await finish(tx, ctx, item.course_id, 'course.remove-module-item', { module_id: item.module_id, item_id: id, type })
}
