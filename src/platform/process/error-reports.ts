import { randomUUID } from 'node:crypto'
import { currentWork } from '../watch/work.ts'
import { addressWithoutSecrets, withoutSecrets } from './redact.ts'

/** The details of a call that a report contains. */
export type ReportedCall = { method: string; path: string; id: string }

type ReportOptions = {
  /** Address of the error-reporting service with its public key (Sentry's DSN). */
  dsn: string
  environment: string
  /** Taken off the file names in a report. */
  root: string
  now?: () => Date
  /** Called when a report could not be delivered. */
  onError?: (error: unknown) => void
}

/** A process sends this many reports in a minute; more of the same failure adds nothing. */
const MOST_PER_MINUTE = 30
const TIMEOUT_MS = 5_000

/** The functions of a stack, outermost first, as the service wants them. */
const framesOf = (stack: string, root: string) =>
  stack
    .split('\n')
    .flatMap((line) => {
      const match = /^\s*at (?:(.+?) \()?(?:file:\/\/)?(.+?):(\d+):(\d+)\)?$/.exec(line)
      if (!match) return []
      const [, name, file = '', row, column] = match
      return [
        {
          function: name ?? '?',
          filename: file.replace(root, ''),
          lineno: Number(row),
          colno: Number(column),
          in_app: !file.includes('node_modules') && !file.startsWith('node:'),
        },
      ]
    })
    .reverse()

/** Reports unexpected errors to the configured service in Sentry's envelope format, and never holds up or fails a call (INT-011). */
export const createErrorReports = ({
  dsn,
  environment,
  root,
  now = () => new Date(),
  onError = () => {},
}: ReportOptions) => {
  const { protocol, username, host, pathname } = new URL(dsn)
  const parts = pathname.split('/').filter(Boolean)
  const project = parts.pop() ?? ''
  const address = `${protocol}//${[host, ...parts].join('/')}/api/${project}/envelope/`
  const running = new Set<Promise<void>>()
  let sent: number[] = []

  const send = async (body: string): Promise<void> => {
    const answer = await fetch(address, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-sentry-envelope',
        'x-sentry-auth': `Sentry sentry_version=7, sentry_client=portico/1.0, sentry_key=${username}`,
      },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (!answer.ok) throw new Error(`The error-reporting service answered ${answer.status}`)
  }

  return {
    report: (error: unknown, call: ReportedCall): void => {
      const time = now()
      sent = sent.filter((moment) => time.getTime() - moment < 60_000)
      if (sent.length >= MOST_PER_MINUTE) return
      sent.push(time.getTime())
      const thrown = error instanceof Error ? error : new Error(String(error))
      const id = randomUUID().replaceAll('-', '')
      const span = currentWork()?.span
      const event = {
        event_id: id,
        timestamp: time.toISOString(),
        platform: 'node',
        level: 'error',
        environment,
        transaction: `${call.method} ${withoutSecrets(addressWithoutSecrets(call.path.split('?', 1)[0] ?? ''))}`,
        tags: { request_id: call.id },
        ...(span && { contexts: { trace: { trace_id: span.trace_id, span_id: span.traceparent.split('-')[2] } } }),
        exception: {
          values: [
            {
              type: thrown.name,
              value: withoutSecrets(thrown.message),
              stacktrace: { frames: framesOf(thrown.stack ?? '', root) },
            },
          ],
        },
      }
      const body = [{ event_id: id, sent_at: time.toISOString() }, { type: 'event' }, event]
        .map((part) => JSON.stringify(part))
        .join('\n')
      const delivery = send(body)
        .catch(onError)
        .finally(() => running.delete(delivery))
      running.add(delivery)
    },
    /** Resolves when every report has been delivered or given up. */
    close: async (): Promise<void> => {
      await Promise.all(running)
    },
  }
}
