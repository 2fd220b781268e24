import { openAsBlob } from 'node:fs'
import { z } from '#kernel/schema.ts'
import { ServiceError } from '../service-error.ts'

// The service's own client for JavaScript stands at 3.0.0 in the registry, from 2022, on a superagent that is no longer
// kept; so its documented API (https://cloud.scorm.com/docs/v2/reference/swagger/) is called here, in this one file.

export type CloudScormKeys = { app_id: string; secret_key: string }
export type CloudScormTarget = { base_url: string; keys: CloudScormKeys }

/** Where the service is, unless a setting names another place. */
export const CLOUD_SCORM_URL = 'https://cloud.scorm.com/api/v2'

/** The only error of the client. */
export class CloudScormError extends ServiceError {
  override name = 'CloudScormError'
}

const ImportJob = z.object({
  status: z.enum(['RUNNING', 'COMPLETE', 'ERROR']),
  message: z.optional(z.nullable(z.string())),
  importResult: z.optional(
    z.nullable(z.object({ course: z.optional(z.nullable(z.object({ title: z.optional(z.nullable(z.string())) }))) })),
  ),
})

/** A registration as the service answers it and posts it back: only what is read here. */
export const CloudRegistration = z.object({
  id: z.string(),
  updated: z.optional(z.nullable(z.string())),
  registrationCompletion: z._default(z.enum(['COMPLETED', 'INCOMPLETE', 'UNKNOWN']), 'UNKNOWN'),
  registrationSuccess: z._default(z.enum(['PASSED', 'FAILED', 'UNKNOWN']), 'UNKNOWN'),
  score: z.optional(z.nullable(z.object({ scaled: z.optional(z.nullable(z.number())) }))),
  totalSecondsTracked: z.optional(z.nullable(z.number())),
})
export type CloudRegistration = z.output<typeof CloudRegistration>

export type NewCloudRegistration = {
  registration_id: string
  course_id: string
  learner: { id: string; email: string | null; first_name: string; last_name: string }
  /** Where the service reports what the learner does, and the name and password that it uses there. */
  post_back: { url: string; user_name: string; password: string }
}

const CALL_MS = 20_000
/** An upload may be large. */
const UPLOAD_MS = 3 * 3_600_000

/** The calls of the cloud SCORM service that are used here. Every one throws a CloudScormError where it fails. */
export const cloudScorm = ({ base_url: base, keys }: CloudScormTarget) => {
  const authorization = `Basic ${Buffer.from(`${keys.app_id}:${keys.secret_key}`).toString('base64')}`

  const ask = async (method: string, path: string, body?: object | FormData, ms = CALL_MS): Promise<unknown> => {
    const isForm = body instanceof FormData
    let answer: Response
    try {
      answer = await fetch(`${base.replace(/\/$/, '')}${path}`, {
        method,
        headers: {
          authorization,
          accept: 'application/json',
          ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
        signal: AbortSignal.timeout(ms),
      })
    } catch (error) {
      throw new CloudScormError('The cloud SCORM service cannot be reached.', null, error)
    }
    const text = await answer.text().catch(() => '')
    const json: unknown = (() => {
      try {
        return text === '' ? null : JSON.parse(text)
      } catch {
        return null
      }
    })()
    if (answer.ok) return json
    const reason = (json as { message?: unknown } | null)?.message
    const message = typeof reason === 'string' && reason !== '' ? reason : `The service answered ${answer.status}.`
    throw new CloudScormError(message, answer.status)
  }

  const parse = async <S extends z.core.$ZodType>(schema: S, answer: Promise<unknown>): Promise<z.output<S>> => {
    const parsed = z.safeParse(schema, await answer)
    if (!parsed.success)
      throw new CloudScormError('The cloud SCORM service gave an unexpected answer.', null, parsed.error)
    return parsed.data
  }
  const one = (path: string, id: string) => `${path}/${encodeURIComponent(id)}`

  return {
    /** Answers when the service is there and knows the keys. */
    ping: async (): Promise<void> => {
      await ask('GET', '/ping')
    },

    /** Sends a package and answers the id of the job that imports it; the same course id takes the place of an earlier one. */
    uploadCourse: async (courseId: string, file: { path: string; name: string }): Promise<string> => {
      const form = new FormData()
      form.set('file', await openAsBlob(file.path, { type: 'application/zip' }), file.name)
      const query = new URLSearchParams({ courseId, mayCreateNewVersion: 'true' })
      const path = `/courses/importJobs/upload?${query}`
      return (await parse(z.object({ result: z.string() }), ask('POST', path, form, UPLOAD_MS))).result
    },

    importJob: async (jobId: string) => {
      const { status, message, importResult } = await parse(ImportJob, ask('GET', one('/courses/importJobs', jobId)))
      return { status, message: message ?? null, title: importResult?.course?.title ?? null }
    },

    createRegistration: async (registration: NewCloudRegistration): Promise<void> => {
      const { learner, post_back: back } = registration
      await ask('POST', '/registrations', {
        courseId: registration.course_id,
        registrationId: registration.registration_id,
        learner: {
          id: learner.id,
          ...(learner.email !== null && { email: learner.email }),
          firstName: learner.first_name,
          lastName: learner.last_name,
        },
        postBack: {
          url: back.url,
          authType: 'HTTPBASIC',
          userName: back.user_name,
          password: back.password,
          resultsFormat: 'COURSE',
        },
      })
    },

    /** Null when the service does not know it. */
    registration: async (id: string): Promise<CloudRegistration | null> =>
      parse(CloudRegistration, ask('GET', one('/registrations', id))).catch((error: unknown) => {
        if (error instanceof CloudScormError && error.status === 404) return null
        throw error
      }),

    /** The address at which this learner plays; it is good for one start. Without tracking nothing is kept of it. */
    launchLink: async (id: string, launch: { redirect_url: string; is_tracked: boolean }): Promise<string> => {
      const body = { redirectOnExitUrl: launch.redirect_url, tracking: launch.is_tracked, expiry: 3600 }
      const path = `${one('/registrations', id)}/launchLink`
      return (await parse(z.object({ launchLink: z.string() }), ask('POST', path, body))).launchLink
    },

    /** The address at which a course is shown without a registration; nothing is kept of it. */
    previewLink: async (courseId: string, redirectUrl: string): Promise<string> => {
      const body = { redirectOnExitUrl: redirectUrl, expiry: 3600 }
      const path = `${one('/courses', courseId)}/preview`
      return (await parse(z.object({ launchLink: z.string() }), ask('POST', path, body))).launchLink
    },
  }
}
export type CloudScormClient = ReturnType<typeof cloudScorm>
