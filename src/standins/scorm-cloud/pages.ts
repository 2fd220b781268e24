import formbody from 'node:querystring'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Controls, Report } from './controls.ts'
import type { Registration, State } from './state.ts'

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign)

const STYLE = `
  :root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
  body { margin: 0; padding: 24px 16px; background: light-dark(#f4f5f7, #16181d); color: light-dark(#1c1f24, #eceef2) }
  main { max-width: 36rem; margin: 0 auto; padding: 24px; border-radius: 12px; background: light-dark(#fff, #20242b) }
  h1 { font-size: 22px; line-height: 1.2; margin: 0 0 8px; overflow-wrap: anywhere }
  p { margin: 0 0 16px }
  form { display: grid; gap: 12px }
  button { font: inherit; padding: 12px 16px; border-radius: 8px; cursor: pointer; border: 1px solid light-dark(#767b85, #8d939e);
    background: transparent; color: inherit }
  button[value=pass] { background: #1d5fd1; border-color: #1d5fd1; color: #fff }
  button:focus-visible, a:focus-visible { outline: 3px solid light-dark(#1d5fd1, #8ab4ff); outline-offset: 2px }
  a { color: light-dark(#1d5fd1, #8ab4ff) }
  small { color: light-dark(#5b616c, #aab0bb) }`

const show = (reply: FastifyReply, status: number, title: string, body: string, redirect: string | null = null) =>
  reply
    .code(status)
    .headers({
      'cache-control': 'no-store',
      'content-security-policy': [
        "default-src 'none'",
        "style-src 'unsafe-inline'",
        // The form finally redirects to the product; browsers check the target of the redirect as well.
        `form-action ${["'self'", ...(redirect ? [new URL(redirect).origin] : [])].join(' ')}`,
        "base-uri 'none'",
      ].join('; '),
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escaped(title)}</title><style>${STYLE}</style><main><h1>${escaped(title)}</h1>${body}</main></html>`,
    )

const REPORTS: Record<string, Report> = {
  pass: { completion: 'COMPLETED', success: 'PASSED', scaled: 0.9 },
  fail: { completion: 'COMPLETED', success: 'FAILED', scaled: 0.4 },
  leave: { completion: 'INCOMPLETE' },
}

const nameOf = ({ learner }: Registration) => [learner.firstName, learner.lastName].filter(Boolean).join(' ')

/** The page of a registration: a learner can pass, fail or leave it. */
export const pagesOf =
  (state: State, controls: Controls) =>
  async (app: FastifyInstance): Promise<void> => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, formbody.parse(String(body))),
    )
    const find = (token: string) => {
      const launch = state.launches.find((one) => one.token === token)
      const registration = state.registrations.find(({ id }) => id === launch?.registration_id)
      if (!launch || (launch.registration_id !== null && !registration)) return null
      return { launch, registration: registration ?? null }
    }
    const gone = (reply: FastifyReply) =>
      show(reply, 404, 'This link has expired', '<p>Please start the module again from your course.</p>')

    app.get('/launch/:token', async (request, reply) => {
      const launched = find((request.params as { token: string }).token)
      if (!launched) return gone(reply)
      const { launch, registration } = launched
      const title = state.courses.find(({ id }) => id === launch.course_id)?.title ?? 'Course'
      const note = launch.is_tracked ? '' : '<p>You are only looking at this course; nothing is recorded.</p>'
      return show(
        reply,
        200,
        title,
        `<p>${escaped((registration && nameOf(registration)) || 'Learner')}, this page stands in for the course while no real service is connected.</p>${note}
        <form method="post">
          <button name="end" value="pass">Finish and pass</button>
          <button name="end" value="fail">Finish and fail</button>
          <button name="end" value="leave">Leave and go on later</button>
        </form>
        <p><small>Local stand-in of SCORM Cloud</small></p>`,
        launch.redirect_url,
      )
    })

    app.post('/launch/:token', async (request, reply) => {
      const launched = find((request.params as { token: string }).token)
      if (!launched) return gone(reply)
      const { launch, registration } = launched
      const report = REPORTS[String((request.body as { end?: string } | null)?.end)]
      if (!report) return show(reply, 400, 'Nothing was chosen', '<p>Please go back and choose.</p>')
      if (launch.is_tracked && registration)
        await controls.report(registration, { ...report, seconds: registration.seconds + 60 })
      if (launch.redirect_url) return reply.redirect(launch.redirect_url, 303)
      return show(reply, 200, 'Thank you', '<p>You can close this window.</p>')
    })
  }
