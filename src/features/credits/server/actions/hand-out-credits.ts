import { fail } from '#kernel/errors.ts'
import type { Tx } from '#platform/db/db.ts'
import { draw, type Purpose, TARGET, takeable } from '../../rules/movements.ts'
import { type Account, accountOf, type CreditContext, lockAccounts } from '../accounts.ts'
import { addHandout, append, findByKey, loadHandout } from '../ledger.ts'
import { tellCredits } from '../live.ts'
import { notEnough } from '../purse.ts'

/** Who hands credits of a course out: a manager own ones, or the portal. */
export type Giver = { kind: 'manager'; course_id: number; user_id: number } | { kind: 'portal'; course_id: number }

/** Who gives or takes back, and the manager on the other side; null is the portal's own credits of the course. */
type Pair = { by: Giver; user_id: number | null }
type Hand = Pair & {
  amount: number
  /** The same key moves credits once. */
  key?: string | null
}

const lockPair = async (tx: Tx, ctx: CreditContext, { by, user_id: userId }: Pair) => {
  if (by.kind === 'manager') {
    if (userId === null || userId === by.user_id)
      throw fail('invalid', { fields: { user_id: ['Please choose another manager.'] } })
    const other = accountOf({ ...by, user_id: userId })
    const [own, receiver] = await lockAccounts(tx, ctx.portal.id, [accountOf(by), other])
    return { giver: own, receiver, general: null }
  }
  const pools = [accountOf({ kind: 'portal', course_id: null }), accountOf(by)] as const
  if (userId === null) {
    const [general, ofCourse] = await lockAccounts(tx, ctx.portal.id, pools)
    return { giver: general, receiver: ofCourse, general }
  }
  const other = accountOf({ kind: 'manager', course_id: by.course_id, user_id: userId })
  const [general, ofCourse, receiver] = await lockAccounts(tx, ctx.portal.id, [...pools, other])
  return { giver: ofCourse, receiver, general }
}

/** Moves handed-on credits one way or the other, with its note of who got how many from whom. */
const move = async (
  tx: Tx,
  ctx: CreditContext,
  parties: {
    purpose: 'assign' | 'recall' | 'give' | 'take'
    giver: Account
    receiver: Account
    amount: number
    key?: string | null
  },
): Promise<number> => {
  const { purpose, giver, receiver, amount, key } = parties
  const isBack = purpose === 'take' || purpose === 'recall'
  const id = await append(tx, ctx, {
    purpose,
    amount,
    debit: isBack ? receiver : giver,
    credit: isBack ? giver : receiver,
    holder: giver,
    target: TARGET.course,
    user_id: receiver.user_id,
    key: key ?? null,
  })
  await addHandout(tx, ctx, giver, receiver, isBack ? -amount : amount)
  return id
}

const purposeOf = (
  giver: Account,
  receiver: Account,
  isBack: boolean,
): Purpose & ('assign' | 'recall' | 'give' | 'take') => {
  const isWithinPortal = giver.kind === 'portal' && receiver.kind === 'portal'
  if (isWithinPortal) return isBack ? 'recall' : 'assign'
  return isBack ? 'take' : 'give'
}

/**
 * Gives credits to a manager of the course, or general credits of the portal to the course; answers the movement. The
 * portal gives its credits of the course first and fills up with general ones. Throws what `notEnough` says (CRD-021).
 */
export const giveCredits = async (tx: Tx, ctx: CreditContext, handout: Hand): Promise<number> => {
  const { giver, receiver, general } = await lockPair(tx, ctx, handout)
  const known = handout.key ? await findByKey(tx, ctx, handout.key) : null
  if (known !== null) return known
  const purses = general && general !== giver ? [giver.balance, general.balance] : [giver.balance]
  const drawn = draw(purses, handout.amount)
  if (!drawn) throw notEnough(handout.by)
  const fill = drawn[1] ?? 0
  if (fill > 0) await move(tx, ctx, { purpose: 'assign', giver: general as Account, receiver: giver, amount: fill })
  const purpose = purposeOf(giver, receiver, false)
  const id = await move(tx, ctx, { purpose, giver, receiver, amount: handout.amount, key: handout.key })
  await tellCredits(tx, ctx, { id, course_id: handout.by.course_id })
  return id
}

/** What can be taken back on one side of a pair: credits handed out and not taken back, and how many of them are unused. */
export const lockTakeable = async (
  tx: Tx,
  ctx: CreditContext,
  pair: Pair,
): Promise<{ handed_out: number; takeable: number }> => {
  const { giver, receiver } = await lockPair(tx, ctx, pair)
  const handedOut = await loadHandout(tx, ctx, giver, receiver)
  return { handed_out: handedOut, takeable: takeable(handedOut, receiver.balance) }
}

/** Takes handed out credits back that are not used; more than these throws `max_value` with their number (CRD-020). */
export const takeCredits = async (tx: Tx, ctx: CreditContext, handout: Hand): Promise<number> => {
  const { giver, receiver } = await lockPair(tx, ctx, handout)
  const known = handout.key ? await findByKey(tx, ctx, handout.key) : null
  if (known !== null) return known
  const most = takeable(await loadHandout(tx, ctx, giver, receiver), receiver.balance)
  if (handout.amount > most) throw fail('max_value', { params: { max: most }, field: 'amount' })
  const purpose = purposeOf(giver, receiver, true)
  const id = await move(tx, ctx, { purpose, giver, receiver, amount: handout.amount, key: handout.key })
  await tellCredits(tx, ctx, { id, course_id: handout.by.course_id })
  return id
}
