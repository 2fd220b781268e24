import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { ApiError } from '#kernel/client.ts'
import { LinkButton } from '#ui/public/button.tsx'
import { ErrorView } from '#ui/public/error-view.tsx'

type Failure = Pick<ApiError, 'status' | 'code' | 'message'>
const asFailure = (error: unknown): Failure =>
  (error as Partial<Failure> | null)?.status ? (error as Failure) : new ApiError(500, { message: '' })

const home = <LinkButton href="/">Back to the start page</LinkButton>

/** The page of an error with its code (ERR-009); a blocked portal gets no button (PRT-042). */
export function PageError({ error }: ErrorComponentProps) {
  const { portal } = useRouter().options.context.session
  const { status, code, message } = asFailure(error)
  const support = `Please refresh your screen. Need further assistance? Call us immediately at ${portal.company.support_phone ?? ''} for support.`
  const hasButton = code !== 'portal_blocked' && code !== 'portal_paused'
  return <ErrorView code={status} message={message || support} button={hasButton && home} />
}

/** The page of an address that does not exist (ROU-003). */
export function PageNotFound() {
  return <ErrorView code={404} message="This page could not be found" button={home} />
}
