import type { PageSession } from '#kernel/access/session.ts'
import { fullPathOf, switchTo } from '../rules/addresses.ts'
import { type Html, html, raw } from './html.ts'
import type { LiteRequest } from './lite-request.ts'
import { form } from './parts.ts'
import { liteStyle } from './style.ts'

const navigation = (at: LiteRequest): Html =>
  html`<nav aria-label="Main"><a href="/lite">My courses</a><a href="/lite/certificates">Certificates</a></nav>${form(at, '/lite/sign-out', html`<button class="plain">Sign out</button>`)}`

const impersonated = ({ viewer }: PageSession): Html | null =>
  viewer?.impersonator_id
    ? html`<p class="note warn">You are acting as ${viewer.first_name} ${viewer.last_name}. You return to your own account in the full version.</p>`
    : null

type Page = { title: string; main: Html }

/** A whole page: one file without a script, with its styles in it, so that a slow line asks for nothing else. */
export const liteDocument = (at: LiteRequest, { title, main }: Page): string => {
  const { portal, viewer, theme } = at.session
  return html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><meta name="theme-color" content="${theme.theme_color}"><title>${title} – ${portal.name}</title><link rel="icon" href="/icon.svg"><style>${raw(liteStyle(portal.setting))}</style></head><body><a class="skip" href="#main">Skip to the content</a><header><a class="brand" href="/lite">${portal.name}</a>${viewer && navigation(at)}</header><main id="main" tabindex="-1">${impersonated(at.session)}${main}</main><footer><p>Lite version, for slow connections. <a href="${switchTo('full', fullPathOf(at.path))}">Full version</a></p></footer></body></html>`
    .text
}
