import { reachFor } from '#features/accounts/server/api.ts'
import { reachCourse, SOURCE_COLUMNS } from '#features/courses/server/api.ts'
import { isOwnPriceAllowed } from '#features/credits/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import { PUBLICATION } from '#kernel/product/statuses.ts'
import { z } from '#kernel/schema.ts'
import type { Tx } from '#platform/db/db.ts'
import { takenByScreens } from '../contract.ts'
import { FIELDS } from '../rules/fields.ts'
import type { Facts } from '../rules/plan.ts'
import { isSameValue, type Past, type Values } from '../rules/state.ts'
import type { RecordKey } from './store.ts'

const NOT_VALID = 'The value of then is not allowed anymore.'
const SHARED = 'Another portal shares this course and changes what is in it.'
const NEEDS_PRICE = 'A published course needs a price.'
const NEEDS_TEMPLATE = 'The course has no certificate template now.'
const TOO_LOW = 'The price of a credit would be below the minimum.'
const PASSED = 'This date has passed.'
const ONE_OF_BOTH = 'A course is due after days or on a date. Restore the day as a whole instead.'
const ONE_LANGUAGE = 'A course has one language. Restore the day as a whole instead.'

const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** Kinds of the terms of then that still exist, by id. */
const loadKinds = async (tx: Tx, portalId: number, ids: readonly unknown[]): Promise<Map<unknown, string>> => {
  const numbers = ids.filter((id) => typeof id === 'number')
  if (numbers.length === 0) return new Map()
  const rows = await tx
    .selectFrom('terms')
    .select(['id', 'kind'])
    .where('portal_id', '=', portalId)
    .where('id', 'in', numbers)
    .execute()
  return new Map(rows.map(({ id, kind }) => [id, kind]))
}

/** Former values that the screens of the course would refuse today. */
const refusedValues = (now: Values, { values }: Past): Record<string, string> => {
  const shape = takenByScreens().course
  return Object.fromEntries(
    Object.entries(values)
      .filter(([field, value]) => {
        const schema = FIELDS.course.get(field)?.way === 'course' ? shape[field] : undefined
        return schema && !isSameValue(field, value, now[field]) && !z.safeParse(schema, value ?? null).success
      })
      .map(([field]) => [field, NOT_VALID]),
  )
}

/** What stands in the way of prices and dates of then (BLD-005, BLD-020, BLD-062, CRD-018). */
const refusedNumbers = (ctx: SignedIn, now: Values, { values }: Past, isPublished: boolean): Record<string, string> => {
  const refused: Record<string, string> = {}
  if (isPublished && asList(values['course_pricings']).length === 0) refused['course_pricings'] = NEEDS_PRICE
  if (isPublished && values['is_certificate_required'] === true && now['certificate_template_id'] === null)
    refused['is_certificate_required'] = NEEDS_TEMPLATE
  const own = values['credit_price_cents']
  const least = {
    min_credit_price_cents: Number(values['min_credit_price_cents']),
    max_discount: Number(values['max_discount']),
  }
  if (typeof own === 'number' && !isOwnPriceAllowed(least, own))
    for (const field of ['credit_price_cents', 'min_credit_price_cents', 'max_discount']) refused[field] = TOO_LOW
  const { due_at: on, due_days: days } = values
  if (typeof on === 'string' && new Date(on) <= ctx.now) {
    refused['due_at'] = PASSED
    if (days !== now['due_days']) refused['due_days'] = ONE_OF_BOTH
  }
  if (typeof on === 'string' && typeof days === 'number')
    for (const field of ['due_at', 'due_days']) refused[field] = ONE_OF_BOTH
  return refused
}

/** What the viewer may do with a course, and what stands in the way of values of then (HIS-024). */
export const factsOfCourse = async (tx: Tx, ctx: SignedIn, key: RecordKey, now: Values, past: Past): Promise<Facts> => {
  const course = await reachCourse(tx, { ...ctx, scope: 'any' }, { id: key.record_id })
  const terms = asList(past.values['catalog_terms'])
  const kinds = await loadKinds(tx, key.portal_id, terms)
  const languages = terms.filter((id) => kinds.get(id) === 'language')
  const closed = 'You cannot change this course.'
  const mayChange = reachFor(ctx, 'courses.update') === 'any'
  return {
    closed: null,
    refused: {
      ...(!mayChange && { course: closed, due_dates: closed }),
      ...(reachFor(ctx, 'pricing.update') !== 'any' && { prices: 'You cannot change the prices of this course.' }),
    },
    selectable: [],
    tags: new Set(kinds.keys()),
    impossible: {
      ...refusedValues(now, past),
      ...refusedNumbers(ctx, now, past, course.publication_status === PUBLICATION.published),
      ...(languages.length > 1 && { catalog_terms: ONE_LANGUAGE }),
      ...(course.source_portal_id !== null && Object.fromEntries(SOURCE_COLUMNS.map((field) => [field, SHARED]))),
    },
  }
}
