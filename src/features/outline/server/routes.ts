import { reachCourse } from '#features/courses/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Output } from '#kernel/endpoint.ts'
import type { Tx } from '#platform/db/db.ts'
import { type Route, route } from '#platform/http/route.ts'
import type { Services } from '#platform/services.ts'
import * as contract from '../contract.ts'
import type { ModuleItemType } from '../rules/item-types.ts'
import { sortItems } from './actions/change-items.ts'
import { addModuleItem, changeModuleItem, reachModuleItem, removeModuleItem } from './actions/change-module-items.ts'
import { cloudScormContent, moduleContent, scormContent } from './contents.ts'
import { itemRoutes } from './item-routes.ts'
import { presentAudio, presentDocument, presentText, presentVideo } from './present.ts'
import { DRAFT, loadOutline, type ModuleItem } from './store.ts'

/** A short list that is answered whole (API-007). */
const whole = <T>(data: T[]) => ({ data, meta: { next_cursor: null, prev_cursor: null } })

type ModuleItemEndpoints =
  | typeof contract.textItems
  | typeof contract.documentItems
  | typeof contract.audioItems
  | typeof contract.videoItems

/** The four calls of one type of module item (BLD-041); the types differ in their fields and in how they are shown. */
const moduleItemRoutes = <E extends ModuleItemEndpoints>(
  endpoints: E,
  { files }: Pick<Services, 'files'>,
  present: (tx: Tx, ctx: SignedIn, item: ModuleItem) => Promise<Output<E['show']>['data']>,
): Route[] => {
  const type: ModuleItemType = endpoints.type
  // The four unions of calls are called as one: what they have in common is all that is used here.
  const { create, show, update, remove } = endpoints as unknown as typeof contract.textItems
  const answer = async (tx: Tx, ctx: SignedIn, id: number) =>
    ({ data: await present(tx, ctx, await reachModuleItem(tx, ctx, type, id)) }) as never
  return [
    route(create, async ({ tx, ctx, body }) => answer(tx, ctx, await addModuleItem({ tx, ctx, files }, type, body))),
    route(show, async ({ tx, ctx, params }) => answer(tx, ctx, params.id)),
    route(update, async ({ tx, ctx, params, body }) => {
      await changeModuleItem({ tx, ctx, files }, type, params.id, body)
      return answer(tx, ctx, params.id)
    }),
    route(remove, async ({ tx, ctx, params }) => {
      await removeModuleItem(tx, ctx, type, params.id)
      return undefined
    }),
  ]
}

export const routes = ({ files, secret }: Pick<Services, 'files' | 'secret'>): Route[] => [
  route(contract.listOutline, async ({ tx, ctx, params }) => {
    const course = await reachCourse(tx, ctx, { id: params.courseId })
    const items = await loadOutline(tx, ctx.portal.id, course.id, DRAFT)
    return whole(
      items.map(({ module_items: moduleItems, ...item }) => ({
        ...item,
        module_items: moduleItems.map((inner) => ({ ...inner, itemable_id: inner.id, module_id: item.itemable_id })),
      })),
    )
  }),
  route(contract.sortItems, async ({ tx, ctx, params, body }) =>
    whole(await sortItems(tx, ctx, params.courseId, body.items)),
  ),
  ...itemRoutes(contract.modules, moduleContent),
  ...itemRoutes(contract.scormModules, scormContent),
  ...itemRoutes(contract.cloudScormModules, cloudScormContent),
  ...moduleItemRoutes(contract.textItems, { files }, async (_tx, _ctx, item) => presentText(item)),
  ...moduleItemRoutes(contract.documentItems, { files }, presentDocument),
  ...moduleItemRoutes(contract.audioItems, { files }, (tx, ctx, item) => presentAudio(tx, ctx, secret, item)),
  ...moduleItemRoutes(contract.videoItems, { files }, (tx, ctx, item) => presentVideo(tx, ctx, secret, item)),
]
