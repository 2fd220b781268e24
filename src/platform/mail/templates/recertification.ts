import { formatDay } from '#kernel/format/day.ts'
import type { MailData } from '../kinds.ts'
import { action, facts, greeting, paragraph, strong, type Templates } from '../parts.ts'

const inDays = (days: number) => (days <= 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${days} days`)
const people = (count: number) => (count === 1 ? '1 person' : `${count} people`)

type Team = MailData['recertification-team']
const TEAM: Record<Team['news'], (title: string, count: string) => { subject: string; text: string; last: string }> = {
  expiring: (title, count) => ({
    subject: `${title} expires soon for ${count}`,
    text: 'They also got a reminder. Please make sure that they renew it in time.',
    last: 'until',
  }),
  expired: (title, count) => ({
    subject: `${title} has expired for ${count}`,
    text: 'They did not renew it in time. Check whether they may still do this work, and enroll those who are not enrolled yet.',
    last: 'since',
  }),
  no_credits: (title, count) => ({
    subject: `No credits left to renew ${title} for ${count}`,
    text: 'They could not be enrolled. Buy credits: they are enrolled on the next day on which there are enough.',
    last: 'valid until',
  }),
  blocked: (title, count) => ({
    subject: `${title} could not be renewed for ${count}`,
    text: 'The course takes no new learners, or the portal has no plan. They are enrolled on the next day on which it works.',
    last: 'valid until',
  }),
  out_of_tries: (title, count) => ({
    subject: `${title} could not be renewed automatically for ${count}`,
    text: 'They were enrolled three times and did not complete the course. Please decide how they go on.',
    last: 'valid until',
  }),
}

type Own = Pick<MailData['recertification'], 'is_enrolled' | 'has_course' | 'course'>

/** What to do, with the name of the course where several can renew it. */
const nextText = ({ is_enrolled, has_course, course }: Own): string => {
  if (!has_course) return 'Upload the renewed document, unless it is under review already.'
  if (!course)
    return is_enrolled
      ? 'You are already enrolled. Finish the course to renew it.'
      : 'Take the course again to renew it, or ask your manager to enroll you.'
  if (is_enrolled) return `You are already enrolled in ${course.title}. Finish it to renew your training.`
  return course.refresher_until
    ? `Take the refresher ${course.title} to renew it, or ask your manager to enroll you.`
    : `A refresher is no longer enough. Take ${course.title} again, or ask your manager to enroll you.`
}

/** Mails about what people have to renew: to themselves, and to managers and admins (CMP-032). */
export const recertificationTemplates: Pick<Templates, 'recertification' | 'recertification-team'> = {
  recertification: ({ title, until, grace_until: grace, days_left: left, ...data }, portal, brand) => {
    const isOver = left < 0
    const next = nextText(data)
    const refresherUntil = data.course?.refresher_until
    return {
      subject: isOver ? `${title} has expired` : `${title} expires ${inDays(left)}`,
      preview: isOver ? `It was valid until ${formatDay(until, 'long')}.` : `Renew it by ${formatDay(until, 'long')}.`,
      heading: isOver ? 'Time to renew' : `Expires ${inDays(left)}`,
      body: [
        greeting(data.first_name),
        isOver
          ? paragraph('Your training ', strong(title), ' is not valid anymore. ', next)
          : paragraph('Your training ', strong(title), ` expires ${inDays(left)}. `, next),
        facts([
          [isOver ? 'Was valid until' : 'Valid until', formatDay(until, 'long')],
          grace ? ['Days of grace until', formatDay(grace, 'long')] : null,
          refresherUntil ? ['Refresher counts until', formatDay(refresherUntil, 'long')] : null,
        ]),
        action(
          data.is_enrolled ? 'Continue the course' : data.has_course ? 'See the course' : 'Upload the document',
          data.link,
          brand,
        ),
      ],
      reason: `You get this e-mail because ${portal.name} requires this training of you.`,
    }
  },
  'recertification-team': (data, portal, brand) => {
    const { subject, text, last } = TEAM[data.news](data.title, people(data.people.length))
    return {
      subject,
      preview: text,
      heading: subject,
      body: [
        greeting(data.first_name),
        paragraph(text),
        facts(data.people.map(({ name, until }): [string, string] => [name, `${last} ${formatDay(until, 'long')}`])),
        action(data.news.startsWith('expir') ? 'See who is cleared' : 'Open recertification', data.link, brand),
      ],
      reason: `You get this e-mail because you look after training at ${portal.name}.`,
    }
  },
}
