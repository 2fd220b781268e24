import { formatNumber } from '#kernel/format.ts'
import type { MailData, MailPortal } from '../kinds.ts'
import { action, facts, greeting, paragraph, type Templates } from '../parts.ts'

const wordsOf = ({ percent }: MailData['text-limit'], { name }: MailPortal) =>
  percent < 100
    ? {
        subject: `${name} has used ${percent}% of today’s text messages`,
        text: `${name} has used ${percent}% of the text messages it can send today. The last tenth is reserved for sign-in links: once only that is left, no other texts are sent.`,
      }
    : {
        subject: `${name} has reached today’s limit for text messages`,
        text: `${name} has reached today’s limit for text messages. No more are sent until tomorrow. Until then, people can sign in with their PIN, or you can give them a start code. E-mails and notifications are still sent.`,
      }

/** The mail about a portal that has used most or all of its daily limit of text messages (TXT-027). */
export const textLimitTemplates: Pick<Templates, 'text-limit'> = {
  'text-limit': (data, portal, brand) => {
    const { subject, text } = wordsOf(data, portal)
    return {
      subject,
      preview: `${formatNumber(data.sent)} sent today. The daily limit is ${formatNumber(data.limit)}.`,
      heading: subject,
      body: [
        greeting(data.first_name),
        paragraph(text),
        facts([
          ['Sent today', formatNumber(data.sent)],
          ['Daily limit', formatNumber(data.limit)],
        ]),
        paragraph(
          data.can_raise
            ? 'If this is intended, you can raise the limit in the settings of the portal.'
            : 'If you need more today, ask a super admin to raise the limit.',
        ),
        action(data.can_raise ? 'Open settings' : 'Open integrations', data.link, brand),
      ],
      reason: data.can_raise
        ? 'You get this e-mail because you are a super admin.'
        : `You get this e-mail because you are an admin of ${portal.name}.`,
    }
  },
}
