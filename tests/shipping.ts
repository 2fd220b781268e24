import { sql } from 'kysely'
import { expect } from 'vitest'
import * as contract from '#features/shipping/contract.ts'
import { sendJob } from '#features/shipping/server/send-job.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import type { TestApp, TestPerson, TestPortal } from './api.ts'
import { ADDRESS, shopOf } from './shop.ts'

export const MANUAL = {
  title: 'Printed manual',
  weight: 1.5,
  width: 8,
  height: 1,
  length: 11,
  value: 25,
  category: 'documents',
}

/** The setup of shipping tests: a portal that ships, an item to ship, and the service's stand-in. */
export const shippingOf = (t: TestApp) => {
  const shop = shopOf(t)
  const service = () => {
    const controls = t.app.standins.easyship?.controls
    if (!controls) throw new Error('The stand-in runs in this process')
    return controls
  }
  /** A portal that can ship, with a person who manages it. */
  const aPortal = async () => {
    // Shipments left over by other tests, now or after a pause, would run in place of this one's.
    await t.app.jobs.drain()
    await t.platform((tx) =>
      sql`delete from pgboss.job where name = ${sendJob.name} and state in ('created', 'retry')`.execute(tx),
    )
    const portal = await shop.portal()
    await t.platform((tx) =>
      tx
        .updateTable('companies')
        .set({ address: '5 Depot Road', city: 'Boulder', state: 'CO', postal_code: '80301' })
        .where('portal_id', '=', portal.id)
        .execute(),
    )
    const admin = await t.make.person('portal_admin', { portal })
    return { portal, admin }
  }
  const aManual = async (admin: TestPerson) =>
    (await t.as(admin).call(contract.shippableProducts.create, { body: MANUAL })).data.id

  /** A course with which a manual is shipped. */
  const aCourse = async (
    portal: TestPortal,
    admin: TestPerson,
    more: object = {},
    tiers: Record<number, number> = { 1: 0 },
  ) => {
    const course = await shop.course(portal, { tiers })
    const shippable_product_id = await aManual(admin)
    const body = { option: 'delivery' as const, shippable_product_id, ...more }
    await t.as(admin).call(contract.updateCourseShipping, { params: { slug: course.slug }, body })
    return course
  }
  const shipmentsOf = async (admin: TestPerson, query = {}) =>
    (await t.as(admin).call(contract.listShipments, { query })).data
  const onlyOf = async (admin: TestPerson) => {
    const [shipment, ...others] = await shipmentsOf(admin)
    expect(others).toEqual([])
    if (!shipment) throw new Error('There is a shipment')
    return shipment
  }
  /** Runs the next step of a shipment once more, in addition to the queue. */
  const takeStep = async (portal: TestPortal, shipment_id: number) => {
    await t.app.db.withPortal(portal.id, (tx) => enqueue(tx, sendJob, { portal_id: portal.id, shipment_id, asked: 1 }))
    await t.app.jobs.drain()
  }
  /** Runs the next queued step of a shipment without its pause. */
  const hasten = async (shipment_id: number) => {
    await t.platform((tx) =>
      sql`update pgboss.job set start_after = now()
        where name = ${sendJob.name} and state in ('created', 'retry') and (data->>'shipment_id')::int = ${shipment_id}`.execute(
        tx,
      ),
    )
    await t.app.jobs.drain()
  }
  /** A bought course with a manual. The shipment has been created but not sent. */
  const bought = async (more: object = {}) => {
    const { portal, admin } = await aPortal()
    const course = await aCourse(portal, admin, more)
    const buyer = await t.make.person('learner', { portal })
    await shop.checkOut(buyer, 'course', [{ id: course.id }], { shipping_address: ADDRESS })
    return { portal, admin, buyer, course }
  }
  const atService = () => service().shipments().at(-1)!
  return { service, atService, aPortal, aManual, aCourse, shipmentsOf, onlyOf, takeStep, hasten, bought }
}
