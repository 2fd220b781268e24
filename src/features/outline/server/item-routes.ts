import { type CourseRow, reachAndLockContent, reachCourse } from '#features/courses/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import type { z } from '#kernel/schema.ts'
import type { Tx } from '#platform/db/db.ts'
import { type Route, route } from '#platform/http/route.ts'
import type { ItemEndpoints } from '../contract.ts'
import type { ItemType } from '../rules/item-types.ts'
import { addItem, changeItem, removeItem } from './actions/change-items.ts'
import { type ItemRow, loadItemRows } from './authoring-store.ts'

export type ItemCall = { tx: Tx; ctx: SignedIn; course: CourseRow }

/** What one type of outline item is made of; its place in the outline is not its business. */
export type ItemContent<C, U, I> = {
  /** Makes the thing and answers its id. */
  create: (call: ItemCall, body: C) => Promise<number>
  update: (call: ItemCall, itemableId: number, body: U) => Promise<void>
  load: (tx: Tx, portalId: number, itemableIds: number[]) => Promise<Map<number, I>>
}

type Titled = { title: string }
type Place = { sort_number?: number | undefined }

const ofType = (items: readonly ItemRow[], type: ItemType) => items.filter((item) => item.itemable_type === type)

const oneOf = (items: readonly ItemRow[], type: ItemType, id: number): ItemRow => {
  const item = ofType(items, type).find((candidate) => candidate.id === id)
  if (!item) throw fail('not_found')
  return item
}

/**
 * The five calls of one type of outline item (BLD-037, BLD-038). Anyone who changes an outline locks its course first, so
 * that the numbers stay 1 to n whatever runs at once (BLD-014).
 */
export const itemRoutes = <
  C extends z.core.$ZodType<Place>,
  U extends z.core.$ZodType<Place>,
  I extends z.core.$ZodType<Titled>,
>(
  endpoints: ItemEndpoints<C, U, I>,
  content: ItemContent<z.output<C>, z.output<U>, z.output<I>>,
): Route[] => {
  const { type } = endpoints

  const present = async (tx: Tx, course: CourseRow, items: ItemRow[]) => {
    const things = await content.load(
      tx,
      course.portal_id,
      items.map((item) => item.itemable_id),
    )
    return items.flatMap((item) => {
      const itemable = things.get(item.itemable_id)
      return itemable ? [{ ...item, course_id: course.id, title: itemable.title, itemable }] : []
    })
  }

  const presentOne = async (tx: Tx, course: CourseRow, id: number) => {
    const items = await loadItemRows(tx, course.portal_id, course.id)
    const [data] = await present(tx, course, [oneOf(items, type, id)])
    if (!data) throw fail('not_found')
    return { data } as never
  }

  return [
    route(endpoints.list, async ({ tx, ctx, params }) => {
      const course = await reachCourse(tx, ctx as SignedIn, { id: params.courseId })
      const items = ofType(await loadItemRows(tx, course.portal_id, course.id), type)
      return { data: await present(tx, course, items), meta: { next_cursor: null, prev_cursor: null } } as never
    }),
    route(endpoints.create, async ({ tx, ctx: anyCtx, params, body }) => {
      const ctx = anyCtx as SignedIn
      const course = await reachAndLockContent(tx, ctx, { id: params.courseId })
      const itemableId = await content.create({ tx, ctx, course }, body)
      const { sort_number } = body as Place
      const id = await addItem(tx, ctx, course, { type, itemable_id: itemableId, sort_number })
      return presentOne(tx, course, id)
    }),
    route(endpoints.show, async ({ tx, ctx, params }) => {
      const course = await reachCourse(tx, ctx as SignedIn, { id: params.courseId })
      return presentOne(tx, course, params.id)
    }),
    route(endpoints.update, async ({ tx, ctx: anyCtx, params, body }) => {
      const ctx = anyCtx as SignedIn
      const course = await reachAndLockContent(tx, ctx, { id: params.courseId })
      const item = oneOf(await loadItemRows(tx, course.portal_id, course.id), type, params.id)
      await content.update({ tx, ctx, course }, item.itemable_id, body)
      await changeItem(tx, ctx, course, { id: item.id, sort_number: (body as Place).sort_number })
      return presentOne(tx, course, item.id)
    }),
    route(endpoints.remove, async ({ tx, ctx: anyCtx, params }) => {
      const ctx = anyCtx as SignedIn
      const course = await reachAndLockContent(tx, ctx, { id: params.courseId })
      const item = oneOf(await loadItemRows(tx, course.portal_id, course.id), type, params.id)
      await removeItem(tx, ctx, course, item)
      return undefined as never
    }),
  ]
}
