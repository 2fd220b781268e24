import type { PageTheme } from '#kernel/access/session.ts'
import type { PortalContext } from '#kernel/context.ts'
import { waitText } from '#kernel/format/wait-text.ts'
import { escapeHtml } from '#ui/documents/markup.ts'
import { SCHEME_ATTRIBUTE, schemeScript } from '#ui/theme/scheme-script.ts'

const HEAD =
  '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">'

/** A page that needs neither a portal nor a script. */
export const plainPage = (title: string, content: string): string =>
  `<!doctype html><html lang="en">${HEAD}<meta name="color-scheme" content="light dark"><title>${title}</title><body style="font:16px/1.5 system-ui,sans-serif;max-width:40rem;margin:15vh auto;padding:0 1rem"><main>${content}</main>`

// It contains its own styles: each file would be one more request.
const TOO_MANY_STYLE = `
:root{color-scheme:light;--text:#14171c;--muted:#565e6b}
:root[${SCHEME_ATTRIBUTE}=dark]{color-scheme:dark;--text:#e9ebef;--muted:#a9b1bd}
*{box-sizing:border-box;margin:0}
body{min-height:100vh;background:var(--page);color:var(--text);font:16px/1.5 Inter,system-ui,sans-serif}
header{padding:18px 24px;background:var(--header);color:var(--on-header);font-size:18px;font-weight:650}
main{display:flex;flex-direction:column;align-items:center;gap:12px;max-width:560px;margin:0 auto;padding:80px 16px;text-align:center}
.code{color:var(--primary-text);font-size:14px;font-weight:600}
h1,.text{text-wrap:balance}
h1{font-size:clamp(26px,6vw,34px);line-height:1.2}
.text{color:var(--muted)}
a{display:inline-flex;align-items:center;min-height:44px;margin-top:12px;padding:0 24px;border-radius:8px;background:var(--primary);color:var(--on-primary);font-weight:560;text-decoration:none}
a:hover{background:var(--primary-hover)}
a:focus-visible{outline:2px solid var(--primary-text);outline-offset:3px}`

/**
 * The page for people who request more pages than the general limit allows (API-020), in the portal's colors, and its
 * one script.
 */
export const tooManyPage = (
  portal: PortalContext | null,
  theme: PageTheme,
  seconds: number,
): { html: string; scripts: string[] } => {
  const script = schemeScript(theme.only)
  const name = portal ? `<header>${escapeHtml(portal.name)}</header>` : ''
  const html = `<!doctype html><html lang="en" ${SCHEME_ATTRIBUTE}="${theme.only ?? 'light'}">${HEAD}<title>Too many requests</title><style>${theme.style}${TOO_MANY_STYLE}</style><script>${script}</script><body>${name}<main><p class="code">Error 429</p><h1>Please try again in ${waitText(seconds)}</h1><p class="text">Too many pages were requested in a short time. Nothing that you saved is lost.</p><a href="">Try again</a></main>`
  return { html, scripts: [script] }
}
