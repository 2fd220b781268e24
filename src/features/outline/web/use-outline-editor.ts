import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Api } from '#kernel/client.ts'
import { moved } from '#ui/app/sortable-order.ts'
import { useApi } from '#ui/calls/api.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { sortItems } from '../contract.ts'
import type { ItemType } from '../rules/item-types.ts'
import { confirmRemoval } from './confirm-removal.tsx'
import { type OutlineContextValue, useOutlineContext } from './outline-context.ts'
import { type Course, MODULE_ITEM_CALLS, type OutlineItem, type OutlineModuleItem, outlineQueries } from './queries.ts'

type Outline = { data: OutlineItem[] }

const numbered = <Item extends { sort_number: number }>(items: Item[]): Item[] =>
  items.map((item, index) => ({ ...item, sort_number: index + 1 }))

/**
 * What changes the outline of a course. Nothing is shown before the server has said yes (BLD-013); then all is read again.
 * The same object as long as the course is the same, so that long outlines are not drawn for nothing.
 */
export const useOutlineEditor = (course: Course) => {
  const api = useApi()
  const client = useQueryClient()
  const { calls, changed } = useOutlineContext()
  return useMemo(() => outlineEditor({ api, client, calls, changed, course }), [api, client, calls, changed, course])
}
export type OutlineEditor = ReturnType<typeof outlineEditor>

type EditorOptions = Pick<OutlineContextValue, 'calls' | 'changed'> & { api: Api; client: QueryClient; course: Course }

const outlineEditor = ({ api, client, calls, changed, course }: EditorOptions) => {
  const { queryKey } = outlineQueries(api).outline(course.id)
  let waiting: Promise<unknown> = Promise.resolve()

  const shown = (): OutlineItem[] => (client.getQueryData(queryKey) as Outline | undefined)?.data ?? []
  const show = async (change: (items: OutlineItem[]) => OutlineItem[]) => {
    await client.cancelQueries({ queryKey })
    client.setQueryData(queryKey, ((now: Outline | undefined) => now && { ...now, data: change(now.data) }) as never)
  }
  /** One after the other: each move starts from the order that the one before has led to. */
  const inTurn = (move: () => Promise<void>): Promise<void> => {
    const done = waiting.then(move).catch(toast.error).then(changed)
    waiting = done
    return done
  }
  /** True once it is gone. */
  const remove = async (call: () => Promise<unknown>): Promise<boolean> => {
    if (!(await confirmRemoval(course))) return false
    try {
      await call()
    } catch (error) {
      toast.error(error)
      return false
    }
    await changed()
    return true
  }
  return {
    changed,
    /** Adds an item of that title at the end; rejects with what the call rejects with. */
    add: (type: ItemType, title: string | undefined) =>
      api.call(calls[type].create, { params: { courseId: course.id }, body: { ...(title && { title }) } }),
    rename: ({ itemable_type: type, id }: OutlineItem, title: string | undefined) =>
      api.call(calls[type].update, { params: { courseId: course.id, id }, body: { title } }),
    renameModuleItem: ({ itemable_type: type, id }: OutlineModuleItem, title: string | undefined) =>
      api.call(MODULE_ITEM_CALLS[type].update, { params: { id }, body: { title } }),
    remove: ({ itemable_type: type, id }: Pick<OutlineItem, 'id' | 'itemable_type'>) =>
      remove(() => api.call(calls[type].remove, { params: { courseId: course.id, id } })),
    removeModuleItem: ({ itemable_type: type, id }: Pick<OutlineModuleItem, 'id' | 'itemable_type'>) =>
      remove(() => api.call(MODULE_ITEM_CALLS[type].remove, { params: { id } })),
    sort: ({ id }: OutlineItem, to: number) =>
      inTurn(async () => {
        const now = shown()
        const items = numbered(
          moved(
            now,
            now.findIndex((item) => item.id === id),
            to,
          ),
        )
        const order = items.map(({ id: each, sort_number }) => ({ id: each, sort_number }))
        await api.call(sortItems, { params: { courseId: course.id }, body: { items: order } })
        await show(() => items)
      }),
    sortModuleItem: ({ itemable_type: type, id, module_id: moduleId }: OutlineModuleItem, to: number) =>
      inTurn(async () => {
        await api.call(MODULE_ITEM_CALLS[type].update, { params: { id }, body: { sort_number: to + 1 } })
        await show((items) =>
          items.map((item) => {
            if (item.itemable_type !== 'Module' || item.itemable_id !== moduleId) return item
            const from = item.module_items.findIndex((inner) => inner.id === id)
            return { ...item, module_items: numbered(moved(item.module_items, from, to)) }
          }),
        )
      }),
    /** To the end of another module of the course; rejects with what the call rejects with. */
    moveTo: ({ itemable_type: type, id }: OutlineModuleItem, module_id: number) =>
      api.call(MODULE_ITEM_CALLS[type].update, { params: { id }, body: { module_id } }),
  }
}
