import { useState } from 'react'
import { ApiError } from '#kernel/client.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { useApi } from '#ui/calls/api.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import type { acceptInvite, showInvite } from '../../contract.ts'

export type Invitation = Wire<typeof showInvite>['data']
export type Accepted = Wire<typeof acceptInvite>['data']
export type PartProps = { token: string; invitation: Invitation }

/** Where a learner finds the course of the invitation. */
export const coursePath = ({ course_slug: slug, related_id: id }: Pick<Accepted, 'course_slug' | 'related_id'>) =>
  `/courses/learner/${slug}/${id}/overview`

/** A call of the page with what it was refused for, at the fields or above them. */
export const useAnswer = () => {
  const api = useApi()
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)
  const run = async (work: (call: typeof api.call) => Promise<void>) => {
    if (isBusy) return
    setBusy(true)
    setError(null)
    try {
      await work(api.call)
    } catch (caught) {
      setBusy(false)
      setError(
        caught instanceof ApiError
          ? caught
          : new ApiError(0, { code: 'unreachable', message: 'We could not reach the server. Please try again.' }),
      )
    }
  }
  return { run, isBusy, error, errors: error?.errors ?? {}, setBusy }
}

export const Refusal = ({ error }: { error: ApiError | null }) =>
  error && Object.keys(error.errors).length === 0 ? (
    <Alert tone="danger" isLive>
      {error.message}
    </Alert>
  ) : null
