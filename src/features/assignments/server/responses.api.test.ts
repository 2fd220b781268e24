import { describe, expect, test } from 'vitest'
import { listNotifications } from '#features/notifications/contract.ts'
import { showLearnerCourse } from '#features/progress/contract.ts'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { learning, type OutlineSpec } from '../../../../tests/learning.ts'
import { type FormFile, multipart, png } from '../../../../tests/multipart.ts'
import * as contract from '../contract.ts'

const t = testApp()
const make = learning(t)
const PNG: FormFile = { name: 'photo.png', bytes: png() }

/** A learner in a course with an assignment, its instructor, and what both can do. */
const setUp = async ({ task = {}, others = [['Text']] }: { task?: object; others?: OutlineSpec[] } = {}) => {
  const learner = await make.learner(['Assignment', ...others])
  const { course, person, related_id } = learner
  const id = course.outline[0]?.id as number
  if (Object.keys(task).length > 0)
    await t.platform((tx) => tx.updateTable('assignments').set(task).where('id', '=', id).execute())
  const instructor = await t.make.person('instructor', { portal: course.portal })
  await t.platform((tx) =>
    tx
      .insertInto('course_instructors')
      .values({ portal_id: course.portal.id, course_id: course.id, user_id: instructor.id })
      .execute(),
  )
  const params = { assignmentId: id }
  const send = async (path: string, parts: Record<string, string | FormFile>, who: TestPerson = person) => {
    const { payload, headers } = await multipart({ related_id: String(related_id), ...parts })
    const url = `/api/v1/learner/assignments/${id}/${path}`
    return t.request(who, { method: 'POST', url, payload, headers })
  }
  const see = async (who: TestPerson = person) =>
    (await t.as(who).call(contract.showAssignmentResponse, { params, query: { related_id } })).data
  const grade = (score: number, comment: string | null = null, who: TestPerson = instructor) =>
    t.as(who).call(contract.grade, { params, body: { related_id, score, comment } })
  const status = async () =>
    (await t.as(person).call(showLearnerCourse, { params: { slug: course.slug }, query: { related_id } })).data
  return { ...learner, id, instructor, params, send, see, grade, status }
}
const notificationsOf = async (who: TestPerson) => (await t.as(who).call(listNotifications)).data

describe('responding', () => {
  test('text and files are submitted, the attempt is counted, and the instructor is notified (ASG-002, ASG-003, ASG-008, ASG-015, ASG-017, ASG-018, ASG-019)', async () => {
    const at = await setUp({ task: { attempts: 2 } })
    expect(await at.see()).toMatchObject({
      status: 4,
      current_attempt: 0,
      remaining_attempts: 2,
      can_respond: true,
      learner_response: null,
      instructor_response: null,
      learner: { id: at.person.id },
    })
    const answer = await at.send('learner-response', { text: ' My plan ', files: PNG })
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json().data).toMatchObject({
      status: 1,
      current_attempt: 1,
      remaining_attempts: 1,
      can_respond: false,
      learner_response: { text: 'My plan', files: [{ name: 'photo.png', mime_type: 'image/png' }] },
    })
    const [news] = await notificationsOf(at.instructor)
    expect(news).toMatchObject({
      kind: 'assignment_answered',
      link: `/courses/builder/${at.course.slug}/assignment-progress/${at.person.id}/${at.related_id}/${at.id}`,
    })
  })

  test('no response is accepted while one waits, after a pass, or without attempts left (ASG-010, ASG-012)', async () => {
    const at = await setUp({ task: { attempts: 2, score: 70 } })
    await at.send('learner-response', { text: 'one' })
    const waiting = await at.send('learner-response', { text: 'two' })
    expect([waiting.statusCode, waiting.json().message]).toEqual([422, 'Your response is waiting for its grading.'])
    await at.grade(10)
    expect(await at.see()).toMatchObject({ status: 3, can_respond: true, remaining_attempts: 1 })
    expect((await at.send('learner-response', { text: 'two' })).statusCode).toBe(200)
    await at.grade(20)
    const none = await at.send('learner-response', { text: 'three' })
    expect([none.statusCode, none.json().code, none.json().message]).toEqual([
      422,
      'no_attempts_left',
      'There are no attempts left',
    ])
    expect(await at.see()).toMatchObject({ status: 3, can_respond: false, remaining_attempts: 0, current_attempt: 2 })
    const passed = await setUp()
    await passed.send('learner-response', { text: 'one' })
    await passed.grade(90)
    expect((await passed.send('learner-response', { text: 'two' })).json().message).toBe(
      'You have passed this assignment already.',
    )
  })

  test('two responses at once count as one (ASG-008)', async () => {
    const at = await setUp()
    const answers = await Promise.all([
      at.send('learner-response', { text: 'one' }),
      at.send('learner-response', { text: 'two' }),
    ])
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 422])
    expect((await at.see()).current_attempt).toBe(1)
  })

  test('only the open ways are accepted, and a response must not be empty (ASG-004)', async () => {
    const filesOnly = await setUp({ task: { allow_text_response: false } })
    const textOnly = await setUp({ task: { restrict_user_to_upload: true } })
    const errors = async (answer: ReturnType<typeof filesOnly.send>) => (await answer).json().errors
    expect(await errors(filesOnly.send('learner-response', { text: 'words', files: PNG }))).toEqual({
      text: ['This assignment takes files only.'],
    })
    expect(await errors(filesOnly.send('learner-response', {}))).toEqual({ files: ['This field is required.'] })
    expect(await errors(textOnly.send('learner-response', { text: 'words', files: PNG }))).toEqual({
      files: ['This assignment takes text only.'],
    })
    expect(await errors(textOnly.send('learner-response', { text: '  ' }))).toEqual({
      text: ['This field is required.'],
    })
    expect(await errors(textOnly.send('draft-files', { file: PNG }))).toEqual({
      file: ['This assignment takes text only.'],
    })
    expect((await filesOnly.see()).current_attempt).toBe(0)
  })

  test('a draft keeps text and files until they are submitted (ASG-023)', async () => {
    const at = await setUp()
    const api = t.as(at.person)
    await api.call(contract.saveDraft, { params: at.params, body: { related_id: at.related_id, text: 'half' } })
    const draft = (await at.send('draft-files', { file: PNG })).json().data
    const dropped = (await at.send('draft-files', { file: { name: 'b.png', bytes: png(4, 4) } })).json().data
    await api.call(contract.removeDraftFile, {
      params: { ...at.params, uuid: dropped.uuid },
      query: { related_id: at.related_id },
    })
    expect((await at.see()).draft).toMatchObject({ text: 'half', files: [{ uuid: draft.uuid, name: 'photo.png' }] })
    expect((await at.see()).status).toBe(4)
    await at.send('learner-response', { text: 'whole' })
    expect(await at.see()).toMatchObject({
      draft: { text: '', files: [] },
      learner_response: { text: 'whole', files: [{ uuid: draft.uuid }] },
    })
    await expect(
      api.call(contract.removeDraftFile, {
        params: { ...at.params, uuid: draft.uuid },
        query: { related_id: at.related_id },
      }),
    ).rejects.toMatchObject({ status: 404 })
  })

  test('a file sent again, or twice at once, counts once; two similar files both count (ASG-023, UPL-017)', async () => {
    const at = await setUp({ task: { attempts: 2 } })
    const [one, two] = [crypto.randomUUID(), crypto.randomUUID()]
    const send = async (client_id: string) => {
      const answer = await at.send('draft-files', { client_id, file: PNG })
      expect(answer.statusCode, answer.body).toBe(200)
      return answer.json().data
    }
    const [first, atOnce, other] = await Promise.all([send(one), send(one), send(two)])
    expect(atOnce).toEqual(first)
    expect(first).toMatchObject({ client_id: one, name: 'photo.png' })
    expect(await send(one)).toEqual(first)
    const { files } = (await at.see()).draft
    expect(files.map(({ uuid, client_id }) => [uuid, client_id]).toSorted()).toEqual(
      [
        [first.uuid, one],
        [other.uuid, two],
      ].toSorted(),
    )
    // Nor does it become part of the next response.
    await at.send('learner-response', { text: 'one' })
    await at.grade(10)
    expect(await send(two)).toEqual(other)
    expect((await at.see()).draft.files).toEqual([])
    const answer = await at.send('draft-files', { client_id: 'mine', file: PNG })
    expect(answer.statusCode).toBe(422)
  })

  test('a file whose content does not match its type is refused and leaves nothing (UPL-016)', async () => {
    const at = await setUp()
    const answer = await at.send('learner-response', { text: 'x', files: { name: 'a.pdf', bytes: Buffer.from('no') } })
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'file_wrong_format'])
    expect(await at.see()).toMatchObject({ current_attempt: 0, draft: { files: [] } })
  })

  test('only the learner of the course can respond, in time and in turn (ASG-007, LRN-010, LRN-027, API-021)', async () => {
    const at = await setUp()
    const other = await t.make.person('learner', { portal: at.course.portal })
    expect((await at.send('learner-response', { text: 'x' }, other)).statusCode).toBe(404)
    const manager = await t.make.person('manager', { portal: at.course.portal })
    expect((await at.send('learner-response', { text: 'x' }, manager)).json().code).toBe('learner_only')
    const locked = await make.learner([['Text'], 'Assignment'], { course: { is_sequential: true } })
    const params = { assignmentId: locked.course.outline[1]?.id as number }
    await expect(
      t.as(locked.person).call(contract.showAssignmentResponse, { params, query: { related_id: locked.related_id } }),
    ).rejects.toMatchObject({ status: 403, code: 'item_locked' })
    await t.platform((tx) =>
      tx
        .updateTable('enrollments')
        .set({ expires_at: new Date(0) })
        .where('id', '=', at.related_id)
        .execute(),
    )
    expect((await at.send('learner-response', { text: 'x' })).statusCode).toBe(403)
  })
})

describe('grading', () => {
  test('a score from the threshold on is a pass, otherwise a fail; the learner gets a notification and an e-mail (ASG-009, ASG-015, ASG-017, ASG-020, RTM-012)', async () => {
    const at = await setUp({ task: { score: 70 } })
    await at.send('learner-response', { text: 'one' })
    const { data } = await at.grade(69, ' More detail, please. ')
    expect(data).toMatchObject({
      status: 3,
      can_grade: true,
      instructor_response: {
        score: 69,
        comment: 'More detail, please.',
        user: { id: at.instructor.id, first_name: 'Pat', middle_name: null },
      },
      attempts: [{ number: 1, result: 'failed' }],
    })
    expect(JSON.stringify(data)).not.toContain(at.instructor.email)
    await at.send('learner-response', { text: 'two' })
    expect((await at.grade(70)).data).toMatchObject({
      status: 2,
      attempts: [{ result: 'passed' }, { result: 'failed' }],
    })
    expect((await notificationsOf(at.person)).map(({ title }) => title)).toEqual([
      'Assignment passed',
      'Assignment not passed',
    ])
    const mails = await t.platform((tx) =>
      tx.selectFrom('mails').select('template').where('to_email', '=', at.person.email).execute(),
    )
    expect(mails.map(({ template }) => template)).toEqual(['graded', 'graded'])
  })

  test('a grade can be changed either way until the learner responds again or the course is finished (ASG-013, LRN-032)', async () => {
    const at = await setUp({ task: { score: 70 } })
    await expect(at.grade(50)).rejects.toMatchObject({ status: 422, message: 'There is nothing to grade yet.' })
    await at.send('learner-response', { text: 'one' })
    await at.grade(80)
    expect((await at.grade(60)).data.status).toBe(3)
    expect((await at.grade(75)).data.status).toBe(2)
    expect((await at.status()).status).toBe(1)
    const last = await setUp({ others: [] })
    await last.send('learner-response', { text: 'one' })
    expect((await last.grade(100)).data).toMatchObject({ status: 2, can_grade: false })
    expect((await last.status()).status).toBe(5)
    await expect(last.grade(0)).rejects.toMatchObject({
      status: 422,
      message: 'The course is finished, so the grading stays.',
    })
  })

  test('graders are the instructors of the course for their learners, and roles with the screen group, but never the learner (ASG-014, ROL-027, ROL-037)', async () => {
    const at = await setUp()
    await at.send('learner-response', { text: 'one' })
    const stranger = await t.make.person('instructor', { portal: at.course.portal })
    await expect(at.grade(50, null, stranger)).rejects.toMatchObject({ status: 404 })
    await expect(at.grade(50, null, await t.make.person('portal_admin'))).rejects.toMatchObject({ status: 404 })
    const admin = await t.make.person('course_admin', { portal: at.course.portal })
    expect((await at.grade(10, null, admin)).data.status).toBe(3)
    await t.platform((tx) =>
      tx.updateTable('enrollments').set({ curator_id: stranger.id }).where('id', '=', at.related_id).execute(),
    )
    await expect(at.grade(50)).rejects.toMatchObject({ status: 404 })
    await t.make.role(at.person.id, at.course.portal, 'course_admin')
    await t.platform((tx) =>
      tx.updateTable('sessions').set({ ended_at: new Date() }).where('user_id', '=', at.person.id).execute(),
    )
    const self = { ...at.person, token: await t.make.session(at.person.id, at.course.portal, 'course_admin') }
    await expect(at.grade(100, null, self)).rejects.toMatchObject({ status: 403, code: 'operation_not_permitted' })
  })

  test.each([
    [-1, 'Please enter a value of at least 0.'],
    [101, 'Please enter a value of no more than 100.'],
    [7.5, 'Please enter a whole number.'],
  ])('a score of %s is refused with its text (ASG-005)', async (score, text) => {
    const at = await setUp()
    await expect(at.grade(score)).rejects.toMatchObject({ status: 422, errors: { score: [text] } })
  })

  test('the list shows the latest response of each learner by state, assignment and name, page by page (ASG-024)', async () => {
    const at = await setUp()
    const second = await t.make.person('learner', { portal: at.course.portal, first_name: 'Zoe', last_name: 'Zed' })
    const related = await make.enroll(second, at.course)
    await at.send('learner-response', { text: 'one' })
    await at.grade(0)
    const { payload, headers } = await multipart({ related_id: String(related), text: 'zoe', files: PNG })
    const url = `/api/v1/learner/assignments/${at.id}/learner-response`
    await t.request(second, { method: 'POST', url, payload, headers })
    const list = async (query: object, who = at.instructor) =>
      t.as(who).call(contract.listAssignmentResponses, { params: { slug: at.course.slug }, query })
    const first = await list({ per_page: 1 })
    expect(first.data).toMatchObject([{ state: 'failed', score: 0, number: 1, learner: { id: at.person.id } }])
    expect((await list({ per_page: 1, cursor: first.meta.next_cursor })).data).toMatchObject([
      { state: 'waiting', related_id: related, files_count: 1, assignment: { id: at.id } },
    ])
    const ids = async (query: object) => (await list(query)).data.map(({ related_id }) => related_id)
    expect(await ids({ state: 'waiting' })).toEqual([related])
    expect(await ids({ state: 'failed' })).toEqual([at.related_id])
    expect(await ids({ search: 'zoe z' })).toEqual([related])
    expect(await ids({ assignment_id: at.id, sort: '-created_at' })).toEqual([related, at.related_id])
    await at.send('learner-response', { text: 'two' })
    expect(await ids({ state: 'failed' })).toEqual([])
    const tasks = await t.as(at.instructor).call(contract.listCourseAssignments, { params: { slug: at.course.slug } })
    expect(tasks.data).toMatchObject([{ id: at.id, waiting_count: 2 }])
    const stranger = await t.make.person('instructor', { portal: at.course.portal })
    await expect(list({}, stranger)).rejects.toMatchObject({ status: 404 })
  })
})

test('a file of a response can be read by its learner and, once submitted, by graders (ASG-025, UPL-019)', async () => {
  const at = await setUp()
  const { url } = (await at.send('draft-files', { file: PNG })).json().data
  const statusOf = async (who: TestPerson) => (await t.request(who, { method: 'GET', url })).statusCode
  const stranger = await t.make.person('learner', { portal: at.course.portal })
  expect([await statusOf(at.person), await statusOf(at.instructor), await statusOf(stranger)]).toEqual([200, 404, 404])
  await at.send('learner-response', {})
  const answer = await t.request(at.instructor, { method: 'GET', url })
  expect([answer.statusCode, answer.headers['content-disposition']]).toEqual([
    200,
    expect.stringMatching(/^attachment/),
  ])
  expect(await statusOf(stranger)).toBe(404)
})

test('authors add files to an assignment from their computer and remove them again (ASG-021, ASG-022)', async () => {
  const at = await setUp()
  const { payload, headers } = await multipart({ file: PNG })
  const url = `/api/v1/admin/assignments/${at.id}/attachments`
  const added = (await t.request(at.instructor, { method: 'POST', url, payload, headers })).json().data
  expect(added).toMatchObject({ id: expect.any(Number), file: { name: 'photo.png', type: 'img' } })
  expect((await at.see()).assignment.materials).toMatchObject([{ name: 'photo.png', type: 'img' }])
  await t.as(at.instructor).call(contract.removeAttachment, { params: { assignmentId: at.id, id: added.id } })
  expect((await at.see()).assignment.materials).toEqual([])
  const stranger = await t.make.person('instructor', { portal: at.course.portal })
  expect((await t.request(stranger, { method: 'POST', url, payload, headers })).statusCode).toBe(404)
})
