import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { ApiError } from '#kernel/client.ts'
import { useCall } from '#ui/api.tsx'
import { createPayment } from '../contract.ts'

const COMPLETED = 3

export type Problem = { title: string; text: string }

/**
 * Makes the order of a checkout and leads on: to the payment page, or, where there is nothing to pay, to the page of the
 * finished order. What goes wrong stands in `problem`; refusals go to `onRefused` first.
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
  const pay = useCall(createPayment, {
    onSuccess: async ({ data }) => {
      if (data.url) {
        location.assign(data.url)
        // The button stays at work until the browser has left.
        return new Promise(() => {})
      }
      if (data.status === COMPLETED) {
        await router.navigate({ href: `${success_path}?order=${data.id}` })
        return undefined
      }
      setProblem({
        title: 'The payment page could not be opened',
        text: `Your order ${data.number} is kept, and nothing was charged. Please try again in a moment.`,
      })
      return undefined
    },
    onError: (failure) => void onRefused(failure),
  })
  useReset(pay.reset)
  /** Says a refusal that belongs to no field. */
  const showFailure = async (failure: ApiError) => {
    const { textOfError } = await import('#ui/public/error-text.ts')
    setProblem({ title: 'The order could not be made', text: textOfError(failure) })
  }
  return { pay, problem, setProblem, showFailure }
}

/** A page that the browser brings back as it was left is not still at work. */
const useReset = (reset: () => void) => {
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) reset()
    }
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [reset])
}
