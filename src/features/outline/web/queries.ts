import type { QueryClient } from '@tanstack/react-query'
import { showCourse } from '#features/courses/contract.ts'
import type { Api } from '#kernel/client.ts'
import type { AnyEndpoint, Wire } from '#kernel/endpoint.ts'
import { orNotFound } from '#ui/page/or-not-found.ts'
import { audioItems, documentItems, listOutline, textItems, videoItems } from '../contract.ts'
import type { ItemType, ModuleItemType } from '../rules/item-types.ts'

export type Course = Wire<typeof showCourse>['data']
export type OutlineItem = Wire<typeof listOutline>['data'][number]
export type OutlineModuleItem = OutlineItem['module_items'][number]

/** The calls of each type of module item. */
export const MODULE_ITEM_CALLS = { Text: textItems, Document: documentItems, Audio: audioItems, Video: videoItems }

/** The reads of the screens of an outline; loaders and components use the same. */
export const outlineQueries = (api: Api) => ({
  course: (slug: string) => api.query(showCourse, { params: { slug } }),
  outline: (courseId: number) => api.query(listOutline, { params: { courseId } }),
})

/** The calls of one type of outline item, whichever slice describes them. */
export type ItemCalls = Record<'create' | 'show' | 'update' | 'remove', AnyEndpoint> & { type: ItemType }

type Reading = { api: Api; queryClient: Pick<QueryClient, 'ensureQueryData'> }

/** For loaders: the course of the address, and what is read of it. */
export const loadCourse = async ({ api, queryClient }: Reading, slug: string): Promise<Course> =>
  (await orNotFound(queryClient.ensureQueryData(outlineQueries(api).course(slug)))).data

/** For loaders of the page of one outline item; its title is that of the page. */
export const loadItem = async (
  reading: Reading,
  calls: ItemCalls,
  { slug, itemId }: { slug: string; itemId: string },
): Promise<{ title: string }> => {
  const { api, queryClient } = reading
  const { id: courseId } = await loadCourse(reading, slug)
  const query = api.query(calls.show, { params: { courseId, id: Number(itemId) } })
  const { data } = (await orNotFound(queryClient.ensureQueryData(query))) as { data: { title: string } }
  return { title: data.title }
}

/** One module item of any type with what it is made of. */
export const moduleItemQuery = (api: Api, type: ModuleItemType, id: number) => {
  const query = api.query(MODULE_ITEM_CALLS[type].show as typeof textItems.show, { params: { id } })
  return query as Omit<typeof query, 'queryFn'> & {
    queryFn: () => Promise<Wire<(typeof MODULE_ITEM_CALLS)[ModuleItemType]['show']>>
  }
}
