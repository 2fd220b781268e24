import { Body } from '@react-email/body'
import { Button } from '@react-email/button'
import { Container } from '@react-email/container'
import { Head } from '@react-email/head'
import { Heading } from '@react-email/heading'
import { Html } from '@react-email/html'
import { Img } from '@react-email/img'
import { Link } from '@react-email/link'
import { Preview } from '@react-email/preview'
import { Section } from '@react-email/section'
import { Text } from '@react-email/text'
import { type CSSProperties, createElement as e, Fragment, type ReactElement, type ReactNode } from 'react'
import { formatPhone } from '#kernel/format.ts'
import type { Brand } from '../brand.ts'
import type { MailData, MailKind, MailPortal } from './kinds.ts'

/** What a template says; the frame around it is the same for all. */
export type MailContent = {
  subject: string
  /** The line that mail programs show next to the subject. */
  preview: string
  heading: string
  body: ReactNode[]
  /** Why this person gets the mail, in the footer. */
  reason: string
}

/** A template for every kind of mail. */
export type Templates = {
  [K in MailKind]: (data: MailData[K], portal: MailPortal, brand: Brand) => MailContent
}

const INK = '#1b212b'
const SOFT = '#566070'
const LINE = '#e3e7ed'
const FONT = "Inter, -apple-system, BlinkMacSystemFont, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"
const text: CSSProperties = {
  fontSize: 16,
  lineHeight: '26px',
  color: INK,
  margin: '0 0 16px',
  overflowWrap: 'anywhere',
}
const small: CSSProperties = {
  fontSize: 13,
  lineHeight: '20px',
  color: SOFT,
  margin: '0 0 8px',
  overflowWrap: 'anywhere',
}

/** Marks what repeats itself for those who see the HTML; the text part leaves it out. */
export const HTML_ONLY = 'html-only'

/** A link as templates may write it: only http and https lead anywhere. */
const webAddress = (url: string): string => {
  const { protocol, href } = new URL(url)
  if (protocol !== 'https:' && protocol !== 'http:') throw new TypeError('A mail links to http and https only')
  return href
}

export const paragraph = (...children: ReactNode[]) => e(Text, { style: text }, ...children)
export const note = (...children: ReactNode[]) => e(Text, { style: small }, ...children)
export const strong = (children: string) => e('strong', { style: { fontWeight: 600 } }, children)
export const greeting = (name: string | null) => paragraph(name ? `Hello ${name},` : 'Hello,')

/** The one thing to do, as a button, with its address below for mail programs that show no buttons. */
export const action = (label: string, url: string, brand: Brand) => {
  const href = webAddress(url)
  const button: CSSProperties = {
    backgroundColor: brand.color,
    color: brand.on_color,
    borderRadius: 8,
    fontSize: 16,
    fontWeight: 600,
    padding: '13px 22px',
    textDecoration: 'none',
  }
  return e(
    Fragment,
    null,
    e(Section, { style: { margin: '24px 0 16px' } }, e(Button, { href, style: button }, label)),
    e(
      Text,
      { className: HTML_ONLY, style: { ...small, margin: '0 0 16px' } },
      'If the button does not work, open this address: ',
      e(Link, { href, style: { color: brand.ink } }, href),
    ),
  )
}

export const link = (label: string, url: string, brand: Brand) =>
  e(Link, { href: webAddress(url), style: { color: brand.ink, textDecoration: 'underline' } }, label)

/** A quotation of somebody else, set apart; its line breaks are kept. */
export const quote = (words: string, brand: Brand) =>
  e(
    Section,
    { style: { borderLeft: `3px solid ${brand.color}`, padding: '2px 0 2px 16px', margin: '0 0 16px' } },
    words
      .trim()
      .split(/\n+/)
      .map((line, index) => e(Text, { key: index, style: { ...text, margin: '0 0 8px' } }, line)),
  )

const box: CSSProperties = { border: `1px solid ${LINE}`, borderRadius: 8, margin: '0 0 20px' }

/** Names and values in rows, such as the dates of a course. */
export const facts = (rows: readonly (readonly [label: string, value: string] | null)[]) =>
  e(
    Section,
    { style: { ...box, padding: '12px 16px' } },
    e(
      Text,
      { style: { ...small, lineHeight: '24px', margin: 0 } },
      rows
        .filter((row) => row !== null)
        .map(([label, value], index) =>
          e(
            Fragment,
            { key: label },
            index > 0 && e('br'),
            `${label}: `,
            e('strong', { style: { color: INK, fontWeight: 600 } }, value),
          ),
        ),
    ),
  )

/** Marks a table whose columns the text part keeps side by side. */
export const COLUMNS = 'columns'

type Amount = { label: string; details?: readonly string[]; amount: string; is_total?: boolean }

/** Lines of a bill: the item, its parts, and its price. */
export const amounts = (rows: readonly Amount[]) => {
  const line = ({ label, details = [], amount, is_total: isTotal }: Amount, index: number) => {
    const cell: CSSProperties = {
      borderTop: index === 0 ? 'none' : `1px solid ${LINE}`,
      fontSize: 15,
      fontWeight: isTotal ? 600 : 400,
      lineHeight: '22px',
      padding: '10px 0',
      verticalAlign: 'top',
    }
    return e(
      'tr',
      { key: index },
      e(
        'td',
        { style: { ...cell, paddingRight: 12, overflowWrap: 'anywhere' } },
        label,
        details.map((text, at) =>
          e(Fragment, { key: at }, e('br'), e('span', { style: { color: SOFT, fontSize: 13 } }, `– ${text}`)),
        ),
      ),
      e('td', { align: 'right', style: { ...cell, whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' } }, amount),
    )
  }
  return e(
    Section,
    { style: { ...box, padding: '4px 16px' } },
    e(
      'table',
      { className: COLUMNS, width: '100%', cellPadding: 0, cellSpacing: 0, style: { color: INK } },
      e('tbody', null, rows.map(line)),
    ),
  )
}

const masthead = (portal: MailPortal, brand: Brand) => {
  const name: CSSProperties = { fontSize: 20, fontWeight: 600, color: brand.ink, margin: 0 }
  const mark = portal.logo_url
    ? e(Img, {
        src: webAddress(portal.logo_url),
        alt: portal.name,
        height: 40,
        style: { ...name, maxWidth: 260, objectFit: 'contain' },
      })
    : e(Text, { style: name }, portal.name)
  return e(Section, { style: { padding: '0 0 24px' } }, mark)
}

const footer = (portal: MailPortal, content: MailContent, brand: Brand) => {
  const contacts = [
    portal.support_email &&
      e(
        Link,
        { key: 'email', href: `mailto:${portal.support_email}`, style: { color: brand.ink } },
        portal.support_email,
      ),
    portal.support_phone &&
      e(
        Link,
        { key: 'phone', href: `tel:${portal.support_phone.replace(/[^+\d]/g, '')}`, style: { color: brand.ink } },
        formatPhone(portal.support_phone),
      ),
  ].filter((contact) => contact !== null && contact !== '')
  return e(
    Section,
    { style: { padding: '20px 32px' } },
    contacts.length > 0
      ? note(
          'Questions? ',
          contacts.flatMap((contact, index) => (index ? [' or ', contact] : [contact])),
        )
      : null,
    note(content.reason),
    note(e(Link, { href: webAddress(portal.url), style: { color: SOFT } }, portal.name)),
  )
}

/** The whole mail: logo, heading, what the template says, and a footer with the portal's contacts. */
export const frame = (portal: MailPortal, brand: Brand, content: MailContent): ReactElement =>
  e(
    Html,
    { lang: 'en' },
    e(
      Head,
      null,
      e('title', null, content.subject),
      e('meta', { name: 'color-scheme', content: 'light' }),
      e('meta', { name: 'supported-color-schemes', content: 'light' }),
    ),
    e(
      Body,
      { style: { backgroundColor: brand.tint, fontFamily: FONT, margin: 0, padding: '32px 12px' } },
      e(Preview, null, content.preview),
      e(
        Container,
        { style: { maxWidth: 560, margin: '0 auto' } },
        e(
          Section,
          {
            style: {
              backgroundColor: '#ffffff',
              border: `1px solid ${LINE}`,
              borderTop: `4px solid ${brand.color}`,
              borderRadius: 12,
              padding: '32px 32px 16px',
            },
          },
          masthead(portal, brand),
          e(
            Heading,
            {
              as: 'h1',
              style: {
                fontSize: 24,
                lineHeight: '32px',
                fontWeight: 600,
                color: INK,
                margin: '0 0 16px',
                overflowWrap: 'anywhere',
              },
            },
            content.heading,
          ),
          ...content.body,
        ),
        footer(portal, content, brand),
      ),
    ),
  )

/** "60 minutes", "24 hours" or "7 days", in the largest unit that leaves nothing over; an hour stays 60 minutes. */
export const duration = (minutes: number): string => {
  const units = [
    [1440, 'day'],
    [60, 'hour'],
  ] as const
  const [size, unit] = units.find(([length]) => minutes % length === 0 && minutes > 60) ?? ([1, 'minute'] as const)
  const count = minutes / size
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
