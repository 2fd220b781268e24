import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { StoredText } from './state.ts'

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** Text with its web addresses as links. */
const withLinks = (text: string) =>
  text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, index) => (index % 2 ? `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>` : escapeHtml(part)))
    .join('')

const STYLE = `:root{color-scheme:light dark}*{box-sizing:border-box}
body{margin:0;font:16px/1.5 Inter,system-ui,sans-serif;background:light-dark(#f5f7f9,#13161b);color:light-dark(#1b212b,#e8ebef)}
main{max-width:40rem;margin:0 auto;padding:2rem 1rem 4rem}h1{font-size:1.6rem;margin:0 0 .5rem}
p{margin:0 0 1rem;color:light-dark(#566070,#a3adbb)}a{color:light-dark(#1d4e89,#8ab8f0)}
:focus-visible{outline:2px solid currentColor;outline-offset:2px}
ul{list-style:none;margin:0;padding:0}li{margin:0 0 1.25rem}
li div{background:light-dark(#fff,#1c2129);border:1px solid light-dark(#e3e7ed,#343b46);border-radius:18px;padding:.75rem 1rem;overflow-wrap:anywhere}
small{color:light-dark(#566070,#a3adbb)}`

const listed = ({ to, body, status, created_at: at }: StoredText) =>
  `<li><small>To ${escapeHtml(to)}, <time datetime="${at}">${at.slice(0, 16).replace('T', ' ')} UTC</time>, ${escapeHtml(status)}</small><div>${withLinks(body)}</div></li>`

const page = (texts: readonly StoredText[]) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>Text messages</title><style>${STYLE}</style></head>
<body><main><h1>Text messages</h1><p>No phone gets these: they stay on this machine, the newest first.</p>
${texts.length === 0 ? '<p>None yet.</p>' : `<ul>${texts.map(listed).join('')}</ul>`}</main></body></html>`

/** The texts of the process that has the state, as a page and for programs (`/dev/texts`, `/dev/texts.json`). */
export const pages =
  (origin: string) =>
  async (app: FastifyInstance): Promise<void> => {
    type Listing = FastifyRequest<{ Querystring: { to?: string } }>
    const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
      if ((request as { is_content_host?: boolean }).is_content_host)
        await reply.code(404).type('text/plain').send('Not found')
    }
    const read = async ({ query }: Listing) => {
      const filter = query.to ? `?${new URLSearchParams({ to: query.to })}` : ''
      const answer = await fetch(`${origin}/texts.json${filter}`)
      return ((await answer.json()) as { data: StoredText[] }).data
    }
    app.get('/dev/texts.json', { onRequest }, async (request: Listing) => ({ data: await read(request) }))
    app.get('/dev/texts', { onRequest }, async (request: Listing, reply) =>
      reply
        .type('text/html; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'")
        .send(page(await read(request))),
    )
  }
