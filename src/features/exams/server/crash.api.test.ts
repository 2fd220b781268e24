import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import http from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { headersOf, type TestPerson, testApp } from '../../../../tests/api.ts'
import { learning } from '../../../../tests/learning.ts'
import { bundledProcess } from '../../../../tests/processes/bundled-process.ts'
import { showLearnerExam, startExam } from '../contract.ts'

const t = testApp()
const make = learning(t)
const children = new Set<ChildProcess>()

afterEach(async () => {
  for (const child of children) {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  }
  children.clear()
})

/** Another process of the product on the same database. */
const serve = async () => {
  const { file, env } = await bundledProcess('serve-api')
  const child = fork(file, [], { execArgv: [], env })
  children.add(child)
  const { host, port: databasePort, user, password, database } = t.app.db.pool.options
  child.send({
    database: { host, port: databasePort, user, password, database },
    env: {
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      SECRET: t.config.secret,
      DATA_DIR: `${t.config.data_dir}-child`,
      CALLS_PER_MINUTE: '1000000',
    },
  })
  const [{ port }] = (await once(child, 'message')) as [{ port: number }]
  return { child, port }
}

/** Answers a question over the network. An acknowledged answer has a status; an interrupted one has none. */
const answerOver = (
  port: number,
  person: TestPerson,
  examId: number,
  body: { related_id: number; question_id: number; answer_ids: number[] },
): Promise<number | null> =>
  new Promise((resolve) => {
    const call = http.request(
      {
        port,
        host: '127.0.0.1',
        method: 'POST',
        path: `/api/v1/learner/exams/${examId}/answers`,
        agent: false,
        headers: { ...headersOf(t.config, person), 'content-type': 'application/json' },
      },
      (answer) => {
        answer.resume()
        answer.on('end', () => resolve(answer.complete ? (answer.statusCode ?? null) : null))
        answer.on('error', () => resolve(null))
      },
    )
    call.on('error', () => resolve(null))
    call.end(JSON.stringify(body))
  })

test('a process killed between answers loses none that it acknowledged (EXM-018, EXM-019)', async () => {
  const { person, course, related_id } = await make.learner([{ pools: [{ questions: 60 }] }, ['Text']])
  const exam = course.outline[0]
  if (!exam) throw new Error('no exam')
  const questions = course.questions.get(exam.id) ?? []
  const args = { params: { examId: exam.id }, body: { related_id } }
  await t.as(person).call(startExam, args)

  const { child, port } = await serve()
  const acknowledged = new Set<number>()
  let running = 0
  // Answers keep coming three at a time. The process dies among them, after it confirmed the twentieth.
  const lines = [0, 1, 2].map(async (line) => {
    for (let index = line; index < questions.length; index += 3) {
      const question = questions[index]
      if (!question) break
      running += 1
      const status = await answerOver(port, person, exam.id, {
        related_id,
        question_id: question.id,
        answer_ids: question.correct,
      })
      running -= 1
      if (status === null) return
      expect(status).toBe(200)
      acknowledged.add(question.id)
      if (acknowledged.size === 20) child.kill('SIGKILL')
    }
  })
  await Promise.all(lines)
  expect(child.signalCode ?? (await once(child, 'exit'))[1]).toBe('SIGKILL')
  expect(running).toBe(0)
  expect(acknowledged.size).toBeGreaterThanOrEqual(20)
  expect(acknowledged.size).toBeLessThan(questions.length)

  const again = await serve()
  const { data } = await t.as(person).call(showLearnerExam, { params: args.params, query: args.body })
  const answered = new Set(data.progress.questions.filter(({ answer_ids }) => answer_ids !== null).map(({ id }) => id))
  expect([...acknowledged].filter((id) => !answered.has(id))).toEqual([])
  expect(data.progress.attempts).toMatchObject([{ status: 1, answered_count: answered.size }])
  expect(data.progress.resume_at).toBe(data.progress.questions.find(({ answer_ids }) => answer_ids === null)?.number)

  for (const { id, number } of data.progress.questions) {
    const question = questions[number - 1]
    expect(question?.id).toBe(id)
    const answer = { related_id, question_id: id, answer_ids: question?.correct ?? [] }
    if (!answered.has(id)) expect(await answerOver(again.port, person, exam.id, answer)).toBe(200)
  }
  const end = await t.as(person).call(showLearnerExam, { params: args.params, query: args.body })
  expect(end.data).toMatchObject({ status: 2, score: 100, exam_tries: { attempts: 1 } })
})
