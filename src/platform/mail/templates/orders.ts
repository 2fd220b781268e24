import { formatCents, formatDate } from '#kernel/format.ts'
import { action, amounts, facts, greeting, paragraph, strong } from '../parts.ts'
import type { Templates } from '../render.ts'

const day = (date: Date) => formatDate(date, 'long')
const inDays = (days: number) => (days <= 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${days} days`)

/** Mails about money. */
export const orderTemplates: Pick<Templates, 'invoice' | 'refund' | 'subscription-end'> = {
  invoice: (data, portal, brand) => ({
    subject: `Invoice ${data.invoice_number} from ${portal.name}`,
    preview: `${formatCents(data.total_cents)}, paid ${day(data.paid_at)}`,
    heading: 'Thank you for your order',
    body: [
      greeting(data.first_name),
      paragraph('We have received your payment. This is what you bought:'),
      amounts([
        ...data.items.map((item) => ({
          label: item.quantity === 1 ? item.title : `${item.quantity} × ${item.title}`,
          amount: formatCents(item.total_cents),
        })),
        ...(data.tax_cents > 0 ? [{ label: 'Sales tax', amount: formatCents(data.tax_cents) }] : []),
        { label: 'Total', amount: formatCents(data.total_cents), is_total: true },
      ]),
      facts([
        ['Invoice', data.invoice_number],
        ['Order', data.order_number],
        ['Paid', day(data.paid_at)],
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
  'subscription-end': (data, portal, brand) => ({
    subject: `The subscription of ${portal.name} ends ${inDays(data.days_left)}`,
    preview: `It ends on ${day(data.ends_at)}.`,
    heading: `Your subscription ends ${inDays(data.days_left)}`,
    body: [
      greeting(data.first_name),
      paragraph('The subscription ', strong(data.plan), ` of ${portal.name} ends on `, strong(day(data.ends_at)), '.'),
      paragraph(
        'After that nobody new can be enrolled or invited, and nothing new can be published. Learners keep every enrolment they have, and everybody can still sign in.',
      ),
      action('See the subscription', data.link, brand),
    ],
    reason: `You get this e-mail because you look after the subscription of ${portal.name}.`,
  }),
}
