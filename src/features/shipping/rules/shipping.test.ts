import { describe, expect, test } from 'vitest'
import { confirmationOf, strictest } from './options.ts'
import { carrierTextOf, hasLabel, isHandedOver, isOver, mayBuyLabel } from './progress.ts'

test.each([
  ['delivery', null],
  ['signature', 'signature'],
  ['adult_signature', 'adult_signature'],
] as const)('%s asks the carrier for %s (SHP-001, SHP-002)', (option, confirmation) => {
  expect(confirmationOf(option)).toBe(confirmation)
})

test('items shipped together need the strictest signature among them (SHP-002)', () => {
  expect(strictest(['delivery', 'adult_signature', 'signature'])).toBe('adult_signature')
  expect(strictest(['signature', 'delivery'])).toBe('signature')
  expect(strictest(['delivery'])).toBe('delivery')
})

describe('the state of a shipment', () => {
  const at = (label_state: string, delivery_state = 'not_created') => ({
    shipment_state: 'created',
    label_state,
    delivery_state,
  })

  test.each(['pending', 'generating', 'generated', 'printed', 'voided'])(
    'a label that is %s is not bought again',
    (label) => {
      expect(mayBuyLabel(at(label))).toBe(false)
    },
  )

  test('a label is bought if there is none or it failed', () => {
    expect([mayBuyLabel(at('not_created')), mayBuyLabel(at('failed'))]).toEqual([true, true])
    expect([hasLabel(at('pending')), hasLabel(at('generated'))]).toEqual([false, true])
  })

  test.each([
    ['not_created', false, false, 'Label created'],
    ['info_received', false, false, 'Info received'],
    ['in_transit_to_customer', true, false, 'In transit to customer'],
    ['delivered', true, true, 'Delivered'],
  ])('%s: handed over %s, over %s, text %s (SHP-008, SHP-010)', (delivery, handed, over, text) => {
    const standing = at('generated', delivery)
    expect([isHandedOver(standing), isOver(standing), carrierTextOf(standing)]).toEqual([handed, over, text])
  })
})
