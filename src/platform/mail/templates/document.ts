import { formatDay } from '#kernel/format/day.ts'
import type { MailData } from '../kinds.ts'
import { action, facts, greeting, paragraph, strong, type Templates } from '../parts.ts'

type News = MailData['document']['news']
const SUBJECTS: Record<News, (title: string) => string> = {
  accepted: (title) => `${title} was accepted`,
  rejected: (title) => `${title} was not accepted`,
  reopened: (title) => `${title} is under review again`,
}
const TEXTS: Record<News, string> = {
  accepted: ' was accepted. You do not have to do anything else.',
  rejected: ' was not accepted. Please upload it again.',
  reopened: ' is under review again: the decision was taken back.',
}

/** What was decided about a license or document (CMP-022). */
export const documentTemplates: Pick<Templates, 'document'> = {
  document: ({ title, news, reason, until, ...data }, portal, brand) => ({
    subject: SUBJECTS[news](title),
    preview: reason ?? (until ? `It is valid until ${formatDay(until, 'long')}.` : 'It has no expiration date.'),
    heading: SUBJECTS[news](title),
    body: [
      greeting(data.first_name),
      paragraph('Your document for ', strong(title), TEXTS[news]),
      facts([
        reason ? ['Reason', reason] : null,
        news === 'accepted' ? ['Valid until', until ? formatDay(until, 'long') : 'No expiration date'] : null,
      ]),
      action(news === 'rejected' ? 'Upload it again' : 'See your documents', data.link, brand),
    ],
    reason: `You get this e-mail because ${portal.name} requires this document of you.`,
  }),
}
