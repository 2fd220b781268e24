import { signInByBadge, startBadge } from '#features/badges/contract.ts'
import { showBadgeOptions } from '#features/badges/contract-options.ts'
import { login } from '#features/sessions/contract.ts'
import { signOnOptions } from '#features/single-sign-on/contract-signing.ts'
import { showSecondStep, takeSecondStep } from '#features/two-factor/contract.ts'
import { ENDING_WORDS, isSessionEnding } from '#kernel/access/session-ending.ts'
import { litePathOf, switchTo } from '../../rules/addresses.ts'
import { type Html, html } from '../html.ts'
import {
  attempt,
  type Failure,
  failureOf,
  type LiteAnswer,
  type LiteHandler,
  type LiteRequest,
} from '../lite-request.ts'
import { checkbox, field, form, linkButton, note, problem, submit } from '../parts.ts'

/** Where somebody goes on who has signed in: where they came from if the lite version has it, else their courses (AUT-024). */
const afterSignIn = ({ kept_path: kept }: LiteRequest): LiteAnswer => {
  const own = kept?.startsWith('/lite') ? kept : kept && litePathOf(kept)
  return { to: own || '/lite', cookies: [{ name: 'redirect', value: '', max_age: 0 }] }
}

/** A refused sign-in: its page with the text, or the second step (AUT-057). */
const refused = async (failure: Failure, page: (failure: Failure) => Promise<LiteAnswer>): Promise<LiteAnswer> =>
  failure.code === 'second_step_required' ? { to: '/lite/second-step' } : page(failure)

const titled = (title: string, failure: Failure | undefined, main: Html): LiteAnswer => ({
  title: failure ? `Error: ${title}` : title,
  main,
  ...(failure && { status: failure.status }),
})

const remember = ({ form }: LiteRequest) => checkbox('remember', 'Keep me signed in', form?.has('remember'))

const ended = ({ session, query }: LiteRequest): Html | null => {
  const reason = session.ended ?? query.get('reason')
  if (!isSessionEnding(reason)) return null
  const { title, text } = ENDING_WORDS[reason]
  return note('warn', html`<p><strong>${title}</strong></p><p>${text}</p>`)
}

const signInPage = async (at: LiteRequest, failure?: Failure): Promise<LiteAnswer> => {
  const [options, badges] = await Promise.all([
    // Without it the password is left.
    at.api.call(signOnOptions).catch(() => null),
    at.api.call(showBadgeOptions).catch(() => null),
  ])
  const isPasswordOff = options?.data.password_sign_in === 'off'
  const names = options?.data.providers.map(({ name }) => name) ?? []
  const password = form(
    at,
    '/lite/sign-in',
    html`${field({ name: 'email', label: 'E-mail', type: 'email', autocomplete: 'username', value: at.form?.get('email'), failure })}${field({ name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password', failure })}${remember(at)}<p>${submit('Sign in')}</p>`,
  )
  return titled(
    'Sign in',
    failure,
    html`<h1>Sign in</h1>${ended(at)}${problem(failure)}${!isPasswordOff && password}${badges?.data.has_badges && html`<p>${linkButton('/lite/badge', 'Sign in with a badge', true)}</p>`}${names.length > 0 && note('', html`<p>Signing in with ${names.join(', ')} needs the full version.</p><p><a href="${switchTo('full', '/login')}">Sign in there</a></p>`)}<p>You sign in with a passkey, or forgot your password? <a href="${switchTo('full', '/login')}">Use the full version</a>.</p>`,
  )
}

/** Signing in with e-mail and password (LIT-005). */
export const signIn: LiteHandler = async (at) => {
  if (!at.form) return signInPage(at)
  const body = {
    email: at.form.get('email') ?? '',
    password: at.form.get('password') ?? '',
    remember: at.form.has('remember'),
  }
  const { failure } = await attempt(at, () => at.api.call(login, { body }))
  return failure ? refused(failure, (failure) => signInPage(at, failure)) : afterSignIn(at)
}

const badgeField = (at: LiteRequest, failure: Failure | undefined) =>
  field({
    name: 'badge',
    label: 'Badge number',
    autocomplete: 'username',
    value: at.form?.get('badge') ?? at.query.get('badge'),
    failure,
  })

const badgePage = async (at: LiteRequest, failure?: Failure): Promise<LiteAnswer> =>
  titled(
    'Sign in with a badge',
    failure,
    html`<h1>Sign in with a badge</h1>${problem(failure)}${form(
      at,
      '/lite/badge',
      html`${badgeField(at, failure)}${field({ name: 'secret', label: 'PIN or password', type: 'password', autocomplete: 'current-password', failure })}${remember(at)}<p>${submit('Sign in')}</p>`,
    )}<p><a href="/lite/badge/start">I have a start code</a></p><p><a href="/lite/sign-in">Sign in with your e-mail</a></p><p class="soft">Forgot your PIN? Ask your manager for a new start code.</p>`,
  )

/** Signing in with a badge and its PIN (LIT-006). */
export const badge: LiteHandler = async (at) => {
  if (!at.form) return badgePage(at)
  const body = {
    badge: at.form.get('badge') ?? '',
    secret: at.form.get('secret') ?? '',
    remember: at.form.has('remember'),
  }
  const { failure } = await attempt(at, () => at.api.call(signInByBadge, { body }))
  return failure ? refused(failure, (failure) => badgePage(at, failure)) : afterSignIn(at)
}

const startPage = async (at: LiteRequest, failure?: Failure): Promise<LiteAnswer> =>
  titled(
    'Set your PIN',
    failure,
    html`<h1>Set your PIN</h1><p>Enter the start code from your slip, and choose a PIN that only you know.</p>${problem(failure)}${form(
      at,
      '/lite/badge/start',
      html`${badgeField(at, failure)}${field({ name: 'start_code', label: 'Start code', hint: 'For example 7KQM-2XVD.', autocomplete: 'one-time-code', value: at.form?.get('start_code'), failure })}${field({ name: 'secret', label: 'New PIN or password', hint: 'Six digits are a PIN. If you look after other people here, choose a password instead.', type: 'password', autocomplete: 'new-password', failure })}${field({ name: 'secret_confirmation', label: 'PIN or password again', type: 'password', autocomplete: 'new-password', failure })}${remember(at)}<p>${submit('Set PIN and sign in')}</p>`,
    )}<p><a href="/lite/badge">I have a PIN already</a></p>`,
  )

/** Setting the PIN of a badge with a start code (LIT-006). */
export const badgeStart: LiteHandler = async (at) => {
  const { form: sent } = at
  if (!sent) return startPage(at)
  const body = {
    badge: sent.get('badge') ?? '',
    start_code: sent.get('start_code') ?? '',
    secret: sent.get('secret') ?? '',
    secret_confirmation: sent.get('secret_confirmation') ?? '',
    remember: sent.has('remember'),
  }
  const { failure } = await attempt(at, () => at.api.call(startBadge, { body }))
  return failure ? refused(failure, (failure) => startPage(at, failure)) : afterSignIn(at)
}

const stepPage = async (at: LiteRequest, failure?: Failure): Promise<LiteAnswer> => {
  const title = 'Confirm that it is you'
  try {
    const { data } = await at.api.call(showSecondStep)
    const isRecovery = !data.has_app || at.query.has('recovery')
    const name = isRecovery ? 'recovery_code' : 'code'
    const shown = failure && { ...failure, errors: { [name]: [failure.message] } }
    const code = isRecovery
      ? field({
          name,
          label: 'Recovery code',
          hint: 'One of the codes that you saved. It works once.',
          autocomplete: 'off',
          value: at.form?.get(name),
          failure: shown,
        })
      : field({
          name,
          label: 'Code',
          hint: 'The six digits that your authenticator app shows for this account.',
          autocomplete: 'one-time-code',
          inputmode: 'numeric',
          value: at.form?.get(name),
          failure: shown,
        })
    const trust =
      data.trust_days !== null && checkbox('trusts_device', `Trust this browser for ${data.trust_days} days`)
    return titled(
      title,
      failure,
      html`<h1>${title}</h1>${form(at, isRecovery ? '/lite/second-step?recovery=1' : '/lite/second-step', html`${code}${trust}<p>${submit('Sign in')}</p>`)}${data.has_app && !isRecovery && html`<p><a href="/lite/second-step?recovery=1">Use a recovery code</a></p>`}${data.has_passkey && html`<p><a href="${switchTo('full', '/login/second-step')}">Use a passkey in the full version</a></p>`}`,
    )
  } catch (error) {
    const expired = failureOf(error)
    if (!expired) throw error
    return {
      title,
      status: expired.status,
      main: html`<h1>${title}</h1>${problem(expired)}<p>${linkButton('/lite/sign-in', 'Back to sign in')}</p>`,
    }
  }
}

/** The second step of a sign-in, by a code (LIT-005). */
export const secondStep: LiteHandler = async (at) => {
  const { form: sent } = at
  if (!sent) return stepPage(at)
  const [code, recovery_code] = [sent.get('code'), sent.get('recovery_code')]
  const body = {
    ...(recovery_code !== null ? { recovery_code } : { code: code ?? '' }),
    trusts_device: sent.has('trusts_device'),
  }
  const { failure } = await attempt(at, () => at.api.call(takeSecondStep, { body }))
  return failure ? stepPage(at, failure) : afterSignIn(at)
}
