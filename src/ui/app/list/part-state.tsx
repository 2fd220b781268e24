import { textOfError } from '../../public/lists/error-text.ts'
import { LoadingNote, SkeletonText } from '../../public/lists/skeleton.tsx'
import { Alert } from '../../public/parts/alert.tsx'
import { Button } from '../../public/parts/button.tsx'

type CallFailureProps = { error: unknown; refetch: () => unknown }

/** Says that a call failed and why, and calls again. */
export function CallFailure({ error, refetch }: CallFailureProps) {
  return (
    <Alert
      tone="danger"
      isLive
      action={
        <Button size="sm" variant="outline" onClick={() => refetch()}>
          Try again
        </Button>
      }
    >
      {textOfError(error)}
    </Alert>
  )
}

type PartStateProps = {
  query: { data: unknown; error: unknown; refetch: () => unknown }
  /** What is loading, as screen readers hear it. */
  label: string
  lines?: number
}

/** Stands in for a part of a screen until its call has answered, and after it failed; nothing once its data is there. */
export function PartState({ query: { data, error, refetch }, label, lines = 3 }: PartStateProps) {
  if (data !== undefined) return null
  if (error) return <CallFailure error={error} refetch={refetch} />
  return (
    <>
      <LoadingNote text={`Loading ${label}`} />
      <SkeletonText lines={lines} />
    </>
  )
}
