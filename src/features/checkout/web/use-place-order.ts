import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { ApiError } from '#kernel/client.ts'
import type { Args } from '#kernel/endpoint.ts'
import { ORDER_STATUS } from '#kernel/product/statuses.ts'
import { useCall } from '#ui/calls/api.tsx'
import { useIdempotencyKey } from '#ui/hooks/use-idempotency-key.ts'
import { createPayment } from '../contract.ts'

type Body = Args<typeof createPayment>['body']

export type Problem = { title: string; text: string }

/**
 * Places the order of a checkout and moves on: to the payment page, or, if there is nothing to pay, to the page of the
 * finished order. Repeated requests create the same order only once (API-024), until it has been canceled. Problems are
 * in `problem`; refusals go to `onRefused` first.
 */
export const usePlaceOrder = ({
  success_path,
  onRefused,
}: {
  success_path: string
  onRefused: (failure: ApiError) => Promise<void>
}) => {
  const router = useRouter()
  const [problem, setProblem] = useState<Problem | null>(null)
  const keyOf = useIdempotencyKey()
  // Another round gives the same body another key.
  const round = useRef(0)
  const pay = useCall(createPayment, {
    onSuccess: async ({ data }, { body }): Promise<void> => {
      if (data.url) {
        location.assign(data.url)
        // The button stays at work until the browser has left.
        return new Promise(() => {})
      }
      if (data.status === ORDER_STATUS.cancelled) {
        // The buyer left the payment page with the back button and gets this form from the browser's cache: the person
        // orders again.
        round.current += 1
        place(body)
        return
      }
      if (data.status !== ORDER_STATUS.pending) {
        await router.navigate({ href: `${success_path}?order=${data.id}` })
        return
      }
      setProblem({
        title: 'The payment page could not be opened',
        text: `Your order ${data.number} is saved, and nothing was charged. Please try again in a moment.`,
      })
    },
    onError: (failure) => void onRefused(failure),
  })
  const place = (body: Body): void => pay.mutate({ body, options: { idempotency_key: keyOf([round.current, body]) } })
  useReset(pay.reset)
  /** Says a refusal that belongs to no field. */
  const showFailure = async (failure: ApiError) => {
    const { textOfError } = await import('#ui/public/lists/error-text.ts')
    setProblem(
      failure.status === 0
        ? {
            title: 'The connection was lost',
            text: 'Nothing was charged. Please press the button again; it makes no second order.',
          }
        : { title: 'The order could not be placed', text: textOfError(failure) },
    )
  }
  return { place, isPlacing: pay.isPending, problem, setProblem, showFailure }
}

/** A page that the browser restores from its cache is not busy any more. */
const useReset = (reset: () => void) => {
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) reset()
    }
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [reset])
}
