// Behaves like many learners at once, in a process of its own: each has a connection that it keeps and takes one course from
// its outline to the end, with time to think. What the server has acknowledged is handed back, to be looked for afterwards.
import http from 'node:http'

export type LearnerOrders = {
  port: number
  host: string
  slug: string
  text_ids: number[]
  exam_id: number
  scorm_id: number
  scos: string[]
  /** Messages of the player about each item of the package. */
  messages: number
  /** Milliseconds between two calls of a learner, on average. */
  think_ms: number
  learners: { related_id: number; cookie: string; csrf: string }[]
}
/** What the server has acknowledged to one learner. */
export type Acknowledged = {
  related_id: number
  finished: number[]
  answers: Record<string, number[]>
  attempt_id: number
  messages: number
  locations: Record<string, string>
}
export type LearnerReport = { acknowledged: Acknowledged[]; times: Record<string, number[]>; seconds: number }

type Learner = LearnerOrders['learners'][number]
type Call = <T>(kind: string, method: string, path: string, body?: unknown) => Promise<T>

/** Calls of one learner over its one connection; what is not answered with 2xx throws. */
const callsOf = (orders: LearnerOrders, { cookie, csrf }: Learner, times: Record<string, number[]>) => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  const call: Call = (kind, method, path, body) =>
    new Promise((resolve, reject) => {
      const text = body === undefined ? undefined : JSON.stringify(body)
      const headers: http.OutgoingHttpHeaders = { host: orders.host, cookie }
      if (text !== undefined) {
        headers['content-type'] = 'application/json'
        headers['content-length'] = Buffer.byteLength(text)
        headers['x-xsrf-token'] = csrf
      }
      const started = performance.now()
      const request = http.request(
        { agent, host: '127.0.0.1', port: orders.port, method, path: `/api/v1${path}`, headers },
        (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('error', reject)
          response.on('end', () => {
            const taken = performance.now() - started
            const answer = Buffer.concat(chunks).toString()
            const status = response.statusCode ?? 0
            if (status < 200 || status > 299) {
              reject(new Error(`${method} ${path} was answered with ${status}: ${answer.slice(0, 300)}`))
              return
            }
            const known = times[kind]
            if (known) known.push(taken)
            else times[kind] = [taken]
            resolve(JSON.parse(answer).data)
          })
        },
      )
      request.on('error', reject)
      request.end(text)
    })
  return { call, end: () => agent.destroy() }
}

const takeTexts = async (orders: LearnerOrders, call: Call, think: () => Promise<void>, acknowledged: Acknowledged) => {
  const { related_id } = acknowledged
  for (const id of orders.text_ids) {
    await call('item', 'GET', `/learner/module-items/Text/${id}?related_id=${related_id}`)
    await call('start', 'POST', `/learner/module-items/Text/${id}/start`, { related_id })
    await think()
    await call('finish', 'POST', `/learner/module-items/Text/${id}/finish`, { related_id })
    acknowledged.finished.push(id)
    await think()
  }
}

type Exam = { progress: { questions: { id: number; answers: { id: number }[] }[] } }

const takeExam = async (orders: LearnerOrders, call: Call, think: () => Promise<void>, acknowledged: Acknowledged) => {
  const { related_id } = acknowledged
  const path = `/learner/exams/${orders.exam_id}`
  const exam = await call<Exam>('exam', 'POST', `${path}/start`, { related_id })
  for (const { id, answers } of exam.progress.questions) {
    await think()
    const chosen = answers[(related_id + id) % answers.length]
    const answer_ids = [chosen?.id ?? 0]
    await call('answer', 'POST', `${path}/answers`, { related_id, question_id: id, answer_ids })
    acknowledged.answers[id] = answer_ids
  }
}

type Started = { attempt_id: number; launch: number; course_user_progress: { id: number } }

const takePackage = async (
  orders: LearnerOrders,
  call: Call,
  think: () => Promise<void>,
  acknowledged: Acknowledged,
) => {
  const { related_id } = acknowledged
  const path = `/learner/scorm-modules/${orders.scorm_id}`
  const { attempt_id, launch, course_user_progress } = await call<Started>('package', 'POST', `${path}/start`, {
    related_id,
  })
  acknowledged.attempt_id = attempt_id
  let seq = 0
  for (const sco of orders.scos)
    for (let message = 0; message < orders.messages; message++) {
      await think()
      seq += 1
      const event = message === 0 ? 'begin' : message === orders.messages - 1 ? 'finish' : 'data'
      const location = `${related_id}.${seq}`
      const data = { 'cmi.core.lesson_location': location, 'cmi.suspend_data': `page=${seq};${'abcd'.repeat(40)}` }
      const ended = { ...data, 'cmi.core.lesson_status': 'completed', 'cmi.core.session_time': '00:05:00' }
      const commit = { seq, sco, event, cmi: event === 'begin' ? {} : event === 'finish' ? ended : data }
      const { ack } = await call<{ ack: number }>('message', 'PUT', path, {
        progress_id: course_user_progress.id,
        details: { attempt_id, launch, commits: [commit] },
      })
      if (ack !== seq) throw new Error(`Message ${seq} was answered with ${ack}`)
      acknowledged.messages = seq
      if (event !== 'begin') acknowledged.locations[sco] = location
    }
}

const learn = async (orders: LearnerOrders, learner: Learner, times: LearnerReport['times']): Promise<Acknowledged> => {
  const { call, end } = callsOf(orders, learner, times)
  const { related_id } = learner
  const acknowledged = { related_id, finished: [], answers: {}, attempt_id: 0, messages: 0, locations: {} }
  const think = () => new Promise<void>((resolve) => setTimeout(resolve, orders.think_ms * (0.5 + Math.random())))
  // Learners arrive one after another.
  await new Promise((resolve) => setTimeout(resolve, Math.random() * 4 * orders.think_ms))
  await call('outline', 'GET', `/learner/courses/${orders.slug}/modules?related_id=${related_id}`)
  await think()
  await takeTexts(orders, call, think, acknowledged)
  await takeExam(orders, call, think, acknowledged)
  await takePackage(orders, call, think, acknowledged)
  end()
  return acknowledged
}

process.on('message', async (orders: LearnerOrders) => {
  const times: LearnerReport['times'] = {}
  const started = performance.now()
  const acknowledged = await Promise.all(orders.learners.map((learner) => learn(orders, learner, times)))
  process.send?.({ acknowledged, times, seconds: (performance.now() - started) / 1000 } satisfies LearnerReport)
})
process.on('disconnect', () => process.exit())
