import { randomUUID } from 'node:crypto'
import multipart from '@fastify/multipart'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from '#kernel/schema.ts'
import type { Controls } from './controls.ts'
import { present, type State } from './state.ts'

export type Settings = { app_id: string; secret_key: string; public_url: string }

const NewRegistration = z.object({
  courseId: z.string(),
  registrationId: z.string(),
  learner: z.object({
    id: z.string(),
    email: z.optional(z.string()),
    firstName: z.optional(z.string()),
    lastName: z.optional(z.string()),
  }),
  postBack: z.optional(
    z.object({
      url: z.string(),
      authType: z.literal('HTTPBASIC'),
      userName: z.string(),
      password: z.string(),
      resultsFormat: z.enum(['COURSE', 'ACTIVITY', 'FULL']),
    }),
  ),
})
const LaunchLink = z.object({
  redirectOnExitUrl: z.optional(z.string()),
  tracking: z._default(z.boolean(), true),
  expiry: z._default(z.number(), 120),
})

const MANIFEST = Buffer.from('imsmanifest.xml')

/** Reads an archive to its end; answers what is wrong with it, or null. Names stand uncompressed in a zip's directory. */
const faultOf = async (chunks: AsyncIterable<Buffer>): Promise<string | null> => {
  let start = Buffer.alloc(0)
  let tail = Buffer.alloc(0)
  let hasManifest = false
  for await (const chunk of chunks) {
    if (start.length < 4) start = Buffer.concat([start, chunk])
    const joined = Buffer.concat([tail, chunk])
    hasManifest ||= joined.includes(MANIFEST)
    tail = joined.subarray(-MANIFEST.length)
  }
  if (start.subarray(0, 2).toString('latin1') !== 'PK') return 'The uploaded file is not a zip archive.'
  return hasManifest ? null : 'No imsmanifest.xml found in the package.'
}

const refuse = (reply: FastifyReply, status: number, message: string) => reply.code(status).send({ message })

/** The part of the service's API that the product calls, in its wire format. */
export const apiOf =
  (state: State, settings: Settings, controls: Controls) =>
  async (app: FastifyInstance): Promise<void> => {
    await app.register(multipart, { limits: { fileSize: 10_737_418_240, files: 1 } })
    const expected = `Basic ${Buffer.from(`${settings.app_id}:${settings.secret_key}`).toString('base64')}`

    app.addHook('onRequest', async (request, reply) => {
      const outage = controls.nextOutage()
      if (outage !== null) return refuse(reply, outage, 'The service is not available at the moment.')
      if (request.headers.authorization !== expected) return refuse(reply, 401, 'Invalid credentials.')
    })

    const registrationOf = (request: FastifyRequest) => {
      const { id } = request.params as { id: string }
      return state.registrations.find((registration) => registration.id === id)
    }

    app.get('/ping', async () => ({ apiMessage: 'API is up and running', currentTime: new Date().toISOString() }))

    app.post('/courses/importJobs/upload', async (request, reply) => {
      const { courseId } = request.query as { courseId?: string }
      const file = await request.file()
      if (!courseId || !file) return refuse(reply, 400, 'courseId and file are needed.')
      const error = await faultOf(file.file)
      const job = {
        id: randomUUID(),
        course_id: courseId,
        title: file.filename.replace(/\.zip$/i, ''),
        polls_left: controls.pollsOfImport(),
        error,
      }
      state.jobs.push(job)
      state.save()
      return reply.send({ result: job.id })
    })

    app.get('/courses/importJobs/:id', async (request, reply) => {
      const { id } = request.params as { id: string }
      const job = state.jobs.find((one) => one.id === id)
      if (!job) return refuse(reply, 404, `There is no import job ${id}.`)
      if (job.polls_left > 0) {
        job.polls_left -= 1
        state.save()
        return { jobId: id, status: 'RUNNING' }
      }
      if (job.error !== null) return { jobId: id, status: 'ERROR', message: job.error }
      const known = state.courses.find((course) => course.id === job.course_id)
      if (known) Object.assign(known, { title: job.title, job_id: id })
      else state.courses.push({ id: job.course_id, title: job.title, job_id: id })
      state.save()
      const course = { id: job.course_id, title: job.title, version: 0, registrationCount: 0 }
      return { jobId: id, status: 'COMPLETE', importResult: { webPathToCourse: '', parserWarnings: [], course } }
    })

    app.post('/courses/:id/preview', async (request, reply) => {
      const { id } = request.params as { id: string }
      if (!state.courses.some((course) => course.id === id))
        return refuse(reply, 404, `Could not find the course ${id}.`)
      const parsed = z.safeParse(LaunchLink, request.body ?? {})
      if (!parsed.success) return refuse(reply, 400, z.prettifyError(parsed.error))
      const token = randomUUID()
      const redirect_url = parsed.data.redirectOnExitUrl ?? null
      state.launches.push({ token, registration_id: null, course_id: id, redirect_url, is_tracked: false })
      state.save()
      return { launchLink: `${settings.public_url}/launch/${token}` }
    })

    app.post('/registrations', async (request, reply) => {
      const parsed = z.safeParse(NewRegistration, request.body)
      if (!parsed.success) return refuse(reply, 400, z.prettifyError(parsed.error))
      const { courseId, registrationId: id, learner, postBack } = parsed.data
      if (!state.courses.some((course) => course.id === courseId))
        return refuse(reply, 404, `Could not find the course ${courseId}.`)
      if (state.registrations.some((registration) => registration.id === id))
        return refuse(reply, 400, `The registration ${id} already exists.`)
      state.registrations.push({
        id,
        course_id: courseId,
        learner,
        post_back: postBack ?? null,
        completion: 'UNKNOWN',
        success: 'UNKNOWN',
        scaled: null,
        seconds: 0,
        updated: new Date().toISOString(),
      })
      state.save()
      return reply.code(204).send()
    })

    app.get('/registrations/:id', async (request, reply) => {
      const registration = registrationOf(request)
      if (!registration) return refuse(reply, 404, 'Could not find the registration.')
      return present(
        registration,
        state.courses.find(({ id }) => id === registration.course_id),
      )
    })

    app.post('/registrations/:id/launchLink', async (request, reply) => {
      const registration = registrationOf(request)
      if (!registration) return refuse(reply, 404, 'Could not find the registration.')
      const parsed = z.safeParse(LaunchLink, request.body ?? {})
      if (!parsed.success) return refuse(reply, 400, z.prettifyError(parsed.error))
      const token = randomUUID()
      const { redirectOnExitUrl, tracking } = parsed.data
      state.launches.push({
        token,
        registration_id: registration.id,
        course_id: registration.course_id,
        redirect_url: redirectOnExitUrl ?? null,
        is_tracked: tracking,
      })
      state.save()
      return { launchLink: `${settings.public_url}/launch/${token}` }
    })
  }
