export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`)

/** Text in which `…` is code. */
export const words = (text: string): string => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')

/** A block of code that can be scrolled by keyboard as well. */
export const code = (text: string, label: string): string =>
  `<pre tabindex="0" role="region" aria-label="${escapeHtml(label)}"><code>${escapeHtml(text)}</code></pre>`

const STYLES = `
:root{color-scheme:light dark;font:16px/1.55 system-ui,sans-serif;--line:light-dark(#d5dbe1,#3a434d);--soft:light-dark(#f3f5f8,#1c232b);--quiet:light-dark(#4d5761,#b3bdc7);--link:light-dark(#0b5cad,#86bdf5)}
body{margin:0;background:light-dark(#fff,#12171d);color:light-dark(#1b2127,#e8edf2)}
header,main{max-width:60rem;margin:0 auto;padding:1rem}
header{display:flex;flex-wrap:wrap;gap:.75rem 1.5rem;align-items:center;border-bottom:1px solid var(--line)}
header p{margin:0;font-weight:700;margin-inline-end:auto}
form{display:flex;gap:.5rem;flex:1 1 16rem;max-width:26rem}
input,button{font:inherit;padding:.45rem .7rem;border:1px solid light-dark(#76828e,#8894a0);border-radius:8px;background:transparent;color:inherit;min-width:0}
input{flex:1}button{cursor:pointer;background:var(--soft)}
a{color:var(--link)}:focus-visible{outline:3px solid var(--link);outline-offset:2px}
.skip{position:absolute;left:-99rem}.skip:focus{left:1rem;top:.5rem;background:var(--soft);padding:.5rem}
h1{font-size:1.7rem;line-height:1.2;margin:1rem 0}h2{font-size:1.25rem;margin:2.5rem 0 .5rem}h3{font-size:1rem;margin:1.25rem 0 .35rem}
h1,h2,h3,td,li,p{overflow-wrap:anywhere}
code{font:.9em/1.5 ui-monospace,monospace}
pre{overflow:auto;margin:.35rem 0;padding:.75rem;border-radius:8px;background:var(--soft);max-height:28rem}
.scroll{overflow-x:auto}table{border-collapse:collapse;width:100%}td,th{text-align:start;padding:.4rem .75rem .4rem 0;vertical-align:top;border-bottom:1px solid var(--line)}
ul.plain{list-style:none;padding:0;margin:0}ul.plain li{padding:.35rem 0}
.cards{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,16rem),1fr));gap:.75rem;list-style:none;padding:0}
.cards li{border:1px solid var(--line);border-radius:10px;padding:.75rem 1rem}.cards p{margin:.25rem 0 0;color:var(--quiet)}
article{border-top:1px solid var(--line);scroll-margin-top:.5rem}
.method{display:inline-block;font:700 .8rem/1 ui-monospace,monospace;padding:.3em .5em;border-radius:6px;color:#fff;background:#4d5761}
.get{background:#0b5cad}.post{background:#1c6b35}.put,.patch{background:#7f5200}.delete{background:#a8241c}
.quiet{color:var(--quiet)}
@media(max-width:40rem){thead{position:absolute;left:-99rem}tr{display:block;padding:.4rem 0;border-bottom:1px solid var(--line)}td{display:block;border:0;padding:.1rem 0}}
`

export const BASE = '/api/v1/docs'

type Page = { title: string; body: string; query?: string }

/** A whole page: no script, one style, the search in its head. */
export const page = ({ title, body, query = '' }: Page): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)}</title><style>${STYLES.replaceAll('\n', '')}</style></head><body><a class="skip" href="#main">Skip to the content</a><header><p><a href="${BASE}">Portico API</a></p><form role="search" action="${BASE}"><input type="search" name="q" aria-label="Search the API" placeholder="Search calls and errors" value="${escapeHtml(query)}"><button>Search</button></form><nav aria-label="Documentation"><a href="${BASE}">Guide</a> · <a href="${BASE}/errors">Errors</a> · <a href="/api/v1/openapi.json">OpenAPI 3.1</a></nav></header><main id="main" tabindex="-1">${body}</main></body></html>`

export const methodBadge = (method: string): string => `<span class="method ${method}">${method.toUpperCase()}</span>`
