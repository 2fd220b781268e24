import { lazy } from 'react'

/** Why a buyer is asked to sign in: by the e-mail that was typed, or by their own wish. */
export const SIGN_IN_TEXTS = {
  known: 'You already have an account. Sign in; we keep everything you typed.',
  asked: 'We keep everything you typed.',
} as const

/** Only people with an account see it. */
export const SignInDialog = lazy(() => import('./sign-in-dialog.tsx').then((file) => ({ default: file.SignInDialog })))
