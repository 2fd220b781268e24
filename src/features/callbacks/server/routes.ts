import { sql } from 'kysely'
import { reachAndLockCourse, reachCourse } from '#features/courses/server/api.ts'
import type { SignedIn } from '#kernel/context.ts'
import type { Input, Output } from '#kernel/endpoint.ts'
import { fail } from '#kernel/errors.ts'
import { logActivity } from '#platform/db/activity.ts'
import type { Tx } from '#platform/db/db.ts'
import { type Route, route } from '#platform/http/route.ts'
import type { Services } from '#platform/services.ts'
import * as contract from '../contract.ts'
import { TEST_EVENT } from '../rules/events.ts'
import { bodyOf, messageId } from '../rules/message.ts'
import { readAddress } from './address.ts'
import * as log from './log-store.ts'
import { percent } from './percent.ts'
import { newSecret, sealSecret } from './secrets.ts'
import * as store from './store.ts'

type Body = Input<typeof contract.createCallback>['body']

const HOUR_MS = 3_600_000

const requireCallback = async (tx: Tx, ctx: SignedIn, id: number) => {
  const row = await store.lockCallback(tx, ctx.portal.id, id)
  if (!row) throw fail('not_found')
  return row
}

const shown = async (tx: Tx, ctx: SignedIn, id: number) => {
  const row = await store.loadCallback(tx, ctx.portal.id, id)
  if (!row) throw fail('not_found')
  return row
}

const note = (tx: Tx, ctx: SignedIn, verb: string, id: number, changes: Record<string, unknown>) =>
  logActivity(tx, ctx, { action: `callback.${verb}`, subject_type: 'callback', subject_id: id, changes })

const valuesOf = (body: Body, networks: readonly string[]): store.CallbackValues => ({
  name: body.name,
  url: readAddress(body.url, networks).href,
  events: [...new Set(body.events)],
  is_for_all_courses: body.is_for_all_courses,
  is_active: body.is_active,
})

/** The courses of a callback that is not for all of them. */
const coursesOf = async (tx: Tx, ctx: SignedIn, body: Body): Promise<number[]> => {
  if (body.is_for_all_courses) return []
  const ids = [...new Set(body.course_ids)]
  if ((await store.knownCourses(tx, ctx.portal.id, ids)).length < ids.length)
    throw fail('invalid', { field: 'course_ids' })
  return ids
}

const presentDelivery = ({ event_id: id, ...row }: log.DeliveryRow) => ({ ...row, webhook_id: messageId({ id }) })

const isSame = (one: readonly unknown[], other: readonly unknown[]) =>
  one.length === other.length && one.every((item) => other.includes(item))

const change = async (tx: Tx, ctx: SignedIn, id: number, body: Body, networks: readonly string[]) => {
  const values = valuesOf(body, networks)
  const courses = await coursesOf(tx, ctx, body)
  const before = await requireCallback(tx, ctx, id)
  const known = (await shown(tx, ctx, id)).courses.map((course) => course.id)
  await store.saveCallback(tx, ctx.portal.id, id, values, ctx.now)
  await store.saveCourses(tx, ctx.portal.id, id, courses)
  const isWidened =
    !isSame(before.events, values.events) ||
    before.is_for_all_courses !== values.is_for_all_courses ||
    !isSame(known, courses) ||
    (values.is_active && !before.is_active)
  if (isWidened) await store.leaveGap(tx, ctx.portal.id, id)
  if (values.is_active && !before.is_active) await store.skipExpired(tx, ctx.portal.id, id, ctx.now)
  if (values.url !== before.url) await store.forgetFailures(tx, ctx.portal.id, id, ctx.now)
  await note(tx, ctx, 'update', id, { name: values.name, url: values.url, is_active: values.is_active })
  return shown(tx, ctx, id)
}

/** The calls of callbacks (INT-019) and those of a course (BLD-036). */
export const routes = ({ config }: Services): Route[] => {
  const networks = config.FETCH_NETWORKS ?? []
  return [
    route(contract.listCallbacks, ({ tx, ctx, query }) => store.pageOfCallbacks(tx, ctx.portal.id, query)),
    route(contract.showCallback, async ({ tx, ctx, params }) => ({ data: await shown(tx, ctx, params.id) })),
    route(contract.createCallback, async ({ tx, ctx, body }) => {
      const values = valuesOf(body, networks)
      const courses = await coursesOf(tx, ctx, body)
      if ((await store.countCallbacks(tx, ctx.portal.id)) >= contract.MOST_CALLBACKS)
        throw fail('invalid', { message: `A portal has at most ${contract.MOST_CALLBACKS} callbacks.` })
      const secret = newSecret()
      const sealed = sealSecret(config.secret, ctx.portal.id, secret)
      const id = await store.insertCallback(tx, ctx.portal.id, { ...values, secret: sealed }, ctx.now)
      await store.saveCourses(tx, ctx.portal.id, id, courses)
      await note(tx, ctx, 'create', id, { name: values.name, url: values.url })
      return { data: { ...(await shown(tx, ctx, id)), secret } }
    }),
    route(contract.updateCallback, async ({ tx, ctx, params, body }) => ({
      data: await change(tx, ctx, params.id, body, networks),
    })),
    route(contract.deleteCallback, async ({ tx, ctx, params }) => {
      const { name } = await requireCallback(tx, ctx, params.id)
      await store.markDeleted(tx, ctx.portal.id, params.id, ctx.now)
      await note(tx, ctx, 'delete', params.id, { name })
      return undefined
    }),
    route(contract.rotateCallbackSecret, async ({ tx, ctx, params, body }) => {
      const { name, secret: former } = await requireCallback(tx, ctx, params.id)
      const secret = newSecret()
      const isKept = body.keep_hours > 0
      const until = isKept ? new Date(ctx.now.getTime() + body.keep_hours * HOUR_MS) : null
      const secrets = {
        secret: sealSecret(config.secret, ctx.portal.id, secret),
        former_secret: isKept ? former : null,
        former_secret_until: until,
      }
      await store.saveSecret(tx, ctx.portal.id, params.id, secrets, ctx.now)
      await note(tx, ctx, 'secret', params.id, { name, keep_hours: body.keep_hours })
      return { data: { secret, former_secret_until: until } }
    }),
    route(contract.testCallback, async ({ tx, ctx, params }) => {
      const { name, is_active: isActive } = await requireCallback(tx, ctx, params.id)
      if (!isActive) throw fail('invalid', { message: 'Turn the callback on before you test it.' })
      const data = JSON.stringify({ name, sent_by: ctx.viewer.user_id })
      await sql`select announce(${ctx.portal.id}, ${TEST_EVENT}, ${`callback:${params.id}`}, null, ${data}::jsonb, ${params.id})`.execute(
        tx,
      )
      const { data: newest } = await log.pageOfDeliveries(tx, ctx.portal.id, params.id, { per_page: 1, sort: '-id' })
      const delivery = newest[0]
      if (!delivery) throw fail('not_found')
      await log.endPause(tx, ctx.portal.id, params.id)
      return { data: { delivery_id: delivery.id } }
    }),
    route(contract.listDeliveries, async ({ tx, ctx, params, query }) => {
      await shown(tx, ctx, params.id)
      const { data, meta } = await log.pageOfDeliveries(tx, ctx.portal.id, params.id, query)
      return { data: data.map(presentDelivery), meta }
    }),
    route(contract.showDelivery, async ({ tx, ctx, params }) => {
      await shown(tx, ctx, params.id)
      const row = await log.loadDelivery(tx, ctx.portal.id, params.id, params.deliveryId)
      if (!row) throw fail('not_found')
      const { data, api_version: version, ...delivery } = row
      const fact = { ...row, id: row.event_id, type: row.event_type, data: data as Record<string, unknown> }
      const attempts = await log.attemptsOf(tx, ctx.portal.id, row.id)
      return {
        data: {
          ...presentDelivery(delivery),
          body: bodyOf(fact, row.number, percent, version),
          log: attempts as Output<typeof contract.showDelivery>['data']['log'],
        },
      }
    }),
    route(contract.replayDeliveries, async ({ tx, ctx, params, body }) => {
      const { name } = await requireCallback(tx, ctx, params.id)
      const count = await log.replay(tx, ctx.portal.id, params.id, body)
      await note(tx, ctx, 'replay', params.id, { name, count })
      return { data: { count } }
    }),
    route(contract.showCourseCallbacks, async ({ tx, ctx, params }) => {
      const course = await reachCourse(tx, ctx, { slug: params.slug })
      return { data: await store.callbacksOfCourse(tx, ctx.portal.id, course.id) }
    }),
    route(contract.updateCourseCallbacks, async ({ tx, ctx, params, body }) => {
      const course = await reachAndLockCourse(tx, ctx, { slug: params.slug })
      const before = await store.callbacksOfCourse(tx, ctx.portal.id, course.id)
      const chosenIds = new Set(body.callback_ids)
      const known = new Set(before.map(({ id }) => id))
      if ([...chosenIds].some((id) => !known.has(id))) throw fail('invalid', { field: 'callback_ids' })
      const own = before.filter(({ is_for_all_courses: isForAll }) => !isForAll)
      const chosen = own.filter(({ id }) => chosenIds.has(id)).map(({ id }) => id)
      await store.saveCourseCallbacks(tx, ctx.portal.id, course.id, chosen)
      const changed = own.filter(({ id, is_used: isUsed }) => isUsed !== chosenIds.has(id))
      for (const { id } of changed) await store.leaveGap(tx, ctx.portal.id, id)
      await logActivity(tx, ctx, {
        action: 'course.callbacks',
        subject_type: 'course',
        subject_id: course.id,
        changes: Object.fromEntries(changed.map(({ name, id }) => [name, chosenIds.has(id)])),
      })
      return { data: await store.callbacksOfCourse(tx, ctx.portal.id, course.id) }
    }),
  ]
}
