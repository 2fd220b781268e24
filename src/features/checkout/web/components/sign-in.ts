import { lazy } from 'react'

/** Why a buyer is asked to sign in: by the e-mail that was typed, or by their own wish. */
export const SIGN_IN_TEXTS = {
  known: 'Your e-mail belongs to an account. Sign in, and everything you typed stays.',
  asked: 'Everything you typed stays.',
} as const

/** Only who has an account sees it. */
export const SignInDialog = lazy(() => import('./sign-in-dialog.tsx').then((file) => ({ default: file.SignInDialog })))
