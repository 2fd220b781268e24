/** The kind of a movement in the history (CRD-008, CRD-009). */
export const KIND = { allocated: 1, removed: 2, purchased: 3 } as const
/** The direction of a give or take request (CRD-008, CRD-009). */
export const DIRECTION = { given: 1, taken: 2 } as const
/** What a movement is for (CRD-010). */
export const TARGET = { course: 1, subscription: 2, portal: 3, partner_page: 4 } as const

export type Kind = (typeof KIND)[keyof typeof KIND]
export type Direction = (typeof DIRECTION)[keyof typeof DIRECTION]
export type Target = (typeof TARGET)[keyof typeof TARGET]

type Meaning = {
  kind: Kind
  direction: Direction | null
  /** How the counters of the holder change with each credit moved (CRD-031). */
  distributed: -1 | 0 | 1
  used: -1 | 0 | 1
}

/**
 * Every reason for which credits move. `assign` makes general credits of the portal credits of one of its courses and
 * `recall` undoes it, so neither hands anything on; `reserve` sets one aside for an invitation, which `redeem` turns into a use and `release` gives
 * back; `return` undoes a use, and `restore` a return. Writing, reading and checking the ledger all go by this table.
 */
export const PURPOSES = {
  plan: { kind: KIND.allocated, direction: null, distributed: 0, used: 0 },
  purchase: { kind: KIND.purchased, direction: null, distributed: 0, used: 0 },
  assign: { kind: KIND.allocated, direction: DIRECTION.given, distributed: 0, used: 0 },
  recall: { kind: KIND.removed, direction: DIRECTION.taken, distributed: 0, used: 0 },
  give: { kind: KIND.allocated, direction: DIRECTION.given, distributed: 1, used: 0 },
  take: { kind: KIND.removed, direction: DIRECTION.taken, distributed: -1, used: 0 },
  reserve: { kind: KIND.allocated, direction: null, distributed: 1, used: 0 },
  release: { kind: KIND.removed, direction: null, distributed: -1, used: 0 },
  use: { kind: KIND.allocated, direction: null, distributed: 1, used: 1 },
  redeem: { kind: KIND.allocated, direction: null, distributed: 0, used: 1 },
  return: { kind: KIND.removed, direction: null, distributed: -1, used: -1 },
  restore: { kind: KIND.allocated, direction: null, distributed: 1, used: 1 },
  remove: { kind: KIND.removed, direction: null, distributed: 0, used: 0 },
} as const satisfies Record<string, Meaning>

export type Purpose = keyof typeof PURPOSES
export const PURPOSE_NAMES = Object.keys(PURPOSES) as Purpose[]

/** What the counters of an account say. */
export type Counters = { balance: number; distributed: number; used: number }
/** What a holder has: total = remaining + distributed, used at most distributed (CRD-007, CRD-031). */
export type CreditNumbers = { total: number; remaining: number; distributed: number; used: number }

/** The numbers of a holder whose credits lie on these accounts; no account at all is a holder without credits. */
export function numbersOf(accounts: readonly Counters[]): CreditNumbers {
  const sum = { total: 0, remaining: 0, distributed: 0, used: 0 }
  for (const { balance, distributed, used } of accounts) {
    sum.remaining += balance
    sum.distributed += distributed
    sum.used += used
    sum.total += balance + distributed
  }
  return sum
}

/** How many credits can be taken back: those handed out and not taken back yet, as far as they are unused (CRD-020). */
export function takeable(handedOut: number, remaining: number): number {
  return Math.max(0, Math.min(handedOut, remaining))
}

/** How `needed` credits are drawn from purses in their order; null when together they hold too few. */
export function draw(purses: readonly number[], needed: number): number[] | null {
  let left = needed
  const drawn = purses.map((purse) => {
    const part = Math.min(Math.max(purse, 0), left)
    left -= part
    return part
  })
  return left > 0 ? null : drawn
}
