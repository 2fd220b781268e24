import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { startFauxqs } from 'fauxqs'
import type { BucketSettings } from '#platform/files/bucket/settings.ts'

/** How the storage behaves: as it should, silent, without a connection, or with this answer to every call. */
export type Weather =
  | 'fair'
  | 'silent'
  | 'gone'
  | { status: number; code: string; of?: (method: string, url: string) => boolean }

export type S3Server = {
  endpoint: string
  setWeather: (weather: Weather) => void
  /** The calls since the last look, as `GET /bucket/key`. */
  takeCalls: () => string[]
  /** A new bucket, and how it is opened. */
  makeBucket: (name: string) => Promise<BucketSettings>
  /** The variables that configure the program for a bucket. */
  variables: (bucket: string) => Record<string, string>
  close: () => Promise<void>
}

const KEYS = { id: 'test-key-id', secret: 'test-secret-access-key' }

const errorBody = (code: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`

/** A server of the S3 protocol, behind a door at which a test can close or disturb it. Its files are in the folder. */
export const startS3Server = async (folder: string): Promise<S3Server> => {
  const server = await startFauxqs({ port: 0, logger: false, s3StorageDir: folder })
  let weather: Weather = 'fair'
  const calls: string[] = []
  const agent = new http.Agent({ keepAlive: true })

  const door = http.createServer((request, response) => {
    const { method = '', url = '' } = request
    calls.push(`${method} ${url}`)
    if (weather === 'gone') {
      request.socket.destroy()
      return
    }
    if (weather === 'silent') {
      request.resume()
      return
    }
    if (weather !== 'fair' && (weather.of?.(method, url) ?? true)) {
      request.resume()
      response.writeHead(weather.status, { 'content-type': 'application/xml' })
      response.end(method === 'HEAD' ? '' : errorBody(weather.code))
      return
    }
    const inner = http.request(
      { host: '127.0.0.1', port: server.port, method, path: url, headers: request.headers, agent },
      (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers)
        answer.pipe(response)
        answer.on('error', () => response.destroy())
      },
    )
    inner.on('error', () => response.destroy())
    response.on('close', () => inner.destroy())
    request.pipe(inner)
  })
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(door.address() as AddressInfo).port}`
  const client = new S3Client({
    endpoint,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: KEYS.id, secretAccessKey: KEYS.secret },
  })

  return {
    endpoint,
    setWeather: (next) => {
      weather = next
    },
    takeCalls: () => calls.splice(0, calls.length),
    makeBucket: async (bucket) => {
      await client.send(new CreateBucketCommand({ Bucket: bucket }))
      return { bucket, endpoint, region: 'us-east-1', keys: KEYS, hasPathStyle: true }
    },
    variables: (bucket) => ({
      S3_BUCKET: bucket,
      S3_ENDPOINT: endpoint,
      S3_ACCESS_KEY_ID: KEYS.id,
      S3_SECRET_ACCESS_KEY: KEYS.secret,
    }),
    close: async () => {
      client.destroy()
      door.closeAllConnections()
      await new Promise((resolve) => door.close(resolve))
      agent.destroy()
      await server.stop()
    },
  }
}
