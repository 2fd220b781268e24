import { describe, expect, test } from 'vitest'
import { canBecome, INVITATION, type InvitationStatus, isOpen, MOVES, OPEN } from './status.ts'

const STATUSES = Object.values(INVITATION)

describe('the status of an invitation', () => {
  test('the numbers are those in the catalog (MGR-001)', () => {
    expect(INVITATION).toEqual({ invited: 1, accepted: 2, cancelled: 3, declined: 4, reinvited: 5, failed: 6 })
  })

  test('every status is reached from invited, and accepted is the only end (MGR-002)', () => {
    const reached = new Set<InvitationStatus>([INVITATION.invited])
    for (const status of reached) for (const next of MOVES[status]) reached.add(next)
    expect([...reached].sort()).toEqual(STATUSES.toSorted())
    expect(STATUSES.filter((status) => MOVES[status].length === 0)).toEqual([INVITATION.accepted])
  })

  test('an open invitation is answered, canceled or fails; a closed one can only be sent again (MGR-002)', () => {
    for (const from of STATUSES)
      for (const to of STATUSES) {
        const isAnswer = isOpen(from) && !isOpen(to)
        const isAgain = !isOpen(from) && from !== INVITATION.accepted && to === INVITATION.reinvited
        expect([from, to, canBecome(from, to)]).toEqual([from, to, isAnswer || isAgain])
      }
    expect(STATUSES.filter(isOpen)).toEqual([...OPEN])
  })
})
