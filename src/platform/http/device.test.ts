import { expect, test } from 'vitest'
import { DEVICE_SECONDS, deviceCookie, readDevice } from './device.ts'

const now = new Date('2026-03-02T10:00:00Z')
const secret = 'a secret for tests only, of enough length'

test('a browser keeps its id and knows who has signed in with it, most recent first (AUT-055)', () => {
  const first = readDevice(secret, deviceCookie(secret, null, 7, now), now)
  expect(first).toMatchObject({ user_ids: [7] })
  const second = readDevice(secret, deviceCookie(secret, first, 8, now), now)
  expect(second).toEqual({ id: first?.id, user_ids: [8, 7] })
  expect(readDevice(secret, deviceCookie(secret, second, 7, now), now)?.user_ids).toEqual([7, 8])
})

test('forty people are remembered on a shared computer (AUT-055)', () => {
  let device = null
  for (let id = 1; id <= 50; id++) device = readDevice(secret, deviceCookie(secret, device, id, now), now)
  expect(device?.user_ids).toHaveLength(40)
  expect(device?.user_ids.at(-1)).toBe(11)
})

test('a forged, foreign, broken or outdated cookie proves nothing (AUT-055)', () => {
  const cookie = deviceCookie(secret, null, 7, now)
  const [id, expires, , signature] = cookie.split('.')
  const late = new Date(now.getTime() + DEVICE_SECONDS * 1000)
  expect(readDevice(secret, cookie, new Date(late.getTime() - 1000))).not.toBeNull()
  for (const [parts, at, key] of [
    [undefined, now, secret],
    ['', now, secret],
    [`${id}.${expires}.8.${signature}`, now, secret],
    [`${id}.${Number(expires) + 1}.7.${signature}`, now, secret],
    [`${cookie}.more`, now, secret],
    [cookie, now, 'another secret'],
    [cookie, late, secret],
  ] as const)
    expect(readDevice(key, parts, at)).toBeNull()
})
