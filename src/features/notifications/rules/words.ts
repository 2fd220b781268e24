import { dayOf, daysBetween, formatDay } from '#kernel/format/day.ts'
import { formatCents, formatDate, formatNumber } from '#kernel/format.ts'
import { inDays, reminderTitle } from '#kernel/product/reminder-words.ts'

/** The text of each kind of notification (RTM-009). Links are paths within the portal. */
export type NotificationData = {
  enrolled: { course_title: string; course_slug: string; related_id: number }
  /** To who is invited; with an answer to who has invited, about that e-mail (MGR-019). */
  invitation: { course_title: string; inviter: string; link: string; answer?: InvitationAnswer; email?: string }
  /** Days are below zero once the due date is over, and null where there is none (BLK-022). */
  due_date_near: { course_title: string; course_slug: string; related_id: number; days_left: number | null }
  assignment_answered: { assignment_title: string; course_title: string; learner_name: string; link: string }
  assignment_graded: { assignment_title: string; score: number; is_passed: boolean; link: string }
  certificate_issued: { course_title: string; number: string }
  course_question_answered: { course_title: string; link: string }
  credits_received: { course_title: string | null; amount: number; link: string }
  order_completed: { order_id: number; number: string }
  refund_failed: { order_id: number; number: string; amount_cents: number }
  subscription_ends: { plan: string; state: 'ends' | 'ended' | 'unpaid'; days_left: number; link: string }
  export_ready: { title: string; link: string }
  /** `portal_name` is the portal that shares the course (SHR-036). */
  shared_course: { course_title: string; portal_name: string; news: 'arrived' | 'update'; link: string }
  /** How the address of a callback answers (INT-025). */
  callback: { name: string; news: 'failing' | 'recovered' | 'given_up'; link: string }
  /** An API token that ends soon (INT-042). */
  token_ends: { name: string; ends_at: Date; time_zone: string; days_left: number; link: string }
  /** What somebody has to renew; `until` is the last day, as `YYYY-MM-DD` (CMP-032). */
  /** `course` names the one to take, where a requirement has refreshers. */
  recertification: { title: string; until: string; days_left: number; course?: string | null; link: string }
  /** The same for managers and admins, about some of their people. */
  recertification_team: {
    title: string
    news: 'expiring' | 'expired' | 'no_credits' | 'blocked' | 'out_of_tries'
    count: number
    link: string
  }
  /** A license or document: to reviewers that one was uploaded, to its person what was decided (CMP-022). */
  document: {
    title: string
    news: DocumentNews
    person?: string
    reason: string | null
    until: string | null
    link: string
  }
  /** To those who grade: a learner waits at an exam for a proctor (TRD-039). */
  proctor_asked: { exam_title: string; learner_name: string; link: string }
  /** To admins: how much of the portal's daily limit of text messages is used, as a percentage (TXT-025). */
  text_limit: { percent: number; sent: number; limit: number; link: string }
}

export type DocumentNews = 'submitted' | 'accepted' | 'rejected' | 'reopened'

export type InvitationAnswer = 'accepted' | 'declined' | 'undeliverable' | 'expired'
export type NotificationKind = keyof NotificationData
export type Words = { title: string; text: string; link: string }

/** Every kind there is, in the order of the catalog (RTM-009). */
export const NOTIFICATION_KINDS = [
  'enrolled',
  'invitation',
  'due_date_near',
  'assignment_answered',
  'assignment_graded',
  'certificate_issued',
  'course_question_answered',
  'credits_received',
  'order_completed',
  'refund_failed',
  'subscription_ends',
  'export_ready',
  'shared_course',
  'callback',
  'token_ends',
  'recertification',
  'recertification_team',
  'document',
  'proctor_asked',
  'text_limit',
] as const satisfies readonly NotificationKind[]

/** The kinds whose e-mails belong to a course and can be switched there (RTM-012, RTM-013). */
export const COURSE_MAIL_KINDS = [
  'enrolled',
  'invitation',
  'due_date_near',
  'assignment_graded',
  'certificate_issued',
] as const satisfies readonly NotificationKind[]
export type CourseMailKind = (typeof COURSE_MAIL_KINDS)[number]

const coursePath = (slug: string, relatedId: number) => `/courses/learner/${slug}/${relatedId}/overview`

const ENDING: Record<
  NotificationData['subscription_ends']['state'],
  (plan: string, daysLeft: number) => Omit<Words, 'link'>
> = {
  ends: (plan, daysLeft) => ({
    title: `Your subscription ends ${inDays(daysLeft)}`,
    text: `The plan ${plan} runs out then.`,
  }),
  ended: (plan) => ({
    title: 'Your subscription has ended',
    text: `The plan ${plan} has run out. Nothing new can begin until there is a plan again.`,
  }),
  unpaid: (plan) => ({
    title: 'Your subscription is not paid',
    text: `Nothing new can begin until the late payment of the plan ${plan} is made.`,
  }),
}

const ANSWERS: Record<InvitationAnswer, (email: string, course: string) => Omit<Words, 'link'>> = {
  accepted: (email, course) => ({
    title: 'Your invitation was accepted',
    text: `${email} is now enrolled in ${course}.`,
  }),
  declined: (email, course) => ({
    title: 'Your invitation was declined',
    text: `${email} declined ${course}. You have the credit back.`,
  }),
  undeliverable: (email, course) => ({
    title: 'An invitation did not arrive',
    text: `The e-mail to ${email} for ${course} could not be delivered. You have the credit back.`,
  }),
  expired: (email, course) => ({
    title: 'An invitation has expired',
    text: `${email} did not answer your invitation to ${course}. You have the credit back.`,
  }),
}

const OF_CALLBACK: Record<NotificationData['callback']['news'], (name: string) => Omit<Words, 'link'>> = {
  failing: (name) => ({
    title: 'A callback fails',
    text: `${name} does not answer. Nothing is lost: messages wait and go out when it answers again.`,
  }),
  recovered: (name) => ({
    title: 'A callback works again',
    text: `${name} answers again. Everything that waited is on its way.`,
  }),
  given_up: (name) => ({
    title: 'A message was not accepted',
    text: `${name} refused a message for three days. You can look at its answers and send the message again.`,
  }),
}

const OF_TEAM: Record<
  NotificationData['recertification_team']['news'],
  (title: string, people: string) => Omit<Words, 'link'>
> = {
  expiring: (title, people) => ({
    title: `${title} expires soon`,
    text: `${people} on your team should renew it in time.`,
  }),
  expired: (title, people) => ({
    title: `${title} has expired`,
    text: `${people} did not renew it in time.`,
  }),
  no_credits: (title, people) => ({
    title: `No credits left to renew ${title}`,
    text: `${people} could not be enrolled. Buy credits, and they are enrolled.`,
  }),
  blocked: (title, people) => ({
    title: `${title} could not be renewed`,
    text: `${people} could not be enrolled, because the course takes no new learners or the portal has no plan.`,
  }),
  out_of_tries: (title, people) => ({
    title: `${title} could not be renewed automatically`,
    text: `${people} did not complete it in three tries.`,
  }),
}

const OF_DOCUMENT: Record<DocumentNews, (data: NotificationData['document']) => Omit<Words, 'link'>> = {
  submitted: ({ title, person }) => ({ title: 'A document to review', text: `${person} uploaded ${title}.` }),
  accepted: ({ title, until }) => ({
    title: `${title} was accepted`,
    text: until ? `It is valid until ${formatDay(until, 'long')}.` : 'It has no expiration date.',
  }),
  rejected: ({ title, reason }) => ({
    title: `${title} was not accepted`,
    text: `Please upload it again. Reason: ${reason}.`.replace('..', '.'),
  }),
  reopened: ({ title, reason }) => ({
    title: `${title} is under review again`,
    text: `The decision was taken back. Reason: ${reason}.`.replace('..', '.'),
  }),
}

/** A limit that was lowered may be below what was sent. */
const shareOf = (sent: number, limit: number) =>
  sent > limit
    ? `${formatNumber(sent)} were sent, and the limit is now ${formatNumber(limit)}.`
    : `${formatNumber(sent)} of ${formatNumber(limit)} were sent.`

const WORDS: { [K in NotificationKind]: (data: NotificationData[K]) => Words } = {
  enrolled: (data) => ({
    title: 'You are enrolled',
    text: `${data.course_title} is ready for you.`,
    link: coursePath(data.course_slug, data.related_id),
  }),
  invitation: ({ inviter, course_title, link, answer, email }) =>
    answer === undefined
      ? { title: 'You are invited', text: `${inviter} invites you to ${course_title}.`, link }
      : { ...ANSWERS[answer](email ?? '', course_title), link },
  due_date_near: (data) => ({
    title: reminderTitle(data.days_left),
    text: `Please finish ${data.course_title}.`,
    link: coursePath(data.course_slug, data.related_id),
  }),
  assignment_answered: ({ learner_name, assignment_title, course_title, link }) => ({
    title: 'A response to grade',
    text: `${learner_name} has responded to ${assignment_title} in ${course_title}.`,
    link,
  }),
  assignment_graded: ({ assignment_title, score, is_passed, link }) => ({
    title: is_passed ? 'Assignment passed' : 'Assignment not passed',
    text: `${assignment_title} was graded with ${score} of 100.`,
    link,
  }),
  certificate_issued: ({ course_title, number }) => ({
    title: 'Your certificate is ready',
    text: `${course_title}, certificate ${number}.`,
    link: '/profile/certificates',
  }),
  course_question_answered: ({ course_title, link }) => ({
    title: 'Your question has an answer',
    text: `Somebody answered your question about ${course_title}.`,
    link,
  }),
  credits_received: ({ course_title, amount, link }) => ({
    title: amount === 1 ? 'You received 1 credit' : `You received ${amount} credits`,
    text: course_title === null ? 'They are for the whole portal.' : `They are for ${course_title}.`,
    link,
  }),
  order_completed: ({ order_id, number }) => ({
    title: 'Your order is complete',
    text: `Order ${number} has been delivered.`,
    link: `/orders/${order_id}`,
  }),
  refund_failed: ({ order_id, number, amount_cents }) => ({
    title: 'A refund was not paid out',
    text: `${formatCents(amount_cents)} of order ${number} have come back from the buyer’s bank.`,
    link: `/orders/${order_id}`,
  }),
  subscription_ends: ({ plan, state, days_left, link }) => ({ ...ENDING[state](plan, days_left), link }),
  export_ready: ({ title, link }) => ({
    title: 'Your export is ready',
    text: `${title} can be downloaded for 7 days.`,
    link,
  }),
  shared_course: ({ course_title, portal_name, news, link }) =>
    news === 'arrived'
      ? {
          title: 'A course was shared with you',
          text: `${portal_name} shares ${course_title} with you. Set a price and publish it to sell it.`,
          link,
        }
      : {
          title: 'An update of a shared course',
          text: `${portal_name} offers an update of ${course_title}. Look at what it changes, then take or decline it.`,
          link,
        },
  callback: ({ name, news, link }) => ({ ...OF_CALLBACK[news](name), link }),
  recertification: ({ title, until, days_left, course, link }) => ({
    title: days_left < 0 ? `${title} has expired` : `${title} expires ${inDays(days_left)}`,
    text:
      days_left < 0
        ? `It was valid until ${formatDay(until, 'long')}. Renew it now${course ? ` with ${course}` : ''}.`
        : `Renew it by ${formatDay(until, 'long')}${course ? ` with ${course}` : ''}.`,
    link,
  }),
  recertification_team: ({ title, news, count, link }) => ({
    ...OF_TEAM[news](title, count === 1 ? '1 person' : `${count} people`),
    link,
  }),
  proctor_asked: ({ exam_title, learner_name, link }) => ({
    title: 'A learner waits for a proctor',
    text: `${learner_name} wants to take ${exam_title} in your presence.`,
    link,
  }),
  text_limit: ({ percent, sent, limit, link }) => ({
    title:
      percent < 100
        ? `The portal has used ${percent}% of today’s text messages`
        : 'Today’s limit for text messages is reached',
    text:
      percent < 100
        ? `${shareOf(sent, limit)} The last tenth is reserved for sign-in links.`
        : `${shareOf(sent, limit)} No more are sent until tomorrow. People can sign in with their PIN.`,
    link,
  }),
  document: (data) => ({ ...OF_DOCUMENT[data.news](data), link: data.link }),
  token_ends: ({ name, ends_at, time_zone, days_left, link }) => ({
    title: `An API token ends ${inDays(days_left)}`,
    text: `${name} works until ${formatDate(ends_at, 'long', time_zone)}. Create a new token and replace it before then.`,
    link,
  }),
}

/** Title, text and link of a notification (RTM-010). */
export const wordsOf = <K extends NotificationKind>(kind: K, data: NotificationData[K]): Words => WORDS[kind](data)

/** Calendar days from `now` to `due` in a time zone: 0 on the day itself. */
export const daysUntil = (due: Date, now: Date, zone: string): number => daysBetween(dayOf(now, zone), dayOf(due, zone))
