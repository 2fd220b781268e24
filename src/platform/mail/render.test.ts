import { describe, expect, test } from 'vitest'
import { contrast } from '../brand.ts'
import type { AnyMail, MailData, MailPortal } from './kinds.ts'
import { duration } from './parts.ts'
import { MAIL_KINDS, renderMail } from './render.ts'

const portal: MailPortal = {
  name: 'Harbor Safety',
  time_zone: 'America/New_York',
  logo_url: 'https://harbor.example.com/media/logo.png',
  primary_color: '#ffd400',
  support_email: 'help@example.com',
  support_phone: '5551234567',
  url: 'https://harbor.example.com',
}
const LINK = 'https://harbor.example.com/go?token=abc_123&x=1'
const day = new Date('2031-05-01T10:00:00Z')

const samples = (word: string): MailData => {
  const person = { first_name: word, link: LINK }
  const course = { ...person, course_title: word }
  return {
    'reset-link': { ...person, minutes: 60 },
    'new-account': { ...person, minutes: 10_080, email: 'dana@example.com' },
    'joined-portal': { ...person, email: 'dana@example.com' },
    'verify-email': person,
    'changed-email': { first_name: word, new_email: 'new@example.com' },
    'second-factor': { first_name: word, link: LINK, news: 'passkey_added', name: word, at: day },
    enrolled: { ...course, due_at: day, expires_at: day },
    'certificate-issued': {
      ...course,
      verify_link: `${LINK}&verify=1`,
      number: 'K7M4-9XAT-2HRN-3CEF',
      issued_at: day,
      expires_at: day,
    },
    'domain-problem': {
      ...{ ...person, name: word, is_sender: false, is_over: false },
      ...{ until: new Date('2026-12-02T12:00:00Z'), problems: [{ record: word, advice: word }] },
    },
    'sign-on-domain': {
      ...{ ...person, name: word, is_over: false, until: new Date('2026-12-02T12:00:00Z') },
      ...{ record_name: word, record_value: word },
    },
    'backup-problem': { first_name: word, place: word, reason: word, last: word },
    alarm: { first_name: word, title: word, text: word, since: day, link: LINK },
    'disk-low': { first_name: word, place: word, free: '9.5 GB', total: '100 GB' },
    'certificate-revoked': { first_name: word, course_title: word, number: 'K7M4', revoked_at: day, reason: word },
    invoice: {
      ...person,
      invoice_number: 'INV-7',
      order_number: 'O-9',
      paid_at: day,
      items: [
        { title: word, courses: [], quantity: 12, total_cents: 119_880 },
        { title: word, courses: [word, word], quantity: 1, total_cents: 1999 },
      ],
      tax_cents: 500,
      total_cents: 122_379,
    },
    refund: { ...person, order_number: 'O-9', amount_cents: 1999, is_full: false, reason: word },
    'refund-failed': { ...person, order_number: 'O-9', amount_cents: 1999, is_kept: true, left: [word] },
    'refund-failed-staff': {
      ...person,
      order_number: 'O-9',
      amount_cents: 1999,
      is_kept: false,
      left: [word],
      message: word,
      is_passed_on: true,
    },
    invitation: {
      ...{ first_name: word, decline_link: 'https://portal.example.com/no' },
      link: LINK,
      course_title: word,
      minutes: 10_080,
      inviter: word,
      text: word,
    },
    'due-date-near': { ...course, due_at: day, days_left: 3, percent: 40 },
    graded: { ...course, assignment_title: word, score: 88, is_passed: true, comment: word },
    report: {
      ...person,
      title: word,
      period: 'November 1 2026 to November 7 2026',
      rhythm: 'Every Monday at 7:00 AM',
      figures: [
        { label: 'Overdue', value: 1250 },
        { label: 'Never reminded', value: 3 },
      ],
      file: 'overdue-2026-11-08.csv',
      is_too_large: false,
    },
    'shared-course': { ...course, source: word, news: 'arrived' },
    'sign-in-link': { ...person, link: LINK, minutes: 15 },
    'second-factor-reminder': { first_name: word, link: LINK, due_at: day, is_overdue: true },
    'text-limit': { ...person, percent: 80, sent: 800, limit: 1000, can_raise: false },
    'token-ends': { ...person, name: word, ends_at: day, days_left: 14, is_personal: false, is_provisioning: true },
    callback: { ...person, name: word, url: LINK, since: day, news: 'failing' },
    recertification: {
      ...person,
      title: word,
      until: '2027-03-01',
      grace_until: '2027-03-15',
      days_left: 30,
      is_enrolled: false,
      has_course: true,
      course: { title: word, refresher_until: '2027-03-15' },
    },
    'recertification-team': { ...person, title: word, news: 'expiring', people: [{ name: word, until: '2027-03-01' }] },
    document: { ...person, title: word, news: 'rejected', reason: word, until: null },
    'subscription-end': {
      ...person,
      plan: word,
      owner: word,
      is_partner: false,
      state: 'ends',
      ends_at: day,
      days_left: 14,
    },
  }
}

const mailOf = (kind: keyof MailData, word = 'Dana') =>
  renderMail({ template: kind, data: samples(word)[kind], portal } as AnyMail & { portal: MailPortal })

const flat = (text: string) => text.replace(/\s+/g, ' ')
/** The text of the HTML as a person reads it. */
const textOf = (html: string) => flat(html.replace(/<(style|title)\b[\s\S]*?<\/\1>/g, '').replace(/<[^>]*>/g, ' '))

test('there is an e-mail for everything that is announced by e-mail (RTM-012, AUT-045, AUT-051, CER-024)', () => {
  expect(MAIL_KINDS.toSorted()).toEqual(Object.keys(samples('x')).toSorted())
})

describe.each(MAIL_KINDS)('%s', (kind) => {
  test("has a subject, the portal's logo, its contacts and a plain text with the same content (RTM-012)", async () => {
    const { subject, html, text } = await mailOf(kind)
    expect(subject.length).toBeGreaterThan(10)
    expect(html).toMatch(/<img[^>]*alt="Harbor Safety"[^>]*src="https:\/\/harbor\.example\.com\/media\/logo\.png"/)
    for (const part of ['help@example.com', '+1-555-123-4567', 'Harbor Safety']) {
      expect(html).toContain(part)
      expect(text).toContain(part)
    }
    expect(text).not.toMatch(/<\/?[a-z]+[ >]|&[a-z]+;/i)
    expect(text.split('\n').filter((line) => line.length > 100)).toEqual([])
  })

  test('leaves no value open', async () => {
    const { subject, html, text } = await mailOf(kind)
    for (const part of [subject, textOf(html), text]) {
      expect(part).not.toMatch(/undefined|null|NaN|\[object|Invalid Date|\$\{|\{[a-z_]+\}/)
    }
  })

  test('treats names and titles as text: no markup, no extra header, no extra subject line', async () => {
    const word = '"><script>alert(1)</script>\r\nBcc: all@example.com\u202e & <b>Zoë</b>'
    const { subject, html, text } = await mailOf(kind, word)
    expect(html).not.toMatch(/<script|<b>Zo/i)
    expect(subject).not.toMatch(/[\r\n\u202e]/)
    if (JSON.stringify(samples('needle')[kind]).includes('needle')) expect(flat(text)).toContain('<b>Zoë</b>')
  })
})

test.each(MAIL_KINDS.filter((kind) => 'link' in samples('x')[kind]))(
  '%s leads with one button to its link, in both parts',
  async (kind) => {
    const { html, text } = await mailOf(kind)
    expect(html).toContain(`href="${LINK.replaceAll('&', '&amp;')}"`)
    expect(text.split(`<${LINK}>`)).toHaveLength(2)
  },
)

test('a portal without a logo is named instead, and missing contacts are left out', async () => {
  const bare = { ...portal, logo_url: null, support_email: null, support_phone: null, primary_color: null }
  const { html, text } = await renderMail({
    template: 'verify-email',
    data: samples('Dana')['verify-email'],
    portal: bare,
  })
  expect(html).not.toContain('<img')
  expect(textOf(html)).toMatch(/Harbor Safety Confirm your e-mail address Hello Dana,/)
  expect(text).not.toMatch(/Questions/)
})

test('a link that is not a web address is refused', async () => {
  const data = { first_name: null, link: 'javascript:alert(1)' }
  await expect(renderMail({ template: 'verify-email', data, portal })).rejects.toThrow(TypeError)
})

test('the reset link says that it works once within 60 minutes, and the invitation within 7 days (AUT-041)', async () => {
  expect((await mailOf('reset-link')).text).toContain('The link works once and for 60 minutes.')
  expect((await mailOf('invitation')).text).toContain('The invitation is open for 7 days.')
})

test.each([
  [1, '1 minute'],
  [60, '60 minutes'],
  [90, '90 minutes'],
  [120, '2 hours'],
  [1440, '1 day'],
  [10_080, '7 days'],
])('%i minutes are written as %s', (minutes, text) => {
  expect(duration(minutes)).toBe(text)
})

test('the invoice lists the items, tax and total, with dates as MMMM D YYYY (UIX-018, UIX-021)', async () => {
  const { text } = await mailOf('invoice', 'Ladders')
  expect(text).toMatch(/^12 × Ladders {2,}\$1,198\.80$/m)
  expect(text).toMatch(/^Ladders {2,}\$19\.99$/m)
  expect(text).toMatch(/^Sales tax {2,}\$5\.00$/m)
  expect(text).toMatch(/^Total {2,}\$1,223\.79$/m)
  expect(text).toContain('Paid: May 1 2031')
})

test('the mail about the limit of text messages says what stops, and who can do something about it (TXT-027)', async () => {
  const mail = async (percent: number, can_raise: boolean) => {
    const data = { first_name: 'Dana', link: LINK, percent, sent: 1250, limit: 1000, can_raise }
    const { subject, text } = await renderMail({ template: 'text-limit', data, portal })
    return { subject, text: flat(text) }
  }
  const [early, over] = [await mail(80, false), await mail(100, true)]
  expect(early.subject).toBe('Harbor Safety has used 80% of today’s text messages')
  expect(early.text).toContain(
    'The last tenth is reserved for sign-in links: once only that is left, no other texts are sent.',
  )
  expect(early.text).toContain('ask a super admin to raise the limit')
  expect(early.text).toContain('because you are an admin of Harbor Safety')
  expect(over.subject).toBe('Harbor Safety has reached today’s limit for text messages')
  expect(over.text).toContain('Sent today: 1,250 Daily limit: 1,000')
  expect(over.text).toContain('you can raise the limit in the settings of the portal')
  expect(over.text).toContain('because you are a super admin')
})

test('the button is readable on any portal color (UIX-032)', async () => {
  const { html } = await mailOf('enrolled')
  const style = /<a [^>]*style="([^"]*background-color[^"]*)"/.exec(html)?.[1] ?? ''
  const color = (name: string) => new RegExp(`(?:^|;)${name}:(#[0-9a-f]+)`).exec(style)?.[1] ?? ''
  expect(color('background-color')).toBe('#ffd400')
  expect(contrast(color('color'), '#ffd400')).toBeGreaterThanOrEqual(4.5)
})
