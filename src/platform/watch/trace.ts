import type { Attributes, Span, SpanKind } from './span.ts'
import { currentWork, within } from './work.ts'

export type { Attributes, Span } from './span.ts'

export type SpanOptions = {
  kind: SpanKind
  attributes?: Attributes
  /** Null begins a trace; a `traceparent` goes on with that of another program. */
  parent?: Span | string | null
  /** The `traceparent` of what led to this work without waiting for it. */
  link?: string | undefined
}

export type Tracer = { start: (name: string, options: SpanOptions) => Span }

let tracer: Tracer | null = null

/** Switches traces on for this process, or off. */
export const setTracer = (next: Tracer | null): void => {
  tracer = next
}

export const isTracing = (): boolean => tracer !== null

/** Begins a span below the present work; null, and nothing else done, where traces are off. */
export const startSpan = (name: string, options: SpanOptions): Span | null =>
  tracer?.start(name, { ...options, parent: options.parent ?? currentWork()?.span ?? null }) ?? null

/** Does something within a span of its own, whose end is that of the work. */
export const traced = async <T>(name: string, options: SpanOptions, run: () => Promise<T>): Promise<T> => {
  const span = startSpan(name, options)
  if (!span) return run()
  try {
    const result = await within({ request_id: currentWork()?.request_id ?? null, span }, run)
    span.end()
    return result
  } catch (error) {
    span.end(error)
    throw error
  }
}
