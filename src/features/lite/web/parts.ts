import { dayOf, formatDay, lastDayBefore } from '#kernel/format/day.ts'
import { type Html, html } from './html.ts'
import type { Failure, LiteRequest } from './lite-request.ts'

/** A form that comes back to an address of ours with the token of the session (LIT-004). */
export const form = (at: Pick<LiteRequest, 'token'>, action: string, inner: Html): Html =>
  html`<form method="post" action="${action}" novalidate><input type="hidden" name="_token" value="${at.token}">${inner}</form>`

export const submit = (label: string, isSecond = false): Html =>
  html`<button class="button${isSecond ? ' second' : ''}">${label}</button>`

export const linkButton = (href: string, label: string, isSecond = false): Html =>
  html`<a class="button${isSecond ? ' second' : ''}" href="${href}">${label}</a>`

type Tone = 'good' | 'warn' | 'bad' | ''
export const note = (tone: Tone, inner: Html): Html =>
  html`<div class="note ${tone}"${tone === 'bad' ? html` role="alert"` : ''}>${inner}</div>`

/** What is wrong with a form, above it: with a link to each field that has its own text. */
export const problem = (failure: Failure | undefined): Html | null => {
  if (!failure) return null
  const fields = Object.entries(failure.errors)
  if (fields.length === 0) return note('bad', html`<p>${failure.message}</p>`)
  const links = fields.map(([name, texts]) => html`<li><a href="#${name}">${texts[0]}</a></li>`)
  return note('bad', html`<p>Please check what you entered.</p><ul>${links}</ul>`)
}

type FieldOptions = {
  name: string
  label: string
  type?: 'text' | 'email' | 'password'
  hint?: string
  value?: string | null | undefined
  autocomplete: string
  inputmode?: string
  failure: Failure | undefined
}

/** A field with its text of help and what is wrong with it; the first one that is wrong has the focus. */
export const field = ({ name, label, type = 'text', hint, value, failure, ...input }: FieldOptions): Html => {
  const error = failure?.errors[name]?.[0]
  const isFirst = error !== undefined && Object.keys(failure?.errors ?? {})[0] === name
  const described = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ')
  return html`<div class="field"><label for="${name}">${label}</label><input class="input" id="${name}" name="${name}" type="${type}" autocomplete="${input.autocomplete}"${input.inputmode && html` inputmode="${input.inputmode}"`}${type === 'text' && html` autocapitalize="none" spellcheck="false"`} value="${value ?? ''}" required${described && html` aria-describedby="${described}"`}${error && html` aria-invalid="true"`}${isFirst && html` autofocus`}>${error && html`<p class="error" id="${name}-error">${error}</p>`}${hint && html`<small id="${name}-hint">${hint}</small>`}</div>`
}

export const checkbox = (name: string, label: string, isChecked = false): Html =>
  html`<label class="check"><input type="checkbox" name="${name}" value="1"${isChecked && html` checked`}><span>${label}</span></label>`

/** How far somebody is, as a bar and in words. */
export const progressBar = (percent: number, label: string): Html =>
  html`<p><progress value="${percent}" max="100" aria-label="${label}"></progress><small>${percent}% done</small></p>`

/** The day of a moment in the zone of the portal. `isEnd`: the moment is the first one after it. */
export const dayText = (
  at: LiteRequest,
  value: string,
  { isEnd = false, zone }: { isEnd?: boolean; zone?: string } = {},
): Html => {
  const own = zone ?? at.session.portal.setting.time_zone
  const day = isEnd ? lastDayBefore(value, own) : dayOf(value, own)
  return html`<time datetime="${value}">${formatDay(day)}</time>`
}
