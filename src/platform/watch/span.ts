/** What a span says about itself: names and counts, never values, addresses with their query, or people. */
export type Attributes = Readonly<Record<string, string | number>>
export type SpanKind = 'server' | 'client' | 'producer' | 'consumer' | 'internal'

export type Span = {
  trace_id: string
  /** The span as other programs and later jobs get it, by the W3C's `traceparent`. */
  traceparent: string
  set: (attributes: Attributes) => void
  /** Ends the span; with an error its kind is noted, never its text. */
  end: (error?: unknown) => void
}
