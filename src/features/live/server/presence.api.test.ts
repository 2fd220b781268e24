import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import Pusher, { type PresenceChannel } from 'pusher-js'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { accessOf, ROLE_NAMES } from '#kernel/access/permissions.ts'
import { makeWorld, type World } from '../../../../tests/api/world.ts'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { enrolling } from '../../../../tests/enrolling.ts'
import { broadcastingAuth } from '../contract.ts'

const t = testApp()
const make = enrolling(t)

let world: World
let other: World
let port: number
beforeAll(async () => {
  world = await makeWorld(t)
  other = await makeWorld(t)
  t.app.http.server.listen(0, '127.0.0.1')
  await once(t.app.http.server, 'listening')
  port = (t.app.http.server.address() as AddressInfo).port
})
afterEach(() => {
  for (const client of Pusher.instances.splice(0)) client.disconnect()
})

const statusOf = (who: TestPerson, channel_name: string) =>
  t
    .as(who)
    .call(broadcastingAuth, { body: { socket_id: '12.34', channel_name } })
    .then(
      ({ channel_data }) => (channel_data ? 200 : 'nobody'),
      (error: { status: number }) => error.status,
    )

const CONDITION = { plan_short_name: 'enterprise', is_core: false }

test.each(ROLE_NAMES)(
  '%s is among the editors of a course and of a page if the role may edit them (RTM-016, BLD-082)',
  async (role) => {
    const who = world.people[role]
    const { id: course_id } = await make.course(world.portal)
    const mayEdit = accessOf(role, 'courses.update', { condition: CONDITION })
    expect(await statusOf(who, `presence-course-editors.${course_id}`)).toBe(mayEdit === 'any' ? 200 : 403)
    // The course of the world is taught by its instructor.
    const isOwn = mayEdit === 'any' || (mayEdit === 'own' && role === 'instructor')
    expect(await statusOf(who, `presence-course-editors.${world.ids.courseId}`)).toBe(isOwn ? 200 : 403)
    const mayEditPages = accessOf(role, 'site-content.update', { condition: CONDITION }) !== 'none'
    expect(await statusOf(who, `presence-page-editors.${world.ids.pageId}`)).toBe(mayEditPages ? 200 : 403)
    // Those of another portal are nobody's business here, and a private name listens to nobody unseen.
    for (const channel of [
      `presence-course-editors.${other.ids.courseId}`,
      `presence-page-editors.${other.ids.pageId}`,
      `private-presence-course-editors.${world.ids.courseId}`,
      `private-course-editors.${world.ids.courseId}`,
      `presence-courses.${world.ids.courseId}`,
    ])
      expect(await statusOf(who, channel)).toBe(403)
  },
)

/** An unmodified client of the live server, signed in as the person. */
const connect = (who: TestPerson) =>
  new Pusher(t.config.live.key, {
    cluster: '',
    wsHost: '127.0.0.1',
    wsPort: port,
    forceTLS: false,
    enabledTransports: ['ws'],
    channelAuthorization: {
      transport: 'ajax',
      endpoint: '',
      customHandler: ({ socketId, channelName }, callback) => {
        t.as(who)
          .call(broadcastingAuth, { body: { socket_id: socketId, channel_name: channelName } })
          .then(
            (answer) => callback(null, answer),
            (error) => callback(error, null),
          )
      },
    },
  })

const next = <T>(channel: PresenceChannel, event: string): Promise<T> =>
  new Promise((resolve) =>
    channel.bind(event, (data: T, from: unknown) => resolve(from ? ({ data, from } as T) : data)),
  )

const enter = async (who: TestPerson) => {
  const client = connect(who)
  const channel = client.subscribe(`presence-course-editors.${world.ids.courseId}`) as PresenceChannel
  await Promise.race([
    next(channel, 'pusher:subscription_succeeded'),
    next(channel, 'pusher:subscription_error').then((error) => Promise.reject(error)),
  ])
  return { client, channel }
}

test('editors of a course see each other come, hear what each has open under the name of the server, and see each other go (BLD-082, BLD-083, RTM-016)', async () => {
  const jane = await t.make.person('portal_admin', { portal: world.portal, first_name: 'Jane', last_name: 'Doe' })
  const mark = await t.make.person('course_admin', { portal: world.portal, first_name: 'Mark', last_name: 'Brown' })
  const one = await enter(jane)
  const arrival = next<object>(one.channel, 'pusher:member_added')
  const two = await enter(mark)
  expect(await arrival).toMatchObject({ id: String(mark.id), info: { display_name: 'Mark Brown', avatar: null } })
  expect(two.channel.members.get(String(jane.id)).info).toEqual({ display_name: 'Jane Doe', avatar: null })

  const place = { tab: 'one', place: { at: '/pricing', name: 'Pricing', is_editing: true }, asks: true }
  const said = next<object>(one.channel, 'client-place')
  two.channel.trigger('client-place', place)
  expect(await said).toMatchObject({ data: place, from: { user_id: String(mark.id) } })

  const departure = next<object>(one.channel, 'pusher:member_removed')
  two.client.disconnect()
  expect(await departure).toMatchObject({ id: String(mark.id) })
})

test('a learner of the course is refused by the live server as well (RTM-016)', async () => {
  await expect(enter(world.people.learner)).rejects.toMatchObject({ type: 'AuthError' })
})
