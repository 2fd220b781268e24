export type Seat = {
  /** Seats bought of the course. */
  seats: number
  /** The role in which the buyer bought. */
  buyer_role: string
  /** Whether the buyer is in the course as learner at this moment. */
  is_active_learner: boolean
}

/**
 * What a bought course becomes (ORD-011, ORD-044): one seat enrolls a buyer who bought as learner and is not in the
 * course; every other seat is a credit that the buyer holds as manager of the course.
 */
export const decideSeat = ({ seats, buyer_role, is_active_learner }: Seat): 'enroll' | 'credits' =>
  seats === 1 && buyer_role === 'learner' && !is_active_learner ? 'enroll' : 'credits'
