/** What goes back when somebody leaves. */
export type Returned = { seats: number; credits: number; invitations: number }

export const NOTHING_RETURNED: Returned = { seats: 0, credits: 0, invitations: 0 }

export const addReturned = (one: Returned, other: Returned): Returned => ({
  seats: one.seats + other.seats,
  credits: one.credits + other.credits,
  invitations: one.invitations + other.invitations,
})

const counted = (count: number, one: string, many: string) =>
  count === 0 ? [] : [`${count.toLocaleString('en-US')} ${count === 1 ? one : many}`]

const list = new Intl.ListFormat('en-US')

/** What goes back, as a list in words; empty when nothing does. */
export const returnedWords = ({ seats, credits, invitations }: Returned): string =>
  list.format([
    ...counted(seats, 'unused seat', 'unused seats'),
    ...counted(credits, 'unused credit', 'unused credits'),
    ...counted(invitations, 'seat reserved by an invitation', 'seats reserved by invitations'),
  ])
