import type { ReactNode } from 'react'
import { LinkButton } from '#ui/public/parts/button.tsx'
import { keepThisPage } from '../redirect.ts'

type ProviderInsteadProps = {
  provider: string
  /** Whether the person comes back to this page once they are signed in. */
  isKept?: boolean
  children?: ReactNode
}

/** Leads to the sign-in page, where a provider takes the place of the password (SSO-025, SSO-026). */
export function ProviderInstead({ provider, isKept = false, children }: ProviderInsteadProps) {
  return (
    <>
      {children}
      <LinkButton href="/login" isBlock size="lg" onClick={isKept ? keepThisPage : undefined}>
        Sign in with {provider}
      </LinkButton>
    </>
  )
}
