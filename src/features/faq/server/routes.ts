import { fail } from '#kernel/errors.ts'
import { type Route, route } from '#platform/http/route.ts'
import * as contract from '../contract.ts'
import { faqListCalls } from './lists.ts'
import { findItem, listItems } from './store.ts'

const NONE = { data: [], meta: { next_cursor: null, prev_cursor: null } }

export const routes = (): Route[] => [
  route(contract.listFaq, ({ tx, ctx, query }) => listItems(tx, ctx.portal.id, query)),
  route(contract.showFaq, async ({ tx, ctx, params, query }) => {
    const item = await findItem(tx, ctx.portal.id, params.slug)
    if (!item) throw fail('not_found')
    const { question_category_id: category } = item
    const related =
      category === null ? NONE : await listItems(tx, ctx.portal.id, { ...query, category, except_id: item.id })
    return { data: { ...item, related } }
  }),
  ...faqListCalls,
]
