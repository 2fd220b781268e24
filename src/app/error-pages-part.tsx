import { type ErrorComponentProps, useLocation, useRouter } from '@tanstack/react-router'
import { Component, type ReactNode, useEffect, useLayoutEffect, useState } from 'react'
import { ApiError } from '#kernel/client.ts'
import { formatPhone } from '#kernel/format.ts'
import { type LastError, lastError, rememberError } from '#ui/calls/last-error.ts'
import { isMissingPart, isUnreached } from '#ui/calls/unreached.ts'
import { ASK_AGAIN } from '#ui/calls/when-online.ts'
import { useOnline } from '#ui/hooks/use-online.ts'
import { isAnswered } from '#ui/page/chunk-reload.ts'
import { ErrorView } from '#ui/public/lists/error-view.tsx'
import { Anchor } from '#ui/public/parts/anchor.tsx'
import { Button, LinkButton } from '#ui/public/parts/button.tsx'

type Failure = Pick<ApiError, 'status' | 'code' | 'message'>
const asFailure = (error: unknown): Failure =>
  (error as Partial<Failure> | null)?.status ? (error as Failure) : new ApiError(500, { message: '' })

const home = <LinkButton href="/">Back to the start page</LinkButton>
const newLink = <LinkButton href="/forgot-password">Send a new link</LinkButton>

/** Shown when even the error page fails (ERR-014); so plain that nothing in it can fail. */
class LastResort extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }
  static getDerivedStateFromError() {
    return { hasFailed: true }
  }
  override render() {
    if (!this.state.hasFailed) return this.props.children
    return (
      <div role="alert">
        <h1>An error occurred while showing the error page</h1>
        <a href="/">Back to the start page</a>
      </div>
    )
  }
}

/** The page of an error with its code (ERR-009); a blocked portal gets no button (PRT-042). */
export function PageError({ error }: ErrorComponentProps) {
  return (
    <LastResort>
      <Failed
        failure={asFailure(error)}
        unreached={isMissingPart(error) ? 'part' : isUnreached(error) ? 'call' : null}
      />
    </LastResort>
  )
}

/** Asks again for what failed. */
function TryAgain() {
  const router = useRouter()
  return <Button onClick={() => void router.invalidate()}>Try again</Button>
}

const again = (
  <>
    <TryAgain />
    <LinkButton href="/" variant="outline">
      Back to the start page
    </LinkButton>
  </>
)
/** A page that could not be read for want of a network; it is read by itself once there is one. */
function Offline() {
  const router = useRouter()
  useEffect(() => {
    const again = () => void router.invalidate()
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [router])
  return (
    <ErrorView
      message="You are offline"
      text="This page has not been loaded yet. It opens as soon as you are online again."
      button={<TryAgain />}
    />
  )
}

const reloadWhenAnswered = async () => {
  if (await isAnswered()) location.reload()
}

/**
 * A page that could not be read although the browser believes that it is online; it opens by itself once the server answers.
 * One with a missing part is loaded as a whole then (UIX-050): browsers and React may remember that the part failed.
 */
function Unreached({ isPart }: { isPart: boolean }) {
  const router = useRouter()
  useEffect(() => {
    const again = async () => {
      if (isPart) await reloadWhenAnswered()
      else if (await isAnswered()) await router.invalidate()
    }
    const timer = setInterval(() => void again(), ASK_AGAIN)
    return () => clearInterval(timer)
  }, [router, isPart])
  return (
    <ErrorView
      message="There was no answer"
      text="Please check your network. This page opens as soon as there is an answer."
      button={isPart ? <Button onClick={() => void reloadWhenAnswered()}>Try again</Button> : <TryAgain />}
    />
  )
}

/** What a caller of support names, if the server knows of the failure (ERR-176); a failure of the browser alone has none. */
const referenceOf = (ofRequest: string | undefined): string | null =>
  import.meta.env.SSR
    ? (ofRequest ?? null)
    : (document.querySelector<HTMLMetaElement>('meta[name=reference]')?.content ?? null)

function Failed({ failure, unreached }: { failure: Failure; unreached: 'part' | 'call' | null }) {
  const { context } = useRouter().options
  const { portal } = context.session
  const isOnline = useOnline()
  const { pathname } = useLocation()
  const [last, setLast] = useState<LastError | null>(null)
  const { status, code, message } = failure
  const isErrorPage = pathname === '/error'
  // Stored before it is shown, so that it is there for anyone who opens the page of errors at once.
  useLayoutEffect(() => {
    if (isErrorPage) setLast(lastError())
    else rememberError({ status, message })
  }, [isErrorPage, status, message])
  const [reference] = useState(() => referenceOf(context.reference))
  const support = `Please refresh your screen. Need further assistance? Call us immediately at ${formatPhone(portal.company.support_phone)} for support.${reference ? ` Reference: ${reference}` : ''}`
  const hasButton = code !== 'portal_blocked' && code !== 'portal_paused'
  // Nowhere to go, but something that is left, and somebody to ask.
  const contacts = hasButton ? null : <StillThere isSignedIn={code === 'portal_blocked'} company={portal.company} />
  // A refusal stays one however often it is asked for; a failure may pass.
  const mayPass = status >= 500 && !isErrorPage
  const button = code === 'reset_link_invalid' ? newLink : mayPass ? again : home
  if (!isOnline && mayPass) return <Offline />
  if (unreached && !isErrorPage) return <Unreached isPart={unreached === 'part'} />
  const shown = isErrorPage && last ? last : { status, message }
  return (
    <ErrorView code={shown.status} message={shown.message || support} text={contacts} button={hasButton && button} />
  )
}

type Company = Parameters<typeof Contacts>[0]

/** What a paused portal keeps, what one can still do there, and whom to ask (PRT-084); its links load a whole page, since the router stays in its failed state. */
function StillThere({ isSignedIn, company }: { isSignedIn: boolean; company: Company }) {
  return (
    <>
      {isSignedIn
        ? 'Your courses, progress and certificates are kept and come back when it opens again. '
        : 'Nothing is lost: courses, progress and certificates come back when it opens again. '}
      You can still read the <a href="/terms">terms</a>
      {!isSignedIn && (
        <>
          {' '}
          or <a href="/login">sign in</a> as an admin of this portal
        </>
      )}
      . <Contacts {...company} />
    </>
  )
}

function Contacts({
  support_phone: phone,
  support_email: mail,
}: {
  support_phone: string | null
  support_email: string | null
}) {
  if (!phone && !mail) return null
  return (
    <>
      Questions?{' '}
      {phone && (
        <>
          Call <Anchor href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{formatPhone(phone)}</Anchor>
        </>
      )}
      {phone && mail && ' or '}
      {mail && (
        <>
          {phone ? 'write' : 'Write'} to <Anchor href={`mailto:${mail}`}>{mail}</Anchor>
        </>
      )}
    </>
  )
}

/** The page of an address that does not exist (ROU-003); on a portal with a shop it links to what is for sale. */
export function PageNotFound() {
  const { portal, viewer } = useRouter().options.context.session
  const works = viewer !== null && viewer.current_role !== 'learner'
  return (
    <ErrorView
      code={404}
      message="This page could not be found"
      text="It may have moved, or the address may be mistyped."
      button={
        <>
          {works ? <LinkButton href="/dashboard">Back to the dashboard</LinkButton> : home}
          {!works && portal.flags.is_marketable && (
            <LinkButton variant="outline" href="/course">
              See all courses
            </LinkButton>
          )}
        </>
      }
    />
  )
}
