// Calls a cluster as its visitors and learners do, in a process of its own: each of some connections makes one call after the
// other, or as many in all as a rate allows.
import http from 'node:http'

export type ClusterOrders = {
  port: number
  host: string
  seconds: number
  /** Calls a second in all; null for as many as are answered. */
  rate: number | null
  connections: number
  words: string[]
  slug: string
  courses: number
  scorm_id: number
  sco: string
  learners: Student[]
}
export type Student = { related_id: number; cookie: string; csrf: string; attempt?: Attempt }
type Attempt = { attempt_id: number; launch: number; progress_id: number; seq: number }
export type ClusterReport = { seconds: number; times: Record<string, number[]>; failed: number; students: Student[] }

type Call = { kind: string; method: string; path: string; student?: Student; body?: unknown }

const agent = new http.Agent({ keepAlive: true })

const send = ({ port, host }: ClusterOrders, { method, path, student, body }: Call) =>
  new Promise<{ status: number; location: string; text: string }>((resolve, reject) => {
    const text = body === undefined ? undefined : JSON.stringify(body)
    const headers: http.OutgoingHttpHeaders = { host, 'accept-encoding': 'br' }
    if (student) headers['cookie'] = student.cookie
    if (text !== undefined) {
      headers['content-type'] = 'application/json'
      headers['content-length'] = Buffer.byteLength(text)
      headers['x-xsrf-token'] = student?.csrf
    }
    const request = http.request({ agent, host: '127.0.0.1', port, method, path, headers }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('error', reject)
      answer.on('end', () => {
        const { statusCode: status = 0, headers } = answer
        resolve({ status, location: headers.location ?? '', text: Buffer.concat(chunks).toString() })
      })
    })
    request.on('error', reject)
    request.end(text)
  })

/** The package of a learner is started once, before anything is measured. */
const begin = async (orders: ClusterOrders, student: Student): Promise<void> => {
  const path = `/api/v1/learner/scorm-modules/${orders.scorm_id}/start`
  const { related_id } = student
  const answer = await send(orders, { kind: 'start', method: 'POST', path, student, body: { related_id } })
  if (answer.status !== 200) throw new Error(`${path} was answered with ${answer.status}: ${answer.text.slice(0, 300)}`)
  const { attempt_id, launch, course_user_progress } = JSON.parse(answer.text).data
  student.attempt = { attempt_id, launch, progress_id: course_user_progress.id, seq: 0 }
}

const progress = (orders: ClusterOrders, student: Student): Call => {
  const attempt = student.attempt!
  attempt.seq += 1
  const { seq, attempt_id, launch, progress_id } = attempt
  const event = seq === 1 ? 'begin' : 'data'
  const cmi = seq === 1 ? {} : { 'cmi.core.lesson_location': `${student.related_id}.${seq}` }
  const details = { attempt_id, launch, commits: [{ seq, sco: orders.sco, event, cmi }] }
  const path = `/api/v1/learner/scorm-modules/${orders.scorm_id}`
  return { kind: 'progress', method: 'PUT', path, student, body: { progress_id, details } }
}

/** Of ten calls, four are public pages, one searches, two are learners' pages, and three keep progress. */
const MIX = ['page', 'progress', 'page', 'learner', 'page', 'progress', 'search', 'page', 'learner', 'progress']

const callOf = (orders: ClusterOrders, number: number, student: Student): Call => {
  const kind = MIX[number % MIX.length]!
  switch (kind) {
    case 'page':
      return {
        kind,
        method: 'GET',
        path: number % 4 === 0 ? '/course' : `/course/course-${1 + (number % orders.courses)}`,
      }
    case 'search': {
      const words = orders.words[Math.floor(number / MIX.length) % orders.words.length]!
      return { kind, method: 'GET', path: `/api/v1/main/courses?search=${encodeURIComponent(words)}` }
    }
    case 'learner':
      return { kind, method: 'GET', path: `/courses/learner/${orders.slug}/${student.related_id}/outline`, student }
    default:
      return progress(orders, student)
  }
}

const run = async (orders: ClusterOrders): Promise<ClusterReport> => {
  const students = orders.learners
  for (const student of students) if (!student.attempt) await begin(orders, student)
  const report: ClusterReport = { seconds: 0, times: {}, failed: 0, students }
  const started = performance.now()
  const end = started + orders.seconds * 1000
  let number = 0
  /** When the next call is due; calls that are late follow at once. */
  const isDue = async (at: number) => {
    if (orders.rate === null) return
    const wait = started + (at * 1000) / orders.rate - performance.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
  }
  // A learner has one call at a time.
  const work = async (own: Student[]) => {
    for (let turn = 0; performance.now() < end; turn++) {
      const at = number++
      await isDue(at)
      if (performance.now() >= end) return
      const call = callOf(orders, at, own[turn % own.length]!)
      const sent = performance.now()
      const { status, location, text } = await send(orders, call)
      if (status < 200 || status > 299) {
        // The first one says what is wrong.
        if (report.failed === 0)
          console.error(`${call.method} ${call.path}: ${status} ${location} ${text.slice(0, 200)}`)
        report.failed += 1
        continue
      }
      const known = report.times[call.kind]
      if (known) known.push(performance.now() - sent)
      else report.times[call.kind] = [performance.now() - sent]
    }
  }
  const share = (at: number) => students.filter((_, index) => index % orders.connections === at)
  await Promise.all(Array.from({ length: orders.connections }, (_, at) => work(share(at))))
  report.seconds = (performance.now() - started) / 1000
  return report
}

process.on('message', async (orders: ClusterOrders) => {
  process.send?.(await run(orders))
})
process.on('disconnect', () => process.exit())
