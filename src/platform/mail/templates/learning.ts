import { dayOf, formatDay, lastDayBefore } from '#kernel/format.ts'
import { reminderSubject, reminderTitle } from '#kernel/product/reminder-words.ts'
import type { MailPortal } from '../kinds.ts'
import { action, duration, facts, greeting, link, note, paragraph, quote, strong, type Templates } from '../parts.ts'

const day = (date: Date, { time_zone: zone }: MailPortal) => formatDay(dayOf(date, zone), 'long')
/** The last day before something ends. */
const lastDay = (end: Date, { time_zone: zone }: MailPortal) => formatDay(lastDayBefore(end, zone), 'long')

/** Mails about courses: invitations, due dates and results. */
export const learningTemplates: Pick<
  Templates,
  | 'enrolled'
  | 'invitation'
  | 'due-date-near'
  | 'graded'
  | 'certificate-issued'
  | 'certificate-revoked'
  | 'shared-course'
> = {
  enrolled: (data, portal, brand) => ({
    subject: `You are enrolled in ${data.course_title}`,
    preview: `Start whenever you like at ${portal.name}.`,
    heading: 'Your course is ready',
    body: [
      greeting(data.first_name),
      paragraph(
        'You are enrolled in ',
        strong(data.course_title),
        '. Start whenever you like, and pick up where you left off.',
      ),
      data.due_at || data.expires_at
        ? facts([
            data.due_at ? ['Finish by', day(data.due_at, portal)] : null,
            data.expires_at ? ['Access until', lastDay(data.expires_at, portal)] : null,
          ])
        : null,
      action('Start the course', data.link, brand),
    ],
    reason: `You get this e-mail because you were enrolled in a course at ${portal.name}.`,
  }),
  'shared-course': (data, portal, brand) => ({
    subject:
      data.news === 'arrived'
        ? `${data.source} shares ${data.course_title} with you`
        : `${data.source} offers an update of ${data.course_title}`,
    preview:
      data.news === 'arrived' ? `Set a price and publish it at ${portal.name}.` : 'Look at what it changes first.',
    heading: data.news === 'arrived' ? 'A course was shared with you' : 'An update of a shared course',
    body: [
      greeting(data.first_name),
      ...(data.news === 'arrived'
        ? [
            paragraph(strong(data.source), ' shares ', strong(data.course_title), ` with ${portal.name}.`),
            paragraph('It is a draft for now. Set a price, choose an instructor and publish it to sell it.'),
          ]
        : [
            paragraph(strong(data.source), ' offers an update of ', strong(data.course_title), '.'),
            paragraph(
              'Nothing changes before you take it. Learners who have begun keep the version they are in until you move them.',
            ),
          ]),
      action(data.news === 'arrived' ? 'Open the course' : 'See what changes', data.link, brand),
    ],
    reason: `You get this e-mail because you look after shared courses at ${portal.name}.`,
  }),
  invitation: (data, portal, brand) => ({
    subject: `${data.inviter} invites you to ${data.course_title}`,
    preview: `Take the course at ${portal.name}. It is already paid for.`,
    heading: `You are invited to ${data.course_title}`,
    body: [
      greeting(data.first_name),
      paragraph(
        strong(data.inviter),
        ' invites you to take the course ',
        strong(data.course_title),
        ` at ${portal.name}. It is already paid for.`,
      ),
      data.text?.trim() ? quote(data.text, brand) : null,
      action('See the invitation', data.link, brand),
      note(
        data.minutes === undefined ? null : `The invitation is open for ${duration(data.minutes)}. `,
        'Not for you? ',
        link('Decline the invitation', data.decline_link, brand),
        '.',
      ),
    ],
    reason: `You get this e-mail because ${data.inviter} entered your address. If you do not know them, ignore this e-mail.`,
  }),
  'due-date-near': (data, portal, brand) => ({
    subject: reminderSubject(data.course_title, data.days_left),
    preview:
      data.due_at === null || (data.days_left ?? 0) < 0
        ? `Pick up where you left off at ${portal.name}.`
        : `Please finish it by ${day(data.due_at, portal)}.`,
    heading: reminderTitle(data.days_left),
    body: [
      greeting(data.first_name),
      paragraph('Please remember to finish ', strong(data.course_title), '.'),
      data.due_at || data.percent !== null
        ? facts([
            data.due_at ? [(data.days_left ?? 0) < 0 ? 'Was due' : 'Due', day(data.due_at, portal)] : null,
            data.percent === null ? null : ['Done so far', `${data.percent} %`],
          ])
        : null,
      action('Continue the course', data.link, brand),
    ],
    reason: `You get this e-mail because you are enrolled in a course${data.due_at ? ' with a due date' : ''} at ${portal.name}.`,
  }),
  graded: (data, portal, brand) => ({
    subject: `Your assignment in ${data.course_title} has been graded`,
    preview: `${data.assignment_title}: ${data.is_passed ? 'passed' : 'not passed'}`,
    heading: data.is_passed ? 'Assignment passed' : 'Assignment graded',
    body: [
      greeting(data.first_name),
      paragraph(
        'Your answer to ',
        strong(data.assignment_title),
        ' in ',
        strong(data.course_title),
        ' has been graded.',
      ),
      facts([
        ['Result', data.is_passed ? 'Passed' : 'Not passed'],
        ['Score', `${data.score} of 100`],
      ]),
      data.comment?.trim() ? quote(data.comment, brand) : null,
      action('See the grading', data.link, brand),
    ],
    reason: `You get this e-mail because you handed in an assignment at ${portal.name}.`,
  }),
  'certificate-issued': (data, portal, brand) => ({
    subject: `Your certificate for ${data.course_title}`,
    preview: 'Congratulations! Your certificate is ready.',
    heading: 'Congratulations!',
    body: [
      greeting(data.first_name),
      paragraph('You have completed ', strong(data.course_title), '. Your certificate is ready.'),
      facts([
        ['Certificate number', data.number],
        ['Date of issue', day(data.issued_at, portal)],
        data.expires_at ? ['Valid until', lastDay(data.expires_at, portal)] : null,
      ]),
      action('Get the certificate', data.link, brand),
      paragraph(
        'Anyone can verify it at ',
        link('its verification page', data.verify_link, brand),
        '; no sign-in is needed.',
      ),
    ],
    reason: `You get this e-mail because you completed a course at ${portal.name}.`,
  }),
  'certificate-revoked': (data, portal) => ({
    subject: `Your certificate for ${data.course_title} has been revoked`,
    preview: `Certificate ${data.number} is no longer valid.`,
    heading: 'A certificate has been revoked',
    body: [
      greeting(data.first_name),
      paragraph('Your certificate for ', strong(data.course_title), ' is no longer valid.'),
      facts([
        ['Certificate number', data.number],
        ['Revoked', day(data.revoked_at, portal)],
        ['Reason', data.reason],
      ]),
      paragraph('If you think this is a mistake, please write to us.'),
    ],
    reason: `You get this e-mail because you hold a certificate of ${portal.name}.`,
  }),
}
