import { expect, test } from 'vitest'
import { testApp } from '../../../../tests/api.ts'
import { authoring } from '../../../../tests/authoring.ts'
import { assignmentItems } from '../contract.ts'

const t = testApp()
const make = authoring(t)

const setUp = async () => {
  const admin = await t.make.person('portal_admin')
  const { id: courseId } = await make.course(admin)
  return { admin, api: t.as(admin), params: { courseId } }
}

test('an assignment has its fields with their defaults, its file and its materials (ASG-001, ASG-005, ASG-006)', async () => {
  const { admin, api, params } = await setUp()
  const { data } = await api.call(assignmentItems.create, { params, body: { title: 'Essay' } })
  expect(data.itemable).toEqual({
    id: data.itemable_id,
    title: 'Essay',
    attempts: null,
    score: 70,
    reqs: null,
    restrict_user_to_upload: false,
    allow_text_response: true,
    file: null,
    materials: [],
  })
  const [file, one, two] = [
    await make.media(admin.portal, 'pdf'),
    await make.media(admin.portal, 'docs'),
    await make.media(admin.portal, 'img'),
  ]
  const changed = await api.call(assignmentItems.update, {
    params: { ...params, id: data.id },
    body: {
      title: 'Long essay',
      attempts: 2,
      score: 85,
      reqs: '<p>Write <script>x</script>well</p>',
      file_uuid: file,
      material_uuids: [one as string, two as string, one as string],
    },
  })
  expect(changed.data.itemable).toMatchObject({
    title: 'Long essay',
    attempts: 2,
    score: 85,
    reqs: '<p>Write well</p>',
    file: { uuid: file, type: 'pdf' },
    materials: [{ uuid: one }, { uuid: two }],
  })
  const emptied = await api.call(assignmentItems.update, {
    params: { ...params, id: data.id },
    body: { attempts: null, file_uuid: null, material_uuids: [two as string] },
  })
  expect(emptied.data.itemable).toMatchObject({ attempts: null, score: 85, file: null, materials: [{ uuid: two }] })
})

test('at least one way to respond is open, even after a change (ASG-004)', async () => {
  const { api, params } = await setUp()
  const closed = { status: 422, errors: { allow_text_response: ['This field is required.'] } }
  const ways = { restrict_user_to_upload: true, allow_text_response: false }
  await expect(api.call(assignmentItems.create, { params, body: { title: 'A', ...ways } })).rejects.toMatchObject(
    closed,
  )
  const { data } = await api.call(assignmentItems.create, { params, body: { title: 'A', allow_text_response: false } })
  const one = { ...params, id: data.id }
  await expect(
    api.call(assignmentItems.update, { params: one, body: { restrict_user_to_upload: true } }),
  ).rejects.toMatchObject(closed)
  const open = await api.call(assignmentItems.update, {
    params: one,
    body: { restrict_user_to_upload: true, allow_text_response: true },
  })
  expect(open.data.itemable).toMatchObject({ restrict_user_to_upload: true, allow_text_response: true })
})

test('scores are whole numbers from 0 to 100, and files are from the author’s library (ASG-005, API-021)', async () => {
  const { admin, api, params } = await setUp()
  const foreign = await make.media(await t.make.portal(), 'pdf')
  const before = await make.snapshot(admin.portal)
  const cases: [object, Record<string, string[]>][] = [
    [{ score: -1 }, { score: ['Please enter a value of at least 0.'] }],
    [{ score: 101 }, { score: ['Please enter a value of no more than 100.'] }],
    [{ score: 1.5 }, { score: ['Please enter a whole number.'] }],
    [{ attempts: 0 }, { attempts: ['Please enter a value of at least 1.'] }],
    [{ file_uuid: foreign }, { file_uuid: ['Selected value is not valid'] }],
    [{ material_uuids: [foreign] }, { 'material_uuids.0': ['Selected value is not valid'] }],
  ]
  for (const [body, errors] of cases)
    await expect(api.call(assignmentItems.create, { params, body: { title: 'A', ...body } })).rejects.toMatchObject({
      status: 422,
      errors,
    })
  expect(await make.snapshot(admin.portal)).toEqual(before)
})
