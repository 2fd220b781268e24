import { errorText } from '#kernel/errors.ts'
import { afterFailure, pauseBeforeAsking } from '#kernel/product/integration.ts'
import type { Db } from '#platform/db/db.ts'
import { enqueue } from '#platform/jobs/jobs.ts'
import type { AddressValues } from '../../contract.ts'
import {
  carrierTextOf,
  hasLabel,
  isHandedOver,
  isOver,
  MOST_QUESTIONS,
  MOST_TRACKING,
  mayBuyLabel,
  TRACKING_PAUSE_MS,
} from '../../rules/progress.ts'
import { type Easyship, EasyshipError, easyship, type ServiceShipment } from '../easyship.ts'
import { requestOf, type Sender, senderOf } from '../request.ts'
import { sendJob } from '../send-job.ts'
import { type ShippingNeeds, targetOf } from '../service.ts'
import { findShipment, type ShipmentChange, type ShipmentRow, updateShipment } from '../store.ts'

export type StepNeeds = ShippingNeeds & { db: Db; now: Date }
type ShipmentStep = { portal_id: number; shipment_id: number; asked: number }
type Next = { asked: number; pause_ms: number }

const NO_LABEL = 'The carrier has not made a label within a day.'
const REFUSED = 'The carrier could not make a label for this shipment.'

/** Writes how the shipment stands; with a pause the next step follows after it. */
const save = (needs: StepNeeds, row: ShipmentRow, change: ShipmentChange, next?: Next): Promise<void> =>
  needs.db.withPortal(row.portal_id, async (tx) => {
    await updateShipment(tx, row, change, needs.now)
    if (!next) return
    const data = { portal_id: row.portal_id, shipment_id: row.id, asked: next.asked }
    // By the real clock, which the queue goes by.
    await enqueue(tx, sendJob, data, { start_after: new Date(Date.now() + next.pause_ms) })
  })

/** The label's bytes, kept under the shipment's name; null while the service has not sent them. */
const keepLabel = async (needs: StepNeeds, row: ShipmentRow, shipment: ServiceShipment): Promise<string | null> => {
  const label = shipment.shipping_documents.find(({ category }) => category === 'label')?.base64_encoded_strings[0]
  if (!label) return null
  const key = `labels/${row.portal_id}/${row.uuid}.pdf`
  await needs.files.put(key, Buffer.from(label, 'base64'))
  return key
}

/** The shipment at the service, made there once: one that an earlier run left behind is found by its number. */
const atService = async (needs: StepNeeds, row: ShipmentRow, client: Easyship, sender: Sender) => {
  const request = requestOf(row, row.address as AddressValues, sender)
  const known = row.service_id ? await client.shipment(row.service_id) : await client.findShipment(row.uuid)
  if (known && mayBuyLabel(known)) return client.updateShipment(known.easyship_shipment_id, request)
  if (known) return client.shipment(known.easyship_shipment_id)
  const shipment = await client.createShipment(request)
  await save(needs, row, { status: 'PENDING', service_id: shipment.easyship_shipment_id })
  return shipment
}

/** Makes the shipment, buys its label once, and keeps what the service says of it. */
const send = async (needs: StepNeeds, row: ShipmentRow, client: Easyship, step: ShipmentStep, sender: Sender) => {
  let shipment = await atService(needs, row, client, sender)
  const service_id = shipment.easyship_shipment_id
  if (mayBuyLabel(shipment)) {
    await save(needs, row, { status: 'PENDING', service_id })
    await client.buyLabel(service_id)
    shipment = await client.shipment(service_id)
  }
  const details = {
    service_id,
    carrier_name: shipment.courier_service?.name ?? shipment.courier_service?.umbrella_name ?? null,
    carrier_text: carrierTextOf(shipment),
    tracking_number: shipment.trackings.find(({ tracking_number }) => tracking_number)?.tracking_number ?? null,
    tracking_url: shipment.tracking_page_url ?? null,
    failures: 0,
  }
  const label_file = hasLabel(shipment) ? await keepLabel(needs, row, shipment) : null
  if (label_file) {
    const next = { asked: 0, pause_ms: TRACKING_PAUSE_MS }
    return save(needs, row, { ...details, label_file, status: 'SUCCESS' }, next)
  }
  if (shipment.label_state === 'failed' || shipment.shipment_state === 'cancelled')
    return save(needs, row, { ...details, status: 'FAILED', error: REFUSED })
  if (step.asked >= MOST_QUESTIONS) return save(needs, row, { ...details, status: 'FAILED', error: NO_LABEL })
  const next = { asked: step.asked + 1, pause_ms: pauseBeforeAsking(step.asked) }
  return save(needs, row, { ...details, status: 'PENDING' }, next)
}

/** Asks where the parcel is, every few hours until it has arrived. */
const track = async (needs: StepNeeds, row: ShipmentRow, client: Easyship, step: ShipmentStep) => {
  const shipment = await client.shipment(row.service_id ?? '')
  const change = {
    carrier_text: carrierTextOf(shipment),
    failures: 0,
    ...(isHandedOver(shipment) && row.handed_over_at === null && { handed_over_at: needs.now }),
  }
  const hasNext = !isOver(shipment) && step.asked < MOST_TRACKING
  return save(needs, row, change, hasNext ? { asked: step.asked + 1, pause_ms: TRACKING_PAUSE_MS } : undefined)
}

/** Cancels the shipment at the service, unless the carrier already has it (SHP-010). */
const cancel = async (needs: StepNeeds, row: ShipmentRow, client: Easyship) => {
  const shipment = row.service_id ? await client.shipment(row.service_id) : await client.findShipment(row.uuid)
  if (shipment && isHandedOver(shipment)) {
    const change = { cancel_asked_at: null, handed_over_at: needs.now, carrier_text: carrierTextOf(shipment) }
    return save(needs, row, change, { asked: 0, pause_ms: TRACKING_PAUSE_MS })
  }
  if (shipment && shipment.shipment_state !== 'cancelled') {
    if (mayBuyLabel(shipment)) await client.deleteShipment(shipment.easyship_shipment_id)
    else await client.cancelShipment(shipment.easyship_shipment_id)
  }
  return save(needs, row, { cancelled_at: needs.now, carrier_text: 'Canceled' })
}

/** What the service refused, in the words of INT-004 and INT-005; a parcel that has its label keeps its success. */
const fail = (needs: StepNeeds, row: ShipmentRow, step: ShipmentStep, error: EasyshipError): Promise<void> => {
  const next = error.is_temporary ? afterFailure(row.failures) : { status: 'FAILED' as const, failures: 0 }
  const again = 'pause_ms' in next ? { asked: step.asked, pause_ms: next.pause_ms } : undefined
  const { status, failures } = next
  if (row.cancel_asked_at)
    return save(needs, row, { failures, error: error.message, ...(!again && { cancel_asked_at: null }) }, again)
  if (row.status === 'SUCCESS') {
    const later = { asked: step.asked + 1, pause_ms: TRACKING_PAUSE_MS }
    return save(needs, row, { failures: 0 }, step.asked < MOST_TRACKING ? (again ?? later) : undefined)
  }
  return save(needs, row, { status, failures, error: error.message }, again)
}

/**
 * Takes the next step of a shipment, one process at a time and with no transaction open while the service is called.
 * Temporary problems are tried again up to five times with growing pauses. Everything else, and the sixth failure, is
 * FAILED with a sentence (INT-004, INT-005). Without a key it fails with ERR-069. False if another process is working
 * on it.
 */
export const tryStep = async (needs: StepNeeds, step: ShipmentStep): Promise<boolean> => {
  const load = () =>
    needs.db.withPortal(step.portal_id, (tx) => findShipment(tx, step.portal_id, step.shipment_id), 'read only')
  const row = await load()
  if (!row) return true
  const done = await needs.uploads.locker.tryLock(`shipment-${row.uuid}`, async () => {
    const current = await load()
    if (!current || current.cancelled_at) return true
    if (!current.cancel_asked_at && (current.status === 'FAILED' || current.address === null)) return true
    const { target, sender } = await needs.db.withPortal(
      step.portal_id,
      async (tx) => ({
        target: await targetOf(needs, tx, step.portal_id),
        sender: await senderOf(tx, step.portal_id),
      }),
      'read only',
    )
    try {
      // Nothing of it can be at a service that nobody can ask.
      if (!target && current.cancel_asked_at && !current.service_id) {
        await save(needs, current, { cancelled_at: needs.now })
        return true
      }
      if (!target) throw new EasyshipError(errorText('shipping_key_missing'), 422)
      const client = easyship(target)
      if (current.cancel_asked_at) await cancel(needs, current, client)
      else if (current.status === 'SUCCESS') await track(needs, current, client, step)
      else await send(needs, current, client, step, sender)
    } catch (error) {
      if (!(error instanceof EasyshipError)) throw error
      await fail(needs, (await load()) ?? current, step, error)
    }
    return true
  })
  return done ?? false
}

/** As `tryStep`; the queue comes back later where another process is at it. */
export const takeStep = async (needs: StepNeeds, step: ShipmentStep): Promise<void> => {
  if (!(await tryStep(needs, step))) throw new Error(`Shipment ${step.shipment_id} is being worked on`)
}
