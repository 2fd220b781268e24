import type { Purpose } from './movements.ts'

const PURPOSE_WORDS: Readonly<Record<Purpose, string>> = {
  plan: 'Credits from the plan',
  purchase: 'Credits bought',
  assign: 'Moved to a course',
  recall: 'Moved back from a course',
  give: 'Given to a manager',
  take: 'Taken back from a manager',
  reserve: 'Reserved for an invitation',
  release: 'Invitation ended, credit returned',
  use: 'Person enrolled',
  redeem: 'Invitation accepted',
  return: 'Person unenrolled, credit returned',
  restore: 'Enrollment restored',
  remove: 'Removed by a refund',
}

/** Why credits have moved, as people read it. */
export const purposeWord = (purpose: string): string => PURPOSE_WORDS[purpose as Purpose] ?? purpose

type Place = { kind: string; user: { display_name: string } | null; is_of_course: boolean }

/** Where credits lie, as people read it. */
export const placeWord = ({ kind, user, is_of_course: isOfCourse }: Place): string => {
  switch (kind) {
    case 'portal':
      return isOfCourse ? 'Portal, for the course' : 'Portal, general'
    case 'manager':
      return user?.display_name ?? 'A manager'
    case 'issued':
      return 'New credits'
    case 'order':
      return 'Seat of an order'
    case 'partner':
      return 'Partner company'
    case 'reserved':
      return 'Reserved'
    case 'used':
      return 'Used'
    default:
      return 'Removed'
  }
}
