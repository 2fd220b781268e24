import { notify } from '#features/notifications/server/api.ts'
import type { PortalContext } from '#kernel/context.ts'
import type { Day } from '#kernel/format/day.ts'
import type { Tx } from '#platform/db/db.ts'
import type { MailData } from '#platform/mail/mail.ts'
import type { Recipient } from './store.ts'

type At = { portal: PortalContext; now: Date }
type PersonNews = {
  title: string
  until: Day
  grace_until: Day | null
  days_left: number
  is_enrolled: boolean
  has_course: boolean
  /** The course to take, where a requirement has refreshers; with the last day on which this refresher counts. */
  course: { title: string; refresher_until: Day | null } | null
  /** A path within the portal. */
  path: string
}

/** Notifies a person of what they have to renew, in the bell and by mail (CMP-032). */
export const notifyPerson = async (tx: Tx, at: At, person: Recipient, { path, ...news }: PersonNews): Promise<void> => {
  await notify(tx, at, {
    user_id: person.id,
    kind: 'recertification',
    data: {
      title: news.title,
      until: news.until,
      days_left: news.days_left,
      course: news.course?.title ?? null,
      link: path,
    },
    mail: {
      to: person.email,
      course_id: null,
      template: 'recertification',
      data: { ...news, first_name: person.first_name, link: `${at.portal.origin}${path}` },
    },
  })
}

export type TeamNews = Pick<MailData['recertification-team'], 'title' | 'news' | 'people'> & { requirement_id: number }

/** Notifies managers and admins of people who have to renew something, each once (CMP-032). */
export const notifyLeads = async (
  tx: Tx,
  at: At,
  leads: readonly Pick<Recipient, 'id' | 'email' | 'first_name'>[],
  { requirement_id, ...news }: TeamNews,
): Promise<void> => {
  const isAboutPeople = news.news === 'expiring' || news.news === 'expired'
  const path = isAboutPeople ? `/admin/compliance?requirements=${requirement_id}` : '/admin/recertification'
  for (const lead of new Map(leads.map((each) => [each.id, each])).values())
    await notify(tx, at, {
      user_id: lead.id,
      kind: 'recertification_team',
      data: { title: news.title, news: news.news, count: news.people.length, link: path },
      mail: {
        to: lead.email,
        course_id: null,
        template: 'recertification-team',
        data: { ...news, first_name: lead.first_name, link: `${at.portal.origin}${path}` },
      },
    })
}
