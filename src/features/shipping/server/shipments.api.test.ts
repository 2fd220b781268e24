import { describe, expect, test } from 'vitest'
import { createUser } from '#features/users/contract.ts'
import { testApp } from '../../../../tests/api.ts'
import { enrolling } from '../../../../tests/enrolling.ts'
import { MANUAL, shippingOf } from '../../../../tests/shipping.ts'
import { ADDRESS, shopOf } from '../../../../tests/shop.ts'
import * as contract from '../contract.ts'

const t = testApp()
const shop = shopOf(t)
const _ledger = enrolling(t)
const { service, aPortal, aManual, aCourse, shipmentsOf, onlyOf, takeStep, bought, atService, hasten } = shippingOf(t)

describe('a shipment', () => {
  test('is created with the order, sent with its signature option, and has a label and a number (SHP-002, SHP-007, SHP-008, SHP-009)', async () => {
    const { admin, buyer } = await bought({ option: 'adult_signature' })
    const before = await onlyOf(admin)
    expect(before).toMatchObject({
      user: { id: buyer.id, email: buyer.email },
      items: [{ title: MANUAL.title, quantity: 1 }],
      address: ADDRESS,
      option: 'adult_signature',
      status: 'NOT_STARTED',
      label_file: null,
    })
    await t.app.jobs.drain()
    const sent = await onlyOf(admin)
    expect(sent).toMatchObject({
      status: 'SUCCESS',
      carrier: 'USPS - Media Mail',
      carrier_text: 'Label created',
      error: null,
    })
    expect(sent.tracking_number).toMatch(/^9400\d+$/)
    const { body } = atService()
    expect(body).toMatchObject({
      destination_address: { line_1: ADDRESS.address, postal_code: ADDRESS.zip_code },
      shipping_settings: { additional_services: { delivery_confirmation: 'adult_signature' }, buy_label: false },
      parcels: [{ items: [{ description: MANUAL.title, quantity: 1, declared_customs_value: 25 }] }],
    })
    const label = await t.request(admin, { url: sent.label_file ?? '' })
    expect([label.statusCode, label.body.slice(0, 5)]).toEqual([200, '%PDF-'])
  })

  test('of a paid order is created with the payment message, once however often that arrives (SHP-009)', async () => {
    const { portal, admin } = await aPortal()
    const course = await aCourse(portal, admin, {}, { 1: 5000 })
    const buyer = await t.make.person('learner', { portal })
    const { id } = await shop.checkOut(buyer, 'course', [{ id: course.id, quantity: 3 }], { shipping_address: ADDRESS })
    expect(await shipmentsOf(admin)).toEqual([])
    const message = await shop.pay(id)
    await Promise.all([shop.deliver(portal, message), shop.deliver(portal, message)])
    await shop.deliver(portal, message)
    expect(await onlyOf(admin)).toMatchObject({ order_id: id, items: [{ title: MANUAL.title, quantity: 3 }] })
  })

  test.each([
    ['of the search', ['lost']],
    ['of the making', [null, 'lost']],
    ['of the label', [null, null, 'lost']],
    ['of the last question', [null, null, null, 'lost']],
  ] as const)(
    'an answer %s that is lost makes no second shipment and buys no second label (SHP-009, INT-005)',
    async (_, faults) => {
      const { portal, admin } = await bought()
      const { id } = await onlyOf(admin)
      const count = service().shipments().length
      service().failNext(...faults)
      await t.app.jobs.drain()
      expect(await onlyOf(admin)).toMatchObject({
        status: 'TEMPORARY_FAILURE',
        error: 'The shipping service cannot be reached.',
      })
      await takeStep(portal, id)
      expect((await onlyOf(admin)).status).toBe('SUCCESS')
      expect(service().shipments()).toHaveLength(count + 1)
      expect(service().labelsOf(atService().id)).toBe(1)
    },
  )

  test('is not duplicated by a process that ends between two writes (SHP-009)', async () => {
    const { portal, admin } = await bought()
    const { id } = await onlyOf(admin)
    const count = service().shipments().length
    await t.app.jobs.drain()
    // As if none of the service's answers had been saved.
    await t.platform((tx) =>
      tx
        .updateTable('shipments')
        .set({ status: 'PENDING', service_id: null, label_file: null, tracking_number: null })
        .where('id', '=', id)
        .execute(),
    )
    await Promise.all([takeStep(portal, id), takeStep(portal, id)])
    expect(await onlyOf(admin)).toMatchObject({ status: 'SUCCESS', tracking_number: expect.any(String) })
    expect(service().shipments()).toHaveLength(count + 1)
    expect(service().labelsOf(atService().id)).toBe(1)
  })

  test('is tried five times with growing pauses after a temporary failure, and then is FAILED (INT-004, INT-005)', async () => {
    const { admin } = await bought()
    const { id } = await onlyOf(admin)
    const seen: string[] = []
    for (let run = 0; run < 6; run++) {
      service().failNext(503)
      // The first try is that of the order itself.
      await (run === 0 ? t.app.jobs.drain() : hasten(id))
      seen.push((await onlyOf(admin)).status)
    }
    expect(seen).toEqual([...Array(5).fill('TEMPORARY_FAILURE'), 'FAILED'])
    const params = { id }
    const body = { address: ADDRESS }
    await t.as(admin).call(contract.updateShipment, { params, body })
    await t.app.jobs.drain()
    expect(await onlyOf(admin)).toMatchObject({ status: 'SUCCESS', error: null })
    await expect(t.as(admin).call(contract.updateShipment, { params, body })).rejects.toMatchObject({ status: 409 })
  })

  test('is FAILED at once if the service refuses it, in the service’s words (INT-004)', async () => {
    const { admin } = await bought({ category: 'no_such_category' })
    await t.app.jobs.drain()
    const { status, error } = await onlyOf(admin)
    expect([status, error]).toEqual(['FAILED', expect.stringContaining('The request body content is not valid.')])
  })

  test('has a slow label requested again, but bought once (SHP-008)', async () => {
    const { admin } = await bought()
    const { id } = await onlyOf(admin)
    service().setPollsOfLabel(2)
    await t.app.jobs.drain()
    service().setPollsOfLabel(0)
    expect(await onlyOf(admin)).toMatchObject({ status: 'PENDING', carrier_text: 'Waiting for the label' })
    for (let run = 0; run < 2; run++) await hasten(id)
    expect((await onlyOf(admin)).status).toBe('SUCCESS')
    expect(service().labelsOf(atService().id)).toBe(1)
  })

  test('without an address waits and says so until one is given (SHP-007, SHP-009)', async () => {
    const { portal, admin } = await aPortal()
    const course = await shop.course(portal, { tiers: { 1: 5000 } })
    const buyer = await t.make.person('learner', { portal })
    const { id: orderId } = await shop.checkOut(buyer, 'course', [{ id: course.id }])
    // The items to ship were set after the checkout had asked for no address.
    const body = { option: 'delivery' as const, shippable_product_id: await aManual(admin) }
    await t.as(admin).call(contract.updateCourseShipping, { params: { slug: course.slug }, body })
    await t.platform((tx) =>
      tx.updateTable('orders').set({ billing_address: null }).where('id', '=', orderId).execute(),
    )
    await shop.complete(portal, orderId)
    await t.app.jobs.drain()
    const waiting = await onlyOf(admin)
    expect(waiting).toMatchObject({ status: 'NOT_STARTED', address: null, is_waiting_for_address: true })
    await t.as(admin).call(contract.updateShipment, { params: { id: waiting.id }, body: { address: ADDRESS } })
    await t.app.jobs.drain()
    expect(await onlyOf(admin)).toMatchObject({ status: 'SUCCESS', is_waiting_for_address: false, address: ADDRESS })
  })

  test('can be canceled, also in the service, until the carrier has it (SHP-010)', async () => {
    const { portal, admin } = await bought()
    await t.app.jobs.drain()
    const { id } = await onlyOf(admin)
    const cancel = () => t.as(admin).call(contract.cancelShipment, { params: { id } })
    await cancel()
    expect(await onlyOf(admin)).toMatchObject({ is_cancelled: true, label_file: null })
    expect(atService()).toMatchObject({ shipment_state: 'cancelled', label_state: 'voided' })
    await cancel()

    const other = await bought()
    await t.app.jobs.drain()
    const { id: gone } = await onlyOf(other.admin)
    service().deliver(atService().id, 'in_transit_to_customer')
    await expect(t.as(other.admin).call(contract.cancelShipment, { params: { id: gone } })).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('The carrier has this parcel already'),
    })
    await takeStep(other.portal, gone)
    expect(await onlyOf(other.admin)).toMatchObject({
      is_handed_over: true,
      is_cancelled: false,
      carrier_text: 'In transit to customer',
    })
    expect(portal.id).not.toBe(other.portal.id)
  })

  test('can be created manually for a person of the portal, one per order at a time (SHP-009, SHP-010)', async () => {
    const { admin, buyer } = await bought()
    await t.app.jobs.drain()
    const first = await onlyOf(admin)
    const api = t.as(admin)
    const body = {
      email: buyer.email,
      option: 'signature' as const,
      shippable_product_id: await aManual(admin),
      quantity: 2,
      address: ADDRESS,
    }
    const order_number = first.order_number
    await expect(api.call(contract.createShipment, { body: { ...body, order_number } })).rejects.toMatchObject({
      status: 409,
      message: 'This order has a shipment already.',
    })
    const stranger = await t.make.person('learner')
    await expect(api.call(contract.createShipment, { body: { ...body, email: stranger.email } })).rejects.toMatchObject(
      { status: 422, errors: { email: expect.any(Array) } },
    )
    const { data } = await api.call(contract.createShipment, { body })
    expect(data).toMatchObject({ option: 'signature', items: [{ title: MANUAL.title, quantity: 2 }], order_id: null })
    await t.app.jobs.drain()
    expect((await api.call(contract.showShipment, { params: { id: data.id } })).data.status).toBe('SUCCESS')
    await api.call(contract.cancelShipment, { params: { id: first.id } })
    const again = await api.call(contract.createShipment, { body: { ...body, order_number } })
    expect(again.data.order_number).toBe(order_number)
  })

  test('can be created for somebody without an e-mail, by badge number (SHP-009, BDG-040)', async () => {
    const { admin } = await bought()
    await t.app.jobs.drain()
    const api = t.as(admin)
    const person = { first_name: 'Ana', last_name: 'Ames', badge_number: 'S-17' }
    const { data: ana } = await api.call(createUser, { body: person })
    const body = { shippable_product_id: await aManual(admin), address: ADDRESS }
    for (const [to, field] of [
      [{}, 'email'],
      [{ badge_number: 'S-99' }, 'badge_number'],
      [{ badge_number: '?' }, 'badge_number'],
      [{ badge_number: 'S-17', email: 'ana@example.com' }, 'badge_number'],
    ] as const)
      await expect(api.call(contract.createShipment, { body: { ...body, ...to } })).rejects.toMatchObject({
        status: 422,
        errors: { [field]: expect.any(Array) },
      })
    const { data } = await api.call(contract.createShipment, { body: { ...body, badge_number: 's-17' } })
    expect(data.user).toEqual({ id: ana.id, name: 'Ana Ames', email: null, badge_number: 'S-17' })
    await t.app.jobs.drain()
    expect((await api.call(contract.showShipment, { params: { id: data.id } })).data.status).toBe('SUCCESS')
  })

  test('the list is searched and filtered (SHP-010)', async () => {
    const { admin, buyer } = await bought()
    await t.app.jobs.drain()
    const shipment = await onlyOf(admin)
    const count = async (query: object) => (await shipmentsOf(admin, query)).length
    expect(await count({ search: buyer.email.slice(0, 6) })).toBe(1)
    expect(await count({ search: shipment.tracking_number })).toBe(1)
    expect(await count({ search: 'nobody' })).toBe(0)
    expect(await count({ status: 'SUCCESS', option: 'delivery' })).toBe(1)
    expect(await count({ status: 'FAILED' })).toBe(0)
    expect(await count({ option: 'signature' })).toBe(0)
  })
})
