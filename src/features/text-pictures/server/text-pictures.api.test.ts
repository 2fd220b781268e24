import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { assignmentItems } from '#features/assignments/contract.ts'
import { updateCourse } from '#features/courses/contract.ts'
import { copyCourse } from '#features/courses/contract-copy.ts'
import { examItems } from '#features/exams/contract-admin.ts'
import { deleteMaterial } from '#features/media/contract-admin.ts'
import { listOutline, textItems } from '#features/outline/contract.ts'
import { updateQuestion } from '#features/question-pools/contract.ts'
import { textPictureUrl } from '#kernel/uploads/text-pictures.ts'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { multipart, png } from '../../../../tests/multipart.ts'
import { sharing } from '../../../../tests/sharing/sharing.ts'
import { versioning } from '../../../../tests/versions/versioning.ts'

const t = testApp()
const make = versioning(t)
const { published, learnerIn } = make
const { source, received, learner: pupilOf, run } = sharing(t)

/** A picture in somebody's library. */
const upload = async (who: TestPerson, width = 8, height = 8) => {
  const file = await multipart({ file: { name: 'lift.png', bytes: png(width, height), type: 'image/png' } })
  const answer = await t.request(who, { method: 'POST', url: '/api/v1/materials', ...file })
  const { id, uuid } = answer.json().data as { id: number; uuid: string }
  return { id, uuid, url: textPictureUrl(uuid), html: `<p><img src="${textPictureUrl(uuid)}" alt="A lift" /></p>` }
}
const get = (who: TestPerson | TestPerson['portal'], url: string) => t.request(who, { method: 'GET', url })
const statusOf = async (who: TestPerson | TestPerson['portal'], { url }: { url: string }) =>
  (await get(who, url)).statusCode

/** A published course with a picture in its first text. */
const withPicture = async () => {
  const made = await published()
  const picture = await upload(made.author)
  await made.api.call(textItems.update, { params: { id: made.why }, body: { text: picture.html } })
  await made.publish(1)
  return { ...made, picture }
}

describe('who may see a picture of a text (UPL-046)', () => {
  test('learners of the course whose access lets them read it, and nobody else', async () => {
    const { author, picture, ...made } = await withPicture()
    const learner = await learnerIn({ author, ...made })
    const { portal } = author
    expect(await learner.read(made.why)).toBe(picture.html)
    expect(await statusOf(learner.person, picture)).toBe(200)
    const elsewhere = await published()
    const others = [
      await t.make.person('learner', { portal }),
      (await learnerIn({ ...made, author, course: await make.readyCourse(author) })).person,
      (await learnerIn(elsewhere)).person,
      elsewhere.author,
    ]
    for (const other of others) expect(await statusOf(other, picture)).toBe(404)
    expect(await statusOf(portal, picture)).toBe(401)
    const set = (values: object) =>
      t.platform((tx) => tx.updateTable('enrollments').set(values).where('id', '=', learner.related_id).execute())
    await set({ starts_at: new Date('2199-01-01') })
    expect(await statusOf(learner.person, picture)).toBe(404)
    await set({ starts_at: new Date('2020-01-01'), ended_at: new Date() })
    expect(await statusOf(learner.person, picture)).toBe(404)
  })

  test.each([
    ['portal_admin', 200],
    ['course_admin', 200],
    ['editor', 200],
    ['instructor', 404],
    ['partner', 404],
    ['manager', 404],
    ['accounting', 404],
    ['learner', 404],
  ] as const)('as %s of the portal who is not in the course: %i', async (role, status) => {
    const { author, picture } = await withPicture()
    expect(await statusOf(await t.make.person(role, { portal: author.portal }), picture)).toBe(status)
  })

  test('its instructors, also in the draft, in questions and in what they brought themselves', async () => {
    const made = await withPicture()
    const { portal } = made.author
    const instructor = await t.make.person('instructor', { portal })
    await t.platform((tx) =>
      tx
        .insertInto('course_instructors')
        .values({ portal_id: portal.id, course_id: made.courseId, user_id: instructor.id })
        .execute(),
    )
    const [drafted, asked, unused, own] = [
      await upload(made.author),
      await upload(made.author),
      await upload(made.author),
      await upload(instructor),
    ]
    await made.api.call(examItems.update, {
      params: { courseId: made.courseId, id: made.exam.id },
      body: { description: drafted.html },
    })
    await made.api.call(updateQuestion, { params: { id: made.question.id }, body: { explanation: asked.html } })
    expect(
      await Promise.all([made.picture, drafted, asked, unused, own].map((one) => statusOf(instructor, one))),
    ).toEqual([200, 200, 200, 404, 200])
  })
})

describe('pictures of versions (BLD-087)', () => {
  test('learners get those of their version, an edit of the draft shows them nothing, and a deleted file stays', async () => {
    const { picture, ...made } = await withPicture()
    const early = await learnerIn(made)
    await early.finish(made.why)
    const next = await upload(made.author)
    await made.api.call(textItems.update, { params: { id: made.why }, body: { text: next.html } })
    await made.api.call(deleteMaterial, { params: { id: picture.id } })
    expect([await statusOf(early.person, picture), await statusOf(early.person, next)]).toEqual([200, 404])
    await made.publish(2)
    const late = await learnerIn(made)
    await late.finish(made.why)
    expect(await early.read(made.why)).toBe(picture.html)
    expect([await statusOf(early.person, picture), await statusOf(early.person, next)]).toEqual([200, 404])
    expect(await statusOf(late.person, next)).toBe(200)
  })

  test('in every text of a course: exams, assignments, questions and their explanations', async () => {
    const made = await published()
    const pictures = await Promise.all([0, 1, 2, 3].map(() => upload(made.author)))
    const [description, reqs, text, explanation] = pictures.map(({ html }) => html)
    const { courseId } = made
    await made.api.call(examItems.update, { params: { courseId, id: made.exam.id }, body: { description } })
    await made.api.call(assignmentItems.create, { params: { courseId }, body: { title: 'Task', reqs } })
    await made.api.call(updateQuestion, { params: { id: made.question.id }, body: { text, explanation } })
    const learner = await learnerIn(made)
    const seen = () => Promise.all(pictures.map((one) => statusOf(learner.person, one)))
    expect(await seen()).toEqual([404, 404, 404, 404])
    await made.publish(1)
    expect(await seen()).toEqual([200, 200, 200, 200])
  })

  test('a copy shows the same pictures, and its learners may see them', async () => {
    const made = await withPicture()
    const { data: copy } = await made.api.call(copyCourse, { params: made.params })
    const { data: outline } = await made.api.call(listOutline, { params: { courseId: copy.id } })
    const item = outline[0]?.module_items[0]?.id ?? 0
    expect((await made.api.call(textItems.show, { params: { id: item } })).data.itemable.text).toBe(made.picture.html)
    const learner = await learnerIn({ ...made, course: copy })
    expect(await statusOf(learner.person, made.picture)).toBe(404)
    await made.api.call(updateCourse, { params: { slug: copy.slug }, body: { publication_status: 2 } })
    expect(await statusOf(learner.person, made.picture)).toBe(200)
  })

  test('a shared course brings its pictures along, within the walls of each portal (SHR-011)', async () => {
    const from = await source()
    const picture = await upload(from.author)
    const first = from.course.outline[0]?.items[0]?.id as number
    await from.api.call(textItems.update, { params: { id: first }, body: { text: picture.html } })
    await from.publish()
    const to = await t.make.person('portal_admin')
    expect(await statusOf(to, picture)).toBe(404)
    await from.share(to)
    await run()
    const course = await received(to)
    expect(await statusOf(to, picture)).toBe(200)
    await course.sell(99)
    const pupil = await pupilOf(to, course)
    expect(await statusOf(pupil.person, picture)).toBe(200)
    expect(await statusOf(await t.make.person('learner', { portal: to.portal }), picture)).toBe(404)
  })
})

describe('a text that is saved (BLD-091)', () => {
  test('names only pictures that its author may see, in every kind of text', async () => {
    const made = await published()
    const foreign = await upload((await published()).author)
    const hidden = await upload(made.author)
    const { portal } = made.author
    const instructor = await t.make.person('instructor', { portal })
    await t.platform((tx) =>
      tx
        .insertInto('course_instructors')
        .values({ portal_id: portal.id, course_id: made.courseId, user_id: instructor.id })
        .execute(),
    )
    const { courseId } = made
    for (const [api, html] of [
      [made.api, foreign.html],
      [t.as(instructor), hidden.html],
    ] as const) {
      const saves = {
        text: () => api.call(textItems.update, { params: { id: made.why }, body: { text: html } }),
        description: () =>
          api.call(examItems.update, { params: { courseId, id: made.exam.id }, body: { description: html } }),
        reqs: () => api.call(assignmentItems.create, { params: { courseId }, body: { title: 'Task', reqs: html } }),
      }
      for (const [field, save] of Object.entries(saves))
        await expect(save(), field).rejects.toMatchObject({
          status: 422,
          errors: { [field]: ['A picture in this text is not in your materials library. Remove it, or add it again.'] },
        })
    }
    await expect(
      made.api.call(updateQuestion, { params: { id: made.question.id }, body: { explanation: foreign.html } }),
    ).rejects.toMatchObject({ status: 422, errors: { explanation: expect.anything() } })
  })

  test('a file that is no picture, and one that people sent each other, is none', async () => {
    const made = await published()
    const picture = await upload(made.author)
    for (const values of [
      { type: 'pdf' },
      { type: 'img', is_attachment: true },
      { is_attachment: false, is_public: true },
    ]) {
      await t.platform((tx) => tx.updateTable('media').set(values).where('id', '=', picture.id).execute())
      expect(await statusOf(made.author, picture)).toBe(404)
    }
  })
})

test('comes in the width that is asked for, as WebP, and is kept by browsers for that person alone (UPL-046, BLD-086)', async () => {
  const { author } = await published()
  const picture = await upload(author, 1000, 500)
  const widthOf = async (query: string) => {
    const answer = await get(author, picture.url + query)
    expect(answer.headers).toMatchObject({
      'cache-control': 'private, max-age=86400, immutable',
      'x-content-type-options': 'nosniff',
    })
    const { format, width } = await sharp(answer.rawPayload).metadata()
    return [format, width]
  }
  expect(await widthOf('')).toEqual(['png', 1000])
  expect(await widthOf('?w=320')).toEqual(['webp', 320])
  expect(await widthOf('?w=320')).toEqual(['webp', 320])
  expect(await widthOf('?w=1920')).toEqual(['webp', 1000])
  expect((await get(author, `${picture.url}?w=321`)).statusCode).toBe(422)
})
