import { answerQuestion, finishExam, showLearnerExam, startExam } from '#features/exams/contract.ts'
import { showLearnerCourse } from '#features/progress/contract.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { errorText } from '#kernel/errors.ts'
import { formatDate } from '#kernel/format/date.ts'
import { isDone } from '#kernel/format/learning-words.ts'
import { minutesText } from '#kernel/format/minutes-text.ts'
import { PROGRESS } from '#kernel/product/statuses.ts'
import { confirmation } from '#kernel/product/texts.ts'
import { fullItemPath, liteItemPath, litePath } from '../../rules/addresses.ts'
import { bytesOf, partOf } from '../../rules/parts.ts'
import { withSmallPictures } from '../../rules/text.ts'
import { type Html, html, raw } from '../html.ts'
import { attempt, type Failure, type LiteAnswer, type LiteHandler, type LiteRequest } from '../lite-request.ts'
import { form, linkButton, note, problem, submit } from '../parts.ts'
import { fullPage } from './account.ts'

type Exam = Wire<typeof showLearnerExam>['data']
type Question = Exam['progress']['questions'][number]
type Place = { slug: string; related_id: number }
type Shown = { exam: Exam; place: Place; courseTitle: string }

/** Bytes of questions on one page, before it is packed. */
const REVIEW_PART = 60_000

const wordOf = ({ type }: Exam) => (type === 'survey' ? 'Knowledge Check' : 'Exam')
const hereOf = ({ place, exam }: Shown) => liteItemPath(place, { itemable_type: 'Exam', itemable_id: exam.id })
const prose = (text: string) => html`<div class="prose">${raw(withSmallPictures(text))}</div>`

/** Without a script the page cannot count down, so it says when the time ends. The clock that counts is the server's. */
const timeLeft = (at: LiteRequest, { progress }: Exam): Html | null => {
  const { ends_at: end, milliseconds_left: left } = progress
  if (end === null || left === null) return null
  const clock = formatDate(end, 'long_time', at.session.portal.setting.time_zone)
  return note(
    '',
    html`<p><strong>${minutesText(Math.max(1, Math.ceil(left / 60_000)))} left</strong> when this page was opened. The time ends ${clock}, and answers sent after it do not count.</p>`,
  )
}

const questionPage = (at: LiteRequest, shown: Shown, question: Question, failure: Failure | undefined): LiteAnswer => {
  const { exam } = shown
  const isMultiple = question.type === 'multiple'
  const { questions, lease } = exam.progress
  const isLast = questions.filter((other) => other.answer_ids === null).length === 1
  // What was chosen stays where the answer was refused.
  const chosen = at.form?.get('question') === String(question.id) ? at.form.getAll('answer') : []
  const answers = question.answers.map(
    ({ id, text }, index) =>
      html`<label class="check"><input type="${isMultiple ? 'checkbox' : 'radio'}" name="answer" value="${id}"${index === 0 && html` id="answer_ids"`}${chosen.includes(String(id)) && html` checked`}${!isMultiple && html` required`}><span>${text}</span></label>`,
  )
  const title = `Question ${question.number} of ${questions.length}`
  return {
    title: `${failure ? 'Error: ' : ''}${title} – ${exam.title}`,
    ...(failure && { status: failure.status }),
    main: html`<h1>${exam.title}</h1><p>${title}</p>${problem(failure)}${timeLeft(at, exam)}${form(
      at,
      hereOf(shown),
      html`<input type="hidden" name="do" value="answer"><input type="hidden" name="question" value="${question.id}">${lease && html`<input type="hidden" name="lease" value="${lease}">`}<fieldset class="answers"><legend>${prose(question.text)}<small>${isMultiple ? 'Choose every right answer.' : 'Choose one answer.'}</small></legend>${answers}</fieldset>${submit(isLast ? 'Answer and finish' : 'Answer')}`,
    )}`,
  }
}

/** What the last finished attempt came to (EXM-006). */
const outcome = (exam: Exam): Html | null => {
  const last = exam.progress.attempts.findLast(({ finished_at: end }) => end !== null)
  if (!last) return null
  if (exam.type === 'survey')
    return note('good', html`<p><strong>Knowledge Check finished.</strong> You can read your answers below.</p>`)
  const isPassed = exam.status === PROGRESS.success
  return note(
    isPassed ? 'good' : 'warn',
    html`<p><strong>${isPassed ? 'Passed' : 'Not passed'}.</strong> Your score is ${last.score}%. ${last.is_time_over && 'The time was up. '}${!isPassed && !exam.can_start && 'There are no attempts left'}</p>`,
  )
}

/** The answers of a finished knowledge check, with what is right and why (EXM-030). */
const review = (at: LiteRequest, questions: readonly Question[]): Html | null => {
  if (questions.length === 0) return null
  const weight = ({ text, explanation, answers }: Question) =>
    bytesOf([text, explanation, ...answers.map(({ text }) => text)].join(' '))
  const { part, number, count } = partOf(questions, Number(at.query.get('part') ?? 1), weight, REVIEW_PART)
  const more =
    number < count && html`<p><a href="${at.path.replace(/\?.*$/, '')}?part=${number + 1}#answers">More answers</a></p>`
  const line = ({ answers, answer_ids, correct_answer_ids, explanation, is_correct, text }: Question) =>
    html`<li class="card">${prose(text)}<p><strong>${is_correct === null ? '' : is_correct ? 'Right' : 'Not right'}</strong></p><ul>${answers.map(
      (answer) =>
        html`<li>${answer.text}${answer_ids?.includes(answer.id) && html`<strong> (your answer)</strong>`}${correct_answer_ids?.includes(answer.id) && html`<em> (right)</em>`}</li>`,
    )}</ul>${explanation && prose(explanation)}</li>`
  return html`<h2 id="answers">Your answers</h2><ol class="list">${part.map(line)}</ol>${more}`
}

const facts = (exam: Exam, limit: number | null): Html => {
  const { questions_count: count, remaining_attempts: left } = exam
  const lines = [
    !exam.lacks_questions && (count === 1 ? '1 question' : `${count} questions`),
    exam.passing_score !== null && `${exam.passing_score}% to pass`,
    left === null ? 'Unlimited attempts' : `${left} of ${exam.attempts_number} attempts left`,
    limit !== null && `${minutesText(limit)} in all`,
  ]
  return html`<ul>${lines.filter((line) => line !== false).map((line) => html`<li>${line}</li>`)}</ul>`
}

/** Without a script nothing is taken along, and nothing is taken back (OFF-018). */
const takenAlong = ({ exam }: Shown): Html | null =>
  exam.taken_along &&
  note('', html`<p>${errorText('exam_taken_along')} To take it back, open it in the full version.</p>`)

/** Before an attempt that is limited begins, its rules and the question of ERR-098. */
const startPart = (at: LiteRequest, shown: Shown, limit: number | null): Html | null => {
  const { exam } = shown
  if (!exam.can_start) return null
  const kind = wordOf(exam).toLowerCase()
  const label = exam.progress.attempts.length === 0 ? `Start the ${kind}` : 'Try again'
  if (!at.query.has('start')) return html`<p>${linkButton(`${hereOf(shown)}?start=1`, label)}</p>`
  const { title, text, confirm } = confirmation('start_exam', { kind })
  const rules =
    limit !== null &&
    html`<p>You have ${minutesText(limit)} from the start. The time runs on when you close this page. Questions without an answer count as wrong.</p>`
  return note(
    '',
    html`<h2>${title}</h2>${rules}<p>${text}</p>${form(at, hereOf(shown), html`<input type="hidden" name="do" value="start">${submit(confirm)}`)}`,
  )
}

const overview = (at: LiteRequest, shown: Shown, failure: Failure | undefined): LiteAnswer => {
  const { exam, place, courseTitle } = shown
  const word = wordOf(exam)
  const limit = exam.time_limit_minutes === null ? null : exam.time_limit_minutes + exam.extra_minutes
  const isUp = exam.progress.is_time_over
  const over =
    isUp &&
    note(
      'warn',
      html`<p><strong>The time is up.</strong> Your answers count.</p>${form(at, hereOf(shown), html`<input type="hidden" name="do" value="finish">${submit('Show the result')}`)}`,
    )
  const lacks = exam.lacks_questions && exam.remaining_attempts !== 0 && exam.status !== PROGRESS.success && !isUp
  return {
    title: `${failure ? 'Error: ' : ''}${exam.title} – ${courseTitle}`,
    ...(failure && { status: failure.status }),
    main: html`<p><a href="${litePath(place)}">${courseTitle}</a></p><h1>${exam.title}</h1>${problem(failure)}${facts(exam, limit)}${exam.description && prose(exam.description)}${over}${!isUp && outcome(exam)}${takenAlong(shown)}${lacks && note('warn', html`<p>This ${word.toLowerCase()} does not have enough questions. Please tell your instructor.</p>`)}${!isUp && startPart(at, shown, limit)}<p>${linkButton(litePath(place), 'Back to the outline', true)}</p>${!isUp && review(at, exam.progress.questions)}`,
  }
}

const examPage = (at: LiteRequest, shown: Shown, failure?: Failure): LiteAnswer => {
  const { questions, resume_at: resumeAt, is_time_over: isUp } = shown.exam.progress
  const current = isUp ? undefined : questions.find(({ number }) => number === resumeAt)
  return current ? questionPage(at, shown, current, failure) : overview(at, shown, failure)
}

type At = { examId: number; place: Place }

const answered = (at: LiteRequest, { examId, place }: At) => {
  const sent = at.form as URLSearchParams
  const lease = sent.get('lease')
  return at.api.call(answerQuestion, {
    params: { examId },
    body: {
      related_id: place.related_id,
      question_id: Number(sent.get('question')),
      answer_ids: sent.getAll('answer').map(Number),
      ...(lease && { lease }),
    },
  })
}

/** Starts, answers and ends attempts; `is_end` once the course is finished by it. */
const stepped = async (at: LiteRequest, { examId, place }: At): Promise<{ is_end: boolean }> => {
  const call = { params: { examId }, body: { related_id: place.related_id } }
  const what = at.form?.get('do')
  if (what === 'start') {
    await at.api.call(startExam, call)
    return { is_end: false }
  }
  const { data } = what === 'finish' ? await at.api.call(finishExam, call) : await answered(at, { examId, place })
  const end = data.finished?.course
  return { is_end: end !== undefined && end !== null && isDone(end.status) }
}

/** An exam or knowledge check, one question a page; the server draws, counts and keeps the time (LIT-014). */
export const exam: LiteHandler = async (at) => {
  const { slug = '', relatedId, examId } = at.params
  const place = { slug, related_id: Number(relatedId) }
  const query = { related_id: place.related_id }
  const { data: course } = await at.api.call(showLearnerCourse, { params: { slug }, query })
  if (course.has_rules && !course.learner.completed_at)
    return fullPage(
      fullItemPath(place, { itemable_type: 'Exam', itemable_id: Number(examId) }),
      'Rules for this course ask for time that is counted while you learn.',
    )
  const read = async (): Promise<Shown> => {
    const { data } = await at.api.call(showLearnerExam, { params: { examId: Number(examId) }, query })
    return { exam: data, place, courseTitle: course.title }
  }
  if (!at.form) return examPage(at, await read())
  const step = await attempt(at, () => stepped(at, { examId: Number(examId), place }))
  if (step.failure) return examPage(at, await read(), step.failure)
  return {
    to: step.done.is_end
      ? `${litePath(place)}?finished=1`
      : liteItemPath(place, { itemable_type: 'Exam', itemable_id: Number(examId) }),
  }
}
