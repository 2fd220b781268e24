import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect } from 'vitest'
import { scormModules } from '#features/outline/contract.ts'
import { listScormPackages, startScormModule } from '#features/scorm/contract.ts'
import type { ScormCommit } from '#features/scorm/rules/player/cmi.ts'
import { makeCsrfToken } from '#platform/http/csrf.ts'
import { createBus } from '#platform/live/bus.ts'
import type { TestApp, TestPerson, TestPortal } from '../api.ts'
import { authoring } from '../authoring.ts'
import { buildPackage, type PackageSpec } from './scorm-packages.ts'

export const TUS = '/api/v1/tus'
export type Answer = { status: number; headers: http.IncomingHttpHeaders; body: string }
export type Headers = Record<string, string>
export type LiveEvent = { event: string; data: unknown }

const base64 = (text: string) => Buffer.from(text).toString('base64')

/** Uploads and plays packages through the running product, like browsers. */
export const scormPlay = (t: TestApp) => {
  const make = authoring(t)
  let port = 0
  beforeAll(async () => {
    await t.app.http.listen({ port: 0, host: '127.0.0.1' })
    port = (t.app.http.server.address() as AddressInfo).port
  })
  afterAll(() => t.app.http.server.closeAllConnections())

  const headersOf = (who: TestPerson | TestPortal): Headers => {
    const token = 'token' in who ? who.token : undefined
    const csrf = makeCsrfToken(t.config.secret, token)
    return {
      host: 'token' in who ? who.portal.host : who.host,
      cookie: [`XSRF-TOKEN=${csrf}`, ...(token ? [`session=${token}`] : [])].join('; '),
      'x-xsrf-token': csrf,
    }
  }

  /** A request over the network, to this process or to one on another port. */
  const request = (
    method: string,
    path: string,
    headers: Headers,
    body?: string | Buffer,
    to = port,
  ): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const sent = http.request({ host: '127.0.0.1', port: to, method, path, headers, agent: false }, (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks).toString() }),
        )
      })
      sent.on('error', reject)
      sent.end(body)
    })

  const tus = (
    who: TestPerson | TestPortal,
    method: string,
    path: string,
    headers: Headers = {},
    body?: string | Buffer,
  ) => request(method, path, { 'tus-resumable': '1.0.0', ...headersOf(who), ...headers }, body)

  /** Sends an archive like a browser, in one piece, and returns the id of its upload. */
  const upload = async (who: TestPerson, bytes: Buffer, name = 'course.zip', purpose?: string): Promise<string> => {
    const created = await tus(who, 'POST', TUS, {
      'upload-length': String(bytes.length),
      'upload-metadata': `filename ${base64(name)}${purpose ? `,purpose ${base64(purpose)}` : ''}`,
    })
    expect([created.status, created.body]).toEqual([201, ''])
    const { location = '' } = created.headers
    const type = { 'content-type': 'application/offset+octet-stream' }
    const sent = await tus(who, 'PATCH', location, { ...type, 'upload-offset': '0' }, bytes)
    expect(sent.status).toBe(204)
    return location.slice(TUS.length + 1)
  }

  const packageOf = async (who: TestPerson, uploadId: string) => {
    const { data } = await t.as(who).call(listScormPackages, { query: { upload_id: uploadId } })
    expect(data).toHaveLength(1)
    return data[0] as (typeof data)[number]
  }

  /** An uploaded and unpacked package. */
  const aPackage = async (who: TestPerson, content: PackageSpec | Buffer, name?: string) => {
    const bytes = Buffer.isBuffer(content) ? content : await buildPackage(content)
    const uploadId = await upload(who, bytes, name)
    await t.app.jobs.drain()
    return packageOf(who, uploadId)
  }

  /** A course with one SCORM module and a learner. */
  const aModule = async (content: PackageSpec | Buffer) => {
    const author = await t.make.person('portal_admin')
    const scorm = await aPackage(author, content)
    const course = await make.course(author)
    const body = { title: scorm.title ?? 'Module', scorm_id: scorm.id }
    const { data: item } = await t.as(author).call(scormModules.create, { params: { courseId: course.id }, body })
    const learner = await t.make.person('learner', { portal: author.portal })
    const related_id = await make.enroll(author.portal, course.id, learner)
    return { author, learner, scorm, course, item, module_id: item.itemable_id, related_id }
  }

  type Module = { learner: TestPerson; module_id: number; related_id: number }

  /** A start of the player, with the player's requests to the content origin. */
  const start = async ({ learner, module_id, related_id }: Module) => {
    const { data } = await t.as(learner).call(startScormModule, { params: { id: module_id }, body: { related_id } })
    return { ...data, ...player(data.scorm_link) }
  }

  /** The requests of the player behind a launch address. */
  const player = (link: string) => {
    const url = new URL(link)
    const root = url.pathname.replace(/\/player$/, '')
    const call = (
      method: 'GET' | 'POST' | 'HEAD',
      path: string,
      options: { headers?: Headers; body?: object | string } = {},
    ) =>
      t.app.http.inject({
        method,
        url: `${root}/${path}`,
        headers: { host: url.host, ...options.headers },
        ...(options.body !== undefined && { payload: options.body }),
      })
    let seq = 0
    return {
      call,
      state: async (item?: string) => {
        const answer = await call('GET', `state${item === undefined ? '' : `?item=${encodeURIComponent(item)}`}`)
        expect(answer.statusCode, answer.body).toBe(200)
        return answer.json().data
      },
      /** Sends messages with the numbers they carry. */
      send: async (commits: readonly ScormCommit[]) => {
        const answer = await call('POST', 'commit', { body: { commits } })
        expect(answer.statusCode, answer.body).toBe(200)
        return answer.json().data
      },
      /** The next message in this start. */
      next: (sco: string, event: ScormCommit['event'], cmi: Record<string, unknown> = {}): ScormCommit => {
        seq += 1
        return { seq, sco, event, cmi }
      },
    }
  }

  /** Collects the live events to a person. `until` resolves with all of them once one matches. */
  const listenTo = async (person: TestPerson) => {
    const { options } = t.app.db.pool
    const bus = createBus({ ...options, password: options.password }, { onError: () => {} })
    await bus.ready
    const events: LiveEvent[] = []
    let check = () => {}
    bus.subscribe('live', (message) => {
      const { channel, event, data } = message as LiveEvent & { channel: string }
      if (channel !== `private-notifications.${person.id}`) return
      events.push({ event, data })
      check()
    })
    const until = async (isLast: (event: LiveEvent) => boolean): Promise<LiveEvent[]> => {
      await new Promise<void>((resolve) => {
        check = () => {
          if (events.some(isLast)) resolve()
        }
        check()
      })
      await bus.close()
      return events
    }
    return { until }
  }

  return {
    make,
    request,
    tus,
    upload,
    packageOf,
    aPackage,
    aModule,
    start,
    player,
    headersOf,
    listenTo,
    port: () => port,
  }
}
