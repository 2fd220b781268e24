import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { ApiError } from '#kernel/client.ts'

type Failure = Pick<ApiError, 'status' | 'code' | 'message'>
const asFailure = (error: unknown): Failure =>
  (error as Failure)?.status ? (error as Failure) : new ApiError(500, null)

/** The page of an error with its code (ERR-009); a blocked portal gets no button (PRT-042). */
export function PageError({ error }: ErrorComponentProps) {
  const router = useRouter()
  const { portal } = router.options.context.session
  const { status, code, message } = asFailure(error)
  const text =
    message ||
    `Please refresh your screen. Need further assistance? Call us immediately at ${portal.company.support_phone} for support.`
  const hasButton = code !== 'portal_blocked' && code !== 'portal_paused'
  return (
    <main style={{ maxWidth: '40rem', margin: '15vh auto', padding: '0 1rem' }}>
      <h1>{status}</h1>
      <p>{text}</p>
      {hasButton && <a href="/">Back to the start page</a>}
    </main>
  )
}

/** The page of an address that does not exist (ROU-003). */
export function PageNotFound() {
  return (
    <main style={{ maxWidth: '40rem', margin: '15vh auto', padding: '0 1rem' }}>
      <h1>404</h1>
      <p>This page could not be found</p>
      <a href="/">Back to the start page</a>
    </main>
  )
}
