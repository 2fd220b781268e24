import { chooseRole, logout } from '#features/sessions/contract.ts'
import { isSafePath } from '#kernel/access/safe-path.ts'
import { LITE, litePathOf, SIGNED_OUT, VERSION_COOKIE, VERSION_SECONDS } from '../../rules/addresses.ts'
import { type Html, html } from '../html.ts'
import { attempt, type LiteAnswer, type LiteHandler, type LiteRequest } from '../lite-request.ts'
import { form, linkButton, problem, submit } from '../parts.ts'

const titled = (title: string, main: Html, status = 200): LiteAnswer => ({
  title,
  status,
  main: html`<h1>${title}</h1>${main}`,
})

/** Ends the session (AUT-019, LIT-020). */
export const signOut: LiteHandler = async (at) => {
  if (!at.form) return { to: '/lite' }
  const { failure } = await attempt(at, () => at.api.call(logout))
  if (failure)
    return titled(
      'Sign out',
      html`${problem(failure)}${form(at, '/lite/sign-out', submit('Sign out'))}`,
      failure.status,
    )
  // The page on the way deletes what is kept on this device (OFF-023).
  return { to: at.is_signed_on ? `${SIGNED_OUT}?sign-on=` : SIGNED_OUT }
}

/** For people whose current role is another one: the role learner if they have it, else the full version (LIT-018). */
export const rolePage = (at: LiteRequest, failure?: Parameters<typeof problem>[0]): LiteAnswer => {
  const isLearner = at.session.viewer?.roles.includes('learner')
  return titled(
    'The lite version is for learners',
    isLearner
      ? html`${problem(failure)}<p>You are signed in with another role now.</p>${form(at, '/lite/role', submit('Continue as a learner'))}<p><a href="/dashboard">Open the full version</a></p>`
      : html`<p>You are not a learner in this portal, so your work is in the full version.</p><p>${linkButton('/lite/switch?to=full&at=%2Fdashboard', 'Open the full version')}</p>`,
    failure?.status ?? 403,
  )
}

export const role: LiteHandler = async (at) => {
  if (!at.form) return rolePage(at)
  const { failure } = await attempt(at, () => at.api.call(chooseRole, { body: { role: 'learner' } }))
  return failure ? rolePage(at, failure) : { to: '/lite' }
}

/** Only addresses of this portal are led to. */
const pathIn = (query: URLSearchParams): string => {
  const path = query.get('at') ?? ''
  return isSafePath(path) ? path : '/dashboard'
}

/** The page that says that a part needs the full version (LIT-007). */
export const fullPage = (path: string, why?: string): LiteAnswer =>
  titled(
    'This part needs the full version',
    html`${why && html`<p>${why}</p>`}<p>The full version loads more data and needs JavaScript.</p><p>${linkButton(path, 'Open in the full version')}</p><p><a href="/lite">My courses</a></p>`,
  )

export const full: LiteHandler = async ({ query }) => fullPage(pathIn(query))

/** Keeps which version this device shows, and goes on at the same place (LIT-016). */
export const switchVersion: LiteHandler = async ({ query }) => {
  const path = pathIn(query)
  const isLite = query.get('to') === LITE
  const cookie = { name: VERSION_COOKIE, value: isLite ? LITE : '', max_age: isLite ? VERSION_SECONDS : 0 }
  const own = path.startsWith('/lite') ? path : (litePathOf(path) ?? '/lite')
  return { to: isLite ? own : path, cookies: [cookie] }
}
