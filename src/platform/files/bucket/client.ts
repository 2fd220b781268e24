// Only what opens a bucket may load this file: the client takes time and memory that a folder does not need.
import { S3Client } from '@aws-sdk/client-s3'
import { meaningOfFailure } from '#platform/files/bucket/errors.ts'
import type { BucketSettings } from '#platform/files/bucket/settings.ts'

/** How long a connection may take, and an answer after it. */
const CONNECT_MS = 3_000
const ANSWER_MS = 20_000
/** How long a file that is being read may stand still: a player that has enough for now reads on later. */
const SILENT_MS = 300_000
/** Calls at the same time; an answer keeps its connection until it has been read. */
const CONNECTIONS = 256

/**
 * The client of a bucket, whose failures are those of bucket/errors.ts. It repeats a call that failed for a moment
 * twice, with growing pauses.
 */
export const openClient = (
  { endpoint, region, keys, hasPathStyle }: BucketSettings,
  { answer_ms: answerMs = ANSWER_MS }: { answer_ms?: number } = {},
): S3Client => {
  const client = new S3Client({
    ...(endpoint && { endpoint }),
    region,
    forcePathStyle: hasPathStyle,
    ...(keys && { credentials: { accessKeyId: keys.id, secretAccessKey: keys.secret } }),
    maxAttempts: 3,
    // Many storages do not know the checksums that the client would add, and files are compared by size.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      requestTimeout: answerMs,
      throwOnRequestTimeout: true,
      socketTimeout: SILENT_MS,
      httpAgent: { maxSockets: CONNECTIONS, keepAlive: true },
      httpsAgent: { maxSockets: CONNECTIONS, keepAlive: true },
    },
  })
  const send = client.send.bind(client) as (...args: unknown[]) => Promise<unknown>
  client.send = ((...args: unknown[]) =>
    send(...args).catch((error: unknown) => {
      throw meaningOfFailure(error)
    })) as S3Client['send']
  return client
}
