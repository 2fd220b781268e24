import { useCallback, useEffect, useRef, useState } from 'react'
import { ApiError, type CallOptions } from '#kernel/client.ts'
import type { AnyEndpoint, Args, Wire } from '#kernel/endpoint.ts'
import { useApi } from '../page/page-context.ts'

type CallArgs<E extends AnyEndpoint> = Args<E> & { options?: CallOptions }

/** What happens around a call; the call counts as running until `onSuccess` is done. */
export type CallHandlers<E extends AnyEndpoint> = {
  onSuccess?: (answer: Wire<E>, args: CallArgs<E>) => unknown
  onError?: (error: ApiError, args: CallArgs<E>) => unknown
  onSettled?: (answer: Wire<E> | undefined, error: ApiError | null, args: CallArgs<E>) => unknown
}

type CallState<E extends AnyEndpoint> =
  | { status: 'idle'; data: undefined; error: null }
  | { status: 'pending'; data: undefined; error: null }
  | { status: 'success'; data: Wire<E>; error: null }
  | { status: 'error'; data: undefined; error: ApiError }
const IDLE = { status: 'idle', data: undefined, error: null } as const

// Written out, so that `isSuccess` says that there are data, and `isError` that there is an error.
const withFlags = <E extends AnyEndpoint>(state: CallState<E>) => {
  if (state.status === 'success') return { ...state, isPending: false, isSuccess: true, isError: false } as const
  if (state.status === 'error') return { ...state, isPending: false, isSuccess: false, isError: true } as const
  return { ...state, isPending: state.status === 'pending', isSuccess: false, isError: false } as const
}

/**
 * A call that changes something, with its state for the screen; its error is an ApiError whose `errors` belong to the
 * form's fields. Of several calls the screen shows the last. `mutate` never throws, `mutateAsync` does.
 */
export const useCall = <E extends AnyEndpoint>(endpoint: E, handlers: CallHandlers<E> = {}) => {
  const api = useApi()
  const [state, setState] = useState<CallState<E>>(IDLE)
  const newest = useRef({ endpoint, handlers })
  const last = useRef(0)
  useEffect(() => {
    newest.current = { endpoint, handlers }
  })
  const mutateAsync = useCallback(
    async (args: CallArgs<E>): Promise<Wire<E>> => {
      const number = ++last.current
      const show = (next: CallState<E>) => {
        if (number === last.current) setState(next)
      }
      const { options: callOptions, ...rest } = args
      show({ status: 'pending', data: undefined, error: null })
      const call = api.call as (e: E, a: unknown, o?: CallOptions) => Promise<Wire<E>>
      try {
        const data = await call(newest.current.endpoint, rest, callOptions)
        await newest.current.handlers.onSuccess?.(data, args)
        await newest.current.handlers.onSettled?.(data, null, args)
        show({ status: 'success', data, error: null })
        return data
      } catch (caught) {
        // A call that never reached the server has no text; the person reads the general one.
        const error = caught instanceof ApiError ? caught : new ApiError(0, { code: 'unreachable', message: '' })
        await newest.current.handlers.onError?.(error, args)
        await newest.current.handlers.onSettled?.(undefined, error, args)
        show({ status: 'error', data: undefined, error })
        throw error
      }
    },
    [api],
  )
  const mutate = useCallback(
    (args: CallArgs<E>) => {
      mutateAsync(args).catch(() => {})
    },
    [mutateAsync],
  )
  const reset = useCallback(() => {
    last.current += 1
    setState(IDLE)
  }, [])
  return { ...withFlags(state), mutate, mutateAsync, reset }
}
