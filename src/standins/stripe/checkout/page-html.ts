import type { Stripe } from 'stripe'
import { Html, html } from '../html.ts'
import type { CheckoutDraft } from '../model.ts'
import { taxOf } from './checkout-pay.ts'

const TEST_NOTE = 'Test payment – no real card is charged'

const money = (cents: number) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }).format(cents / 100)

interface Frame {
  title: string
  note: string
  /** The address of the style sheet, relative to the page. */
  base: string
  content: Html
}

function page({ title, note, base, content }: Frame): string {
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="robots" content="noindex">
    <title>${title}</title>
    <link rel="stylesheet" href="${base}page.css">
    <link rel="icon" href="data:,">
  </head>
  <body>
    <header class="test">${note}</header>
    <main>${content}</main>
  </body>
</html>
`.text
}

const mark = (name: string) => html`<span class="mark" aria-hidden="true">${name.trim().charAt(0).toUpperCase()}</span>`
const merchantLine = (name: string) => html`<p class="merchant">${mark(name)}${name}</p>`

const CHECK = new Html(
  '<svg width="40" height="40" viewBox="0 0 40 40" fill="none" stroke="currentColor" stroke-width="3" aria-hidden="true"><circle cx="20" cy="20" r="17"/><path d="m12.5 20.5 5 5 10-11"/></svg>',
)
const CLOCK = new Html(
  '<svg width="40" height="40" viewBox="0 0 40 40" fill="none" stroke="currentColor" stroke-width="3" aria-hidden="true"><circle cx="20" cy="20" r="17"/><path d="M20 11v10l6 4"/></svg>',
)

interface Notice {
  merchant: string
  state: 'good' | 'over'
  heading: string
  text: string
  link?: { href: string; text: string } | undefined
}

/** A page with a message only: complete, expired, unknown. */
export function noticePage({ merchant, state, heading, text, link }: Notice): string {
  return page({
    title: `${heading} – ${merchant}`,
    note: TEST_NOTE,
    base: '../',
    content: html`<div class="sheet notice"><div class="part">
      ${merchantLine(merchant)}
      <div class="state ${state}">${state === 'good' ? CHECK : CLOCK}</div>
      <h1 class="plain">${heading}</h1>
      <p>${text}</p>
      ${link && html`<div class="actions"><a class="button first" href="${link.href}">${link.text}</a></div>`}
    </div></div>`,
  })
}

export interface Entered {
  email: string
  name: string
  postal_code: string
}

interface Sums {
  tax: number | null
  total: number
}

function sumsOf(session: Stripe.Checkout.Session, draft: CheckoutDraft, taxPercent: number): Sums {
  if (!session.automatic_tax.enabled) return { tax: null, total: session.amount_total ?? 0 }
  const tax =
    session.automatic_tax.status === 'complete'
      ? (session.total_details?.amount_tax ?? 0)
      : draft.line_items.reduce((sum, item) => sum + taxOf(item.amount_subtotal, taxPercent), 0)
  return { tax, total: (session.amount_subtotal ?? 0) + tax }
}

function itemLine({ item, about }: PaidItem): Html {
  const quantity = item.quantity ?? 1
  return html`<li>
    <span class="name">${item.description}</span>
    <span class="amount">${money(item.amount_subtotal)}</span>
    <span class="each">${quantity > 1 ? `Qty ${quantity.toLocaleString('en-US')}, ${money(item.price?.unit_amount ?? 0)} each` : 'Qty 1'}</span>
    ${about && html`<span class="about">${about}</span>`}
  </li>`
}

function emailField(session: Stripe.Checkout.Session, entered: Entered, problem: string | undefined): Html {
  const known = session.customer_details?.email
  if (known)
    return html`<div><label for="email">Email</label><input id="email" type="email" value="${known}" readonly></div>`
  return html`<div>
    <label for="email">Email</label>
    <input id="email" name="email" type="email" autocomplete="email" required value="${entered.email}"${
      problem && html` aria-invalid="true" aria-describedby="email-problem"`
    }>
    ${problem && html`<p class="wrong" id="email-problem">${problem}</p>`}
  </div>`
}

/** A line item with the description of its product. */
export interface PaidItem {
  item: Stripe.LineItem
  about: string | null
}

interface PaymentPage {
  session: Stripe.Checkout.Session
  draft: CheckoutDraft
  items: PaidItem[]
  taxPercent: number
  entered: Entered
  /** The bank's answer to the last attempt. */
  declined?: string | undefined
  emailProblem?: string | undefined
}

/** The page on which a session is paid. The test card cannot be changed, so that nobody enters a real one. */
export function paymentPage(view: PaymentPage): string {
  const { session, draft, items, taxPercent, entered, declined, emailProblem } = view
  const merchant = draft.merchant_name
  const { tax, total } = sumsOf(session, draft, taxPercent)
  const year = String(new Date().getUTCFullYear() + 4).slice(2)
  return page({
    title: `${declined || emailProblem ? 'Problem: ' : ''}Pay ${merchant}`,
    note: TEST_NOTE,
    base: '../',
    content: html`<div class="sheet">
      <section class="part" aria-label="Your order">
        <h1>
          <span class="merchant">${mark(merchant)}<span>Pay ${merchant}</span></span>
          <span class="amount">${money(total)}</span> <span class="currency">USD</span>
        </h1>
        <ul class="items">${items.map(itemLine)}</ul>
        <dl class="sums">
          ${
            tax !== null &&
            html`<div><dt>Subtotal</dt><dd>${money(session.amount_subtotal ?? 0)}</dd></div>
            <div><dt>Sales tax (test rate ${taxPercent}%)</dt><dd>${money(tax)}</dd></div>`
          }
          <div class="total"><dt>Total due</dt><dd>${money(total)}</dd></div>
        </dl>
      </section>
      <section class="part" aria-labelledby="pay-heading">
        <h2 id="pay-heading">Pay with card</h2>
        ${
          declined &&
          html`<div class="alert" role="alert"><strong>${declined}</strong>Nothing was paid. You can try again or leave.</div>`
        }
        <form method="post">
          ${emailField(session, entered, emailProblem)}
          <fieldset>
            <legend>A test card is filled in already; it belongs to nobody.</legend>
            <div class="wide"><label for="card">Card number</label><input id="card" value="4242 4242 4242 4242" readonly></div>
            <div><label for="expiry">Expiry</label><input id="expiry" value="12 / ${year}" readonly></div>
            <div><label for="cvc">Security code</label><input id="cvc" value="123" readonly></div>
          </fieldset>
          <div><label for="name">Name on card</label><input id="name" name="name" maxlength="100" autocomplete="name" value="${entered.name}"></div>
          ${
            session.automatic_tax.enabled &&
            html`<div><label for="zip">ZIP code</label><input id="zip" name="postal_code" inputmode="numeric" autocomplete="postal-code" maxlength="10" value="${entered.postal_code}"></div>`
          }
          <div class="actions">
            <button class="first" name="do" value="pay">Pay ${money(total)}</button>
            <button class="second" name="do" value="decline">Pay with a card that fails</button>
            ${session.cancel_url && html`<a class="leave" href="${session.cancel_url}">Leave without paying</a>`}
          </div>
        </form>
      </section>
    </div>`,
  })
}

interface OnboardingPage {
  account: Stripe.Account
  returnUrl: string
  platform: string
}

/** The page on which the owner of a payment account answers the service's questions, in one click. */
export function onboardingPage({ account, returnUrl, platform }: OnboardingPage): string {
  const name = account.business_profile?.name ?? account.email ?? account.id
  return page({
    title: `Set up payments – ${platform}`,
    note: 'Test onboarding – no real data is asked for',
    base: '../',
    content: html`<div class="sheet notice"><div class="part">
      ${merchantLine(platform)}
      <h1 class="plain">Set up payments for ${name}</h1>
      <p>The real service asks here for the business, a person and a bank account. This test page fills in all of it.</p>
      <form method="post" class="actions">
        <button class="first">Finish with test data</button>
        <a class="button second" href="${returnUrl}">Leave for now</a>
      </form>
    </div></div>`,
  })
}
