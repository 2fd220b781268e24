import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decide, offer, type Received, stateOf } from './offers.ts'

const NEW: Received = { offered: 1, taken: 1, declined: 0, is_revoked: false }

describe('how a received course stands (SHR-007, SHR-008, SHR-010)', () => {
  test.each([
    [NEW, 'current'],
    [{ ...NEW, offered: 2 }, 'update'],
    [{ ...NEW, offered: 2, declined: 2 }, 'declined'],
    [{ ...NEW, offered: 3, declined: 2 }, 'update'],
    [{ ...NEW, offered: 3, taken: 3, declined: 2 }, 'current'],
    [{ ...NEW, offered: 3, is_revoked: true }, 'revoked'],
  ] as const)('%j is %s', (received, state) => {
    expect(stateOf(received)).toBe(state)
  })

  test.each([
    [{ ...NEW, offered: 2 }, 'take', 2, { taken: 2 }],
    [{ ...NEW, offered: 2 }, 'decline', 2, { declined: 2 }],
    [{ ...NEW, offered: 2, declined: 2 }, 'take', 2, { taken: 2 }],
    [{ ...NEW, offered: 3 }, 'take', 2, 'moved_on'],
    [{ ...NEW, offered: 2 }, 'take', 3, 'moved_on'],
    [NEW, 'take', 1, 'nothing_new'],
    [{ ...NEW, offered: 2, is_revoked: true }, 'take', 2, 'revoked'],
  ] as const)('of %j: %s %i gives %j', (received, verdict, release, expected) => {
    const decision = decide(received, verdict, release)
    if (typeof expected === 'string') expect(decision).toEqual({ kind: 'refuse', why: expected })
    else expect(decision).toEqual({ kind: 'done', received: { ...received, ...expected } })
  })
})

type Step = { kind: 'offer'; release: number } | { kind: 'take' | 'decline'; release: number }
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('offer', 'take', 'decline'),
  release: fc.integer({ min: 1, max: 6 }),
}) as fc.Arbitrary<Step>

const after = (received: Received, one: Step): Received => {
  if (one.kind === 'offer') return offer(received, one.release)
  const decision = decide(received, one.kind, one.release)
  return decision.kind === 'done' ? decision.received : received
}

describe('whatever arrives and is decided', () => {
  test('in any order and any number of times, the same offers lead to the same (SHR-005)', () => {
    const offers = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(
        offers.chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length }))),
        ([list, shuffled]) => {
          const arrive = (all: readonly number[]) => all.reduce(offer, NEW)
          expect(arrive(shuffled)).toEqual(arrive(list))
          expect(arrive([...list, ...shuffled])).toEqual(arrive(list))
        },
      ),
    )
  })

  test('nothing is taken without a decision about what is offered then, and nothing taken is lost (SHR-007)', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let received = NEW
        for (const one of steps) {
          const next = after(received, one)
          expect(next.taken).toBeGreaterThanOrEqual(received.taken)
          expect(next.offered).toBeGreaterThanOrEqual(next.taken)
          expect(next.offered).toBeGreaterThanOrEqual(next.declined)
          if (next.taken !== received.taken) expect([one.kind, one.release]).toEqual(['take', received.offered])
          received = next
        }
      }),
    )
  })
})
