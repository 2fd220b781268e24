import diagnostics from 'node:diagnostics_channel'
import {
  type Context,
  isSpanContextValid,
  type Link,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import type { Span } from './span.ts'
import { startSpan, type Tracer } from './trace.ts'

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
}

/** What a `traceparent` names (W3C Trace Context, version 00); undefined for anything else. */
const contextOf = (traceparent: string | undefined): SpanContext | undefined => {
  const [, traceId = '', spanId = '', flags = ''] =
    /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(traceparent ?? '') ?? []
  const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true }
  return isSpanContextValid(context) ? context : undefined
}

const parentOf = (parent: Span | string | null | undefined): Context => {
  const context = contextOf(typeof parent === 'string' ? parent : parent?.traceparent)
  return context ? trace.setSpanContext(ROOT_CONTEXT, context) : ROOT_CONTEXT
}

const linksTo = (traceparent: string | undefined): Link[] => {
  const context = contextOf(traceparent)
  return context ? [{ context }] : []
}

/** A tracer over that of OpenTelemetry. Of errors only the kind is noted: their texts may name people and addresses. */
const tracerOver = (provider: BasicTracerProvider): Tracer => {
  const tracer = provider.getTracer('portico')
  return {
    start: (name, { kind, attributes, parent, link }) => {
      const span = tracer.startSpan(
        name,
        { kind: KINDS[kind], links: linksTo(link), ...(attributes && { attributes }) },
        parentOf(parent),
      )
      const { traceId, spanId, traceFlags } = span.spanContext()
      return {
        trace_id: traceId,
        traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
        set: (more) => void span.setAttributes({ ...more }),
        end: (error) => {
          if (error !== undefined) {
            const type = (error as { code?: unknown; name?: unknown }).code ?? (error as { name?: unknown }).name
            span.setAttribute('error.type', typeof type === 'string' ? type : 'error')
            span.setStatus({ code: SpanStatusCode.ERROR })
          }
          span.end()
        },
      }
    },
  }
}

type Outgoing = { host?: string; method?: string; origin?: string }
type Answered = { statusCode?: number }

/**
 * A span for each call that leaves the process, over `node:http` and over `fetch`: host and method, never the path or the query,
 * which may hold secrets. Calls to the collector itself make none. Answers how to end it.
 */
const traceOutside = (collector: string): (() => void) => {
  const running = new WeakMap<object, Span>()
  const begin = (request: object, method: string, host: string) => {
    if (host === collector) return
    const attributes = { 'http.request.method': method, 'server.address': host }
    const span = startSpan(method, { kind: 'client', attributes })
    if (span) running.set(request, span)
  }
  const end = (request: object, response: Answered | null, error?: unknown) => {
    const span = running.get(request)
    if (!span) return
    running.delete(request)
    if (response?.statusCode) span.set({ 'http.response.status_code': response.statusCode })
    span.end(error)
  }
  type Message<T> = { request: T; response?: Answered; error?: unknown }
  const heard: [string, (message: Message<Outgoing>) => void][] = [
    ['http.client.request.start', ({ request }) => begin(request, request.method ?? 'GET', String(hostOf(request)))],
    ['http.client.response.finish', ({ request, response }) => end(request, response ?? null)],
    ['http.client.request.error', ({ request, error }) => end(request, null, error ?? 'error')],
    [
      'undici:request:create',
      ({ request }) =>
        begin(
          request,
          request.method ?? 'GET',
          URL.canParse(request.origin ?? '') ? new URL(request.origin ?? '').host : '',
        ),
    ],
    ['undici:request:headers', ({ request, response }) => end(request, response ?? null)],
    ['undici:request:error', ({ request, error }) => end(request, null, error ?? 'error')],
  ]
  for (const [channel, listener] of heard) diagnostics.subscribe(channel, listener as diagnostics.ChannelListener)
  return () => {
    for (const [channel, listener] of heard) diagnostics.unsubscribe(channel, listener as diagnostics.ChannelListener)
  }
}

/** Of a request of `node:http`; a port stands there only where it is not the usual one. */
const hostOf = (request: Outgoing): string => {
  const header = (request as { getHeader?: (name: string) => unknown }).getHeader?.('host')
  return typeof header === 'string' ? header : (request.host ?? '')
}

export type Traces = { tracer: Tracer; close: () => Promise<void> }

/**
 * Traces that are sent to a collector by OTLP over HTTP. Beside the address, the library reads the standard variables itself:
 * OTEL_SERVICE_NAME, OTEL_RESOURCE_ATTRIBUTES, OTEL_TRACES_SAMPLER with its argument, OTEL_EXPORTER_OTLP_HEADERS.
 */
export const openTraces = ({ endpoint, version }: { endpoint: string; version: string }): Traces => {
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`
  const name = process.env['OTEL_SERVICE_NAME'] ?? 'portico'
  const provider = new BasicTracerProvider({
    resource: defaultResource().merge(resourceFromAttributes({ 'service.name': name, 'service.version': version })),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url }))],
  })
  const stopOutside = traceOutside(new URL(url).host)
  return {
    tracer: tracerOver(provider),
    close: async () => {
      stopOutside()
      // A collector that does not answer keeps no process from ending.
      await provider.shutdown().catch(() => {})
    },
  }
}
