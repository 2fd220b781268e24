import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Db } from '../db/db.ts'
import type { MailFile } from './kinds.ts'
import { listMails, mailById, mailFiles, type StoredMail } from './store.ts'

type DevMailOptions = { db: Db; is_production: boolean }
type ListedMail = Awaited<ReturnType<typeof listMails>>[number]

const PAGE_SIZE = 50

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** Text with its web addresses as links. */
const withLinks = (text: string) =>
  text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, index) => (index % 2 ? `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>` : escapeHtml(part)))
    .join('')

const timeOf = (date: Date) =>
  `<time datetime="${date.toISOString()}">${date.toISOString().slice(0, 16).replace('T', ' ')} UTC</time>`

const stateOf = ({ sent_at: sentAt, error }: Pick<StoredMail, 'sent_at' | 'error'>) =>
  sentAt ? '<b class="done">sent</b>' : error ? `<b class="bad">not sent</b> ${escapeHtml(error)}` : '<b>waiting</b>'

const page = (title: string, body: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${escapeHtml(title)}</title><style>
:root{color-scheme:light dark;--line:light-dark(#e3e7ed,#343b46);--soft:light-dark(#566070,#a3adbb);--card:light-dark(#fff,#1c2129)}
*{box-sizing:border-box}
body{margin:0;font:15px/1.5 Inter,system-ui,sans-serif;background:light-dark(#f5f7f9,#13161b);color:light-dark(#1b212b,#e8ebef)}
main{max-width:64rem;margin:0 auto;padding:2rem 1rem 4rem}
h1{font-size:1.6rem;line-height:1.25;margin:0 0 .5rem;overflow-wrap:anywhere}h2{font-size:1.05rem;margin:2rem 0 .5rem}
p{margin:0 0 1rem;color:var(--soft)}a{color:light-dark(#1d4e89,#8ab8f0)}
:focus-visible{outline:2px solid currentColor;outline-offset:2px}
form{display:flex;gap:.5rem;flex-wrap:wrap;align-items:end;margin:1rem 0}
label{display:grid;gap:.25rem;font-size:.85rem;color:var(--soft);flex:1 1 14rem;max-width:24rem}
input,button{font:inherit;padding:.5rem .75rem;border:1px solid light-dark(#8791a0,#6b7482);border-radius:8px;background:var(--card);color:inherit}
button{font-weight:600;cursor:pointer}
.card,pre,iframe{background:var(--card);border:1px solid var(--line);border-radius:12px}
ul{list-style:none;margin:0;padding:0}li{padding:.75rem 1rem}li+li{border-top:1px solid var(--line)}
li a{font-weight:600;overflow-wrap:anywhere}li div{font-size:.85rem;color:var(--soft);overflow-wrap:anywhere}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.25rem 1rem;margin:1rem 0;padding:1rem}dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}
pre{padding:1rem;white-space:pre-wrap;overflow-wrap:anywhere;margin:0;font:13px/1.55 ui-monospace,monospace}
iframe{width:100%;height:46rem;background:#fff;resize:vertical}
b{font-weight:600}.done{color:light-dark(#0a6b45,#6fd3a5)}.bad{color:light-dark(#b3261e,#f2a49d)}
</style></head><body><main>${body}</main></body></html>`

const listPage = (mails: ListedMail[], to: string | null) => {
  const last = mails.length === PAGE_SIZE ? mails.at(-1)?.id : undefined
  const query = to === null ? '' : `&to=${encodeURIComponent(to)}`
  const rows = mails.map(
    (mail) => `<li><a href="/dev/mail/${mail.id}">${escapeHtml(mail.subject)}</a>
<div>to ${escapeHtml(mail.to_email)} · ${escapeHtml(mail.portal_name)} · ${escapeHtml(mail.template)} · ${timeOf(mail.created_at)} · ${stateOf(mail)}</div></li>`,
  )
  return page(
    'Mail outbox',
    `<h1>Mail outbox</h1><p>Every mail of this installation, newest first. This page does not exist in production.</p>
<form action="/dev/mail"><label>Recipient <input type="email" name="to" value="${escapeHtml(to ?? '')}"></label><button>Show</button></form>
${rows.length ? `<ul class="card">${rows.join('')}</ul>` : '<p>No mails yet. Ask for a new password, or enroll someone.</p>'}
${last === undefined ? '' : `<p style="margin-top:1rem"><a href="/dev/mail?before=${last}${query}">Older mails</a></p>`}`,
  )
}

const fileLink = (mail: StoredMail, { name }: MailFile) =>
  `<a href="/dev/mail/${mail.id}/files/${encodeURIComponent(name)}" download>${escapeHtml(name)}</a>`

const mailPage = (mail: StoredMail, files: readonly MailFile[]) => {
  const rows = [
    ['From', escapeHtml(mail.from_email)],
    ['To', escapeHtml(mail.to_email)],
    ['Kind', escapeHtml(mail.template)],
    ['Written', timeOf(mail.created_at)],
    ...(files.length > 0 ? [['Attached', files.map((file) => fileLink(mail, file)).join('<br>')]] : []),
    ['State', `${stateOf(mail)}${mail.sent_at ? ` ${timeOf(mail.sent_at)}` : ''}`],
  ]
  return page(
    `${mail.subject} - Mail outbox`,
    `<p><a href="/dev/mail">Mail outbox</a></p><h1>${escapeHtml(mail.subject)}</h1>
<dl class="card">${rows.map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`).join('')}</dl>
<h2>As a web page</h2>
<iframe title="The mail as a web page" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${escapeHtml(mail.html)}"></iframe>
<h2>As plain text</h2><pre tabindex="0">${withLinks(mail.text)}</pre>`,
  )
}

const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' http: https: data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

const answer = (reply: FastifyReply, html: string) =>
  reply
    .header('content-security-policy', POLICY)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(html)

const positive = (value: unknown): number | null => {
  const number = Number(value)
  return Number.isSafeInteger(number) && number > 0 ? number : null
}

/**
 * The local outbox for reading (ROU-112): `/dev/mail` lists the mails of all portals, `/dev/mail/{id}` shows one, and
 * `/dev/mail.json` answers the list with its texts to programs. Throws where it must not exist.
 */
export const devMail = async (app: FastifyInstance, { db, is_production: isProduction }: DevMailOptions) => {
  if (isProduction) throw new Error('The mail outbox must not be served in production')
  type Listing = FastifyRequest<{ Querystring: { to?: string; before?: string } }>

  // On the routes, not as a hook of the app: it may get the app itself instead of a separate scope.
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    if (request.is_content_host) await reply.code(404).type('text/plain').send('Not found')
  }
  const filesOf = (mail: StoredMail) => db.withPlatform((tx) => mailFiles(tx, mail.portal_id, mail.id), 'read only')
  const list = (request: Listing) => {
    const { to, before } = request.query
    const filter = { to: to || null, before: positive(before), limit: PAGE_SIZE }
    return { filter, read: () => db.withPlatform((tx) => listMails(tx, filter), 'read only') }
  }
  app.get('/dev/mail', { onRequest }, async (request: Listing, reply) => {
    const { filter, read } = list(request)
    return answer(reply, listPage(await read(), filter.to))
  })
  app.get('/dev/mail.json', { onRequest }, async (request: Listing) => {
    const { filter } = list(request)
    const mails = await db.withPlatform(async (tx) => {
      const mails = await listMails(tx, filter)
      return Promise.all(mails.map(async (mail) => ({ ...mail, text: (await mailById(tx, mail.id))?.text ?? '' })))
    }, 'read only')
    return { data: mails }
  })
  app.get('/dev/mail/:id', { onRequest }, async (request: FastifyRequest<{ Params: { id: string } }>, reply) => {
    const id = positive(request.params.id)
    const mail = id === null ? undefined : await db.withPlatform((tx) => mailById(tx, id), 'read only')
    if (!mail)
      return answer(
        reply.code(404),
        page('No such mail', '<h1>No such mail</h1><p><a href="/dev/mail">Mail outbox</a></p>'),
      )
    return answer(reply, mailPage(mail, await filesOf(mail)))
  })
  type File = FastifyRequest<{ Params: { id: string; name: string } }>
  app.get('/dev/mail/:id/files/:name', { onRequest }, async (request: File, reply) => {
    const id = positive(request.params.id)
    const mail = id === null ? undefined : await db.withPlatform((tx) => mailById(tx, id), 'read only')
    const file = mail && (await filesOf(mail)).find(({ name }) => name === request.params.name)
    if (!file) return reply.code(404).type('text/plain').send('No such file')
    return reply.type(file.mime_type).send(file.content)
  })
}
