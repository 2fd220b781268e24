import { dayOf, formatCents, formatDay, lastDayBefore } from '#kernel/format.ts'
import type { MailData, MailPortal } from '../kinds.ts'
import { action, amounts, facts, greeting, paragraph, strong, type Templates } from '../parts.ts'

const day = (date: Date, { time_zone: zone }: MailPortal) => formatDay(dayOf(date, zone), 'long')
/** The last day before something ends. */
const lastDay = (end: Date, { time_zone: zone }: MailPortal) => formatDay(lastDayBefore(end, zone), 'long')
const inDays = (days: number) => (days <= 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${days} days`)

type Ending = MailData['subscription-end']

/** What ends with the subscription, and what does not (ORD-047). */
const whatEnds = ({ is_partner }: Ending, when: string) =>
  paragraph(
    is_partner
      ? `${when} you cannot buy more credits at the price of the plan. Learners keep their enrollments.`
      : `${when} you cannot enroll or invite people, publish, or buy. Learners keep their enrollments, everyone can still sign in, and you can export your data.`,
  )

const ENDING: Record<Ending['state'], (data: Ending, portal: MailPortal) => ReturnType<typeof paragraph>[]> = {
  ends: (data, portal) => [
    paragraph(
      'The subscription ',
      strong(data.plan),
      ` of ${data.owner} ends on `,
      strong(lastDay(data.ends_at, portal)),
      '.',
    ),
    whatEnds(data, 'After that'),
  ],
  ended: (data) => [
    paragraph('The subscription ', strong(data.plan), ` of ${data.owner} has ended.`),
    whatEnds(data, 'Until there is a plan again'),
  ],
  unpaid: (data) => [
    paragraph('A payment for the subscription ', strong(data.plan), ` of ${data.owner} is still late.`),
    whatEnds(data, 'Until it is made'),
  ],
}

const ending = ({ state, owner, days_left, ends_at, plan }: Ending, portal: MailPortal) => {
  if (state === 'unpaid')
    return {
      subject: `The subscription of ${owner} is not paid`,
      preview: `A payment for ${plan} is still late.`,
      heading: 'Your subscription is not paid',
    }
  if (state === 'ended')
    return {
      subject: `The subscription of ${owner} has ended`,
      preview: 'Learners keep every enrollment they have.',
      heading: 'Your subscription has ended',
    }
  return {
    subject: `The subscription of ${owner} ends ${inDays(days_left)}`,
    preview: `It ends on ${lastDay(ends_at, portal)}.`,
    heading: `Your subscription ends ${inDays(days_left)}`,
  }
}

/** Mails about money. */
export const orderTemplates: Pick<
  Templates,
  'invoice' | 'refund' | 'refund-failed' | 'refund-failed-staff' | 'subscription-end'
> = {
  invoice: (data, portal, brand) => ({
    subject: `Invoice ${data.invoice_number} from ${portal.name}`,
    preview: `${formatCents(data.total_cents)}, paid ${day(data.paid_at, portal)}`,
    heading: 'Thank you for your order',
    body: [
      greeting(data.first_name),
      paragraph('We have received your payment. This is what you bought:'),
      amounts([
        ...data.items.map((item) => ({
          label: item.quantity === 1 ? item.title : `${item.quantity} × ${item.title}`,
          details: item.courses,
          amount: formatCents(item.total_cents),
        })),
        ...(data.tax_cents > 0 ? [{ label: 'Sales tax', amount: formatCents(data.tax_cents) }] : []),
        { label: 'Total', amount: formatCents(data.total_cents), is_total: true },
      ]),
      facts([
        ['Invoice', data.invoice_number],
        ['Order', data.order_number],
        ['Paid', day(data.paid_at, portal)],
      ]),
      action('Get the invoice', data.link, brand),
    ],
    reason: `You get this e-mail because of an order at ${portal.name}.`,
  }),
  refund: (data, portal, brand) => ({
    subject: `Refund for order ${data.order_number}`,
    preview: `${formatCents(data.amount_cents)} are on their way back to you.`,
    heading: 'Your money is on its way back',
    body: [
      greeting(data.first_name),
      paragraph(
        'We have refunded ',
        strong(formatCents(data.amount_cents)),
        data.is_full ? ', the whole of your order.' : ' of your order.',
        ' It goes to the card or account you paid with, which usually takes 5 to 10 working days.',
      ),
      facts([
        ['Order', data.order_number],
        ['Amount', formatCents(data.amount_cents)],
        data.reason ? ['Reason', data.reason] : null,
      ]),
      data.link ? action('See the order', data.link, brand) : null,
    ],
    reason: `You get this e-mail because of an order at ${portal.name}.`,
  }),
  'refund-failed': (data, portal, brand) => ({
    subject: `The refund for order ${data.order_number} could not be paid out`,
    preview: `${formatCents(data.amount_cents)} have come back to us from your bank.`,
    heading: 'We could not pay out your refund',
    body: [
      greeting(data.first_name),
      paragraph(
        'We had refunded ',
        strong(formatCents(data.amount_cents)),
        ` of your order ${data.order_number}. Your bank has sent the money back to us, for example because the card has expired or the account was closed.`,
      ),
      data.is_kept ? paragraph('Until you have your money, you keep what you bought.') : null,
      ...data.left.map((text) => paragraph(text)),
      paragraph('Please answer this e-mail or contact us, so that we find another way to give you your money.'),
      action('See the order', data.link, brand),
    ],
    reason: `You get this e-mail because of an order at ${portal.name}.`,
  }),
  'refund-failed-staff': (data, portal, brand) => ({
    subject: `A refund of order ${data.order_number} was not paid out`,
    preview: `${formatCents(data.amount_cents)} have come back from the buyer’s bank.`,
    heading: 'A refund was not paid out',
    body: [
      greeting(data.first_name),
      paragraph(
        'The payment provider reports that a refund of ',
        strong(formatCents(data.amount_cents)),
        ' has failed. The money is on the account at the provider again.',
      ),
      facts([
        ['Order', data.order_number],
        ['Amount', formatCents(data.amount_cents)],
        ['Reason', data.message],
      ]),
      paragraph(
        data.is_kept
          ? 'The refund is undone: the buyer has the credits and the access again, and the order can be refunded again.'
          : 'This money has bought nothing. Please give it back at the payment provider, or to the buyer in another way.',
      ),
      data.is_passed_on && data.is_kept ? paragraph('The seller gets back what we had taken for it.') : null,
      ...data.left.map((text) => paragraph(text)),
      paragraph('We have informed the buyer and asked them to contact you.'),
      action('See the order', data.link, brand),
    ],
    reason: `You get this e-mail because you look after the payments of ${portal.name}.`,
  }),
  'subscription-end': (data, portal, brand) => ({
    ...ending(data, portal),
    body: [
      greeting(data.first_name),
      ...ENDING[data.state](data, portal),
      action(
        data.state === 'unpaid'
          ? 'Pay now'
          : data.is_partner || data.state === 'ends'
            ? 'See the subscription'
            : 'Choose a plan',
        data.link,
        brand,
      ),
    ],
    reason: `You get this e-mail because you look after the subscription of ${data.owner} at ${portal.name}.`,
  }),
}
