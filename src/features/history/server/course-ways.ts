import {
  type CoursePorts,
  loadTermIds,
  loadTiers,
  reachCourse,
  updateCourse,
  updateDueDates,
  updatePrices,
} from '#features/courses/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Tx } from '#platform/db/db.ts'
import type { RecordKey } from './store.ts'

type Body = Record<string, unknown>
type At = { tx: Tx; ctx: SignedIn; key: RecordKey; ports: CoursePorts }

const courseOf = ({ tx, ctx, key }: Omit<At, 'ports'>) => reachCourse(tx, ctx, { id: key.record_id })

export const slugOf = async (tx: Tx, ctx: SignedIn, key: RecordKey): Promise<string> =>
  (await courseOf({ tx, ctx: { ...ctx, scope: 'any' }, key })).slug

/** Prices by quantity as they are recorded, `10:8900`. */
const tiersOf = (items: readonly string[]) =>
  items
    .map((item) => item.split(':').map(Number))
    .map(([from = 1, price = 0]) => ({ from, price }))
    .toSorted((a, b) => a.from - b.from)

/** The actions of the screens that put fields of a course back (HIS-024). */
export const COURSE_WAYS = {
  course: async (at: At, { author_name: author, button_name: button, catalog_terms: terms, ...texts }: Body) => {
    const { slug } = await courseOf(at)
    const body = {
      ...texts,
      ...(author !== undefined && { author: { name: author } }),
      ...(button !== undefined && { options: { button_name: button } }),
      ...(terms !== undefined && (await loadTermIds(at.tx, at.key.portal_id, terms as number[]))),
    }
    await updateCourse(at.tx, at.ctx, at.ports, { slug }, body as never)
  },
  prices: async (at: At, body: Body) => {
    const { id, slug } = await courseOf(at)
    const tiers = (await loadTiers(at.tx, at.key.portal_id, [id])).get(id) ?? []
    await updatePrices(at.tx, at.ctx, at.ports, { slug }, {
      course_pricings: body['course_pricings']
        ? tiersOf(body['course_pricings'] as string[])
        : tiers.map(({ from, price_cents }) => ({ from, price: price_cents })),
      ...('min_credit_price_cents' in body && { min_credit_price: body['min_credit_price_cents'] }),
      ...('max_discount' in body && { max_discount: body['max_discount'] }),
      ...('credit_price_cents' in body && { credit_price: body['credit_price_cents'] }),
    } as never)
  },
  due_dates: async (at: At, body: Body) => {
    const { slug, due_days, due_at } = await courseOf(at)
    const dates = { due_days, due_at, ...body } as { due_days: number | null; due_at: Date | string | null }
    const on = dates.due_at === null ? null : new Date(dates.due_at)
    await updateDueDates(at.tx, at.ctx, { slug }, { due_days: dates.due_days, due_at: on })
  },
}
