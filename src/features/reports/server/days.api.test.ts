import { expect, test } from 'vitest'
import { testApp } from '../../../../tests/api.ts'
import { exportCalls } from '../../../../tests/exports.ts'
import { records } from '../../../../tests/reports/records.ts'
import { showFigures } from '../contract.ts'

const NOW = new Date('2026-11-25T15:00:00Z')
const t = testApp({ now: () => NOW })
const { csv } = exportCalls(t, () => NOW)
const { makeCourse, enroll, certify } = records(t, NOW)

test('who is overdue stands with the last reminder, by days of the portal, and nobody who finished, left or lost access (REP-017, PRT-078)', async () => {
  const admin = await t.make.person('portal_admin')
  const { portal } = admin
  const { id: courseId } = await makeCourse(portal.id)
  const add = async (first_name: string, values: Record<string, unknown>) => {
    const person = await t.make.person('learner', { portal, first_name, last_name: 'X' })
    await enroll(portal.id, courseId, person.id, values)
  }
  // Yesterday at its last moment in New York, and today at its first.
  await add('Yesterday', { due_at: new Date('2026-11-25T04:59:59Z'), due_told_at: new Date('2026-11-23T15:00:00Z') })
  await add('Today', { due_at: new Date('2026-11-25T05:00:00Z') })
  await add('Long', { due_at: new Date('2026-10-01T12:00:00Z') })
  await add('Finished', { due_at: new Date('2026-10-01T12:00:00Z'), completed_at: NOW })
  await add('Gone', { due_at: new Date('2026-10-01T12:00:00Z'), ended_at: NOW })
  await add('Closed', { due_at: new Date('2026-10-01T12:00:00Z'), expires_at: new Date('2026-11-01T12:00:00Z') })
  const lines = await csv(admin, '/reports/overdue/export')
  expect(lines.map((line) => [line.Name, line['Days overdue'], line['Last reminder']])).toEqual([
    ['Long X', '55', ''],
    ['Yesterday X', '1', '2026-11-23T15:00:00.000Z'],
  ])
  const { figures: sums } = (await t.as(admin).call(showFigures, { params: { report: 'overdue' } })).data
  expect(sums.map(({ key, value }) => [key, value])).toEqual([
    ['total', 2],
    ['over_30', 1],
    ['never_reminded', 1],
  ])
})

test('a certificate that expires within 30, 60 or 90 days of the portal counts, unless revoked or replaced, with the renewal beside it (REP-018)', async () => {
  const admin = await t.make.person('portal_admin')
  const { portal } = admin
  const { id: courseId } = await makeCourse(portal.id)
  const { id: otherId } = await makeCourse(portal.id)
  const issued_at = new Date('2025-01-10T12:00:00Z')
  const issue = (holder: Awaited<ReturnType<typeof holderOf>>, values: Record<string, unknown>, course = courseId) =>
    certify(portal.id, course, holder, { issued_at, ...values })
  const holderOf = async (holder_name: string) => ({ ...(await t.make.person('learner', { portal })), holder_name })
  // A certificate is valid to the end of its last day in New York: the 30th day from November 25 ends at this moment.
  const endOf30th = new Date('2026-12-26T05:00:00Z')
  const expires_at = new Date('2026-12-01T05:00:00Z')
  await issue(await holderOf('Yesterday'), { expires_at: new Date('2026-11-25T05:00:00Z') })
  await issue(await holderOf('Today'), { expires_at: new Date('2026-11-26T05:00:00Z') })
  await issue(await holderOf('In 30'), { expires_at: endOf30th })
  await issue(await holderOf('In 31'), { expires_at: new Date(endOf30th.getTime() + 1) })
  await issue(await holderOf('In 90'), { expires_at: new Date('2027-02-24T05:00:00Z') })
  await issue(await holderOf('In 91'), { expires_at: new Date('2027-02-24T05:00:01Z') })
  await issue(await holderOf('For life'), { expires_at: null })
  await issue(await holderOf('Revoked'), {
    expires_at,
    revoked_at: NOW,
    revoked_by: admin.id,
    revoke_reason: 'Wrong person',
  })
  const replaced = await holderOf('Replaced')
  await issue(replaced, { expires_at })
  await issue(replaced, { issued_at: new Date('2026-11-01T12:00:00Z'), expires_at: null })
  const elsewhere = await holderOf('Other course')
  await issue(elsewhere, { expires_at })
  await issue(elsewhere, { issued_at: new Date('2026-11-01T12:00:00Z'), expires_at: null }, otherId)
  const again = await holderOf('Again')
  await issue(again, { expires_at })
  await enroll(portal.id, courseId, again.id)
  const lines = await csv(admin, '/reports/expiring/export')
  expect(lines.map((line) => [line.Holder, line['Days left'], line.Renewal])).toEqual([
    ['Today', '0', 'Not enrolled'],
    ['Other course', '5', 'Not enrolled'],
    ['Again', '5', 'Enrolled again'],
    ['In 30', '30', 'Not enrolled'],
    ['In 31', '31', 'Not enrolled'],
    ['In 90', '90', 'Not enrolled'],
  ])
  const { figures: sums } = (await t.as(admin).call(showFigures, { params: { report: 'expiring' } })).data
  expect(sums.map(({ key, value }) => [key, value])).toEqual([
    ['in_90', 6],
    ['in_60', 5],
    ['in_30', 4],
  ])
})
