import { expect, test } from 'vitest'
import { showMe } from '#features/sessions/contract.ts'
import { type TestPerson, testApp } from '../../../../tests/api.ts'
import { multipart, png } from '../../../../tests/multipart.ts'
import { removeAvatar, showUser, updateUser, uploadAvatar } from '../contract.ts'

const t = testApp()

const upload = async (who: TestPerson, id: number, name = 'me.png', bytes: Uint8Array = png()) => {
  const { payload, headers } = await multipart({ _method: 'PUT', avatar: { name, bytes } })
  const url = `/api/v1${uploadAvatar.path.replace(':id', String(id))}`
  return t.request(who, { method: 'POST', url, payload, headers })
}
const change = (who: TestPerson, body: object) => t.as(who).call(updateUser, { params: { id: who.id }, body })

test('a person’s profile has name, contact and both addresses, and the country is the USA (USR-001, USR-002, USR-012, SHP-016)', async () => {
  const person = await t.make.person('learner')
  await change(person, {
    username: 'pat-1',
    direct_number: '+1 212 555 0147',
    city: 'Boston',
    billing_address: ' 1 Main Street ',
    billing_city: 'Boston',
    billing_state: 'MA',
    billing_zip_code: '02110-1234',
  })
  const { data } = await t.as(person).call(showUser, { params: { id: person.id } })
  expect(data).toMatchObject({
    username: 'pat-1',
    city: 'Boston',
    country: 'US',
    billing_address: '1 Main Street',
    billing_address_2: null,
    billing_city: 'Boston',
    billing_state: 'MA',
    billing_zip_code: '02110-1234',
    billing_country: 'US',
    shipping_address: null,
    shipping_country: null,
  })
  expect(data).not.toHaveProperty('password_hash')
  await change(person, { billing_address: null, billing_city: null, billing_state: null, billing_zip_code: null })
  const { data: emptied } = await t.as(person).call(showUser, { params: { id: person.id } })
  expect([emptied.billing_country, emptied.country]).toEqual([null, 'US'])
})

test('a name is shown as first, middle and last name, or else as username, or else as e-mail (USR-003, USR-004)', async () => {
  const person = await t.make.person('learner', { first_name: 'Pat', last_name: 'Person' })
  const shown = async (body: object) => (await change(person, body)).data.display_name
  expect(await shown({ middle_name: 'Q.' })).toBe('Pat Q. Person')
  expect(await shown({ first_name: null, middle_name: null, last_name: null, username: 'pat-2' })).toBe('pat-2')
  expect(await shown({ username: null })).toBe(person.email)
})

test.each([
  ['zip_code', '1234', 'Please enter a ZIP code of 5 or 5+4 digits.'],
  ['billing_state', 'XX', 'Selected value is not valid'],
  ['direct_number', '12', 'Please enter a valid phone number.'],
  ['username', '12345', 'Please enter at least one letter.'],
  ['username', 'a b c', 'Please enter letters, digits, hyphens and underscores only.'],
  ['email', 'nobody', 'Please enter a valid email address.'],
])('%s "%s" is refused with its text (VAL-005, USR-007, SHP-016)', async (field, value, text) => {
  const person = await t.make.person('learner')
  await expect(change(person, { [field]: value })).rejects.toMatchObject({ status: 422, errors: { [field]: [text] } })
})

test('a username belongs to one person in the portal, regardless of case, and other portals do not matter (USR-007)', async () => {
  const one = await t.make.person('learner')
  const other = await t.make.person('learner', { portal: one.portal })
  const elsewhere = await t.make.person('learner')
  await change(one, { username: 'Unique' })
  expect((await change(elsewhere, { username: 'Unique' })).data.username).toBe('Unique')
  await expect(change(other, { username: 'unique' })).rejects.toMatchObject({
    status: 409,
    message: 'This username is already in use.',
  })
})

test('nobody can read or change another person’s profile with these calls (API-021)', async () => {
  const person = await t.make.person('learner')
  const admin = await t.make.person('editor', { portal: person.portal })
  const params = { id: person.id }
  const missing = { status: 404, code: 'not_found' }
  await expect(t.as(admin).call(showUser, { params })).rejects.toMatchObject(missing)
  await expect(t.as(admin).call(updateUser, { params, body: { city: 'Boston' } })).rejects.toMatchObject(missing)
  await expect(t.as(admin).call(removeAvatar, { params })).rejects.toMatchObject(missing)
  expect((await upload(admin, person.id)).statusCode).toBe(404)
})

test('an avatar has an address that changes with it, everywhere it is shown, and can be removed (USR-005, USR-006, USR-026)', async () => {
  const person = await t.make.person('learner')
  const answer = await upload(person, person.id)
  expect(answer.statusCode, answer.body).toBe(200)
  const { avatar } = answer.json().data
  expect(avatar).toMatch(/^\/api\/v1\/media\/[\da-f-]{36}\?t=\d{13}$/)
  expect((await t.as(person).call(showMe)).data.avatar).toBe(avatar)
  const file = await t.request(person.portal, { method: 'GET', url: avatar })
  expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'image/png'])
  const second = (await upload(person, person.id, 'other.png', png(4, 4))).json().data.avatar
  expect(second.split('?')[0]).not.toBe(avatar.split('?')[0])
  expect((await t.request(person.portal, { method: 'GET', url: avatar })).statusCode).toBe(404)
  const { data } = await t.as(person).call(removeAvatar, { params: { id: person.id } })
  expect(data.avatar).toBeNull()
})

test('a file that is not a picture is refused as an avatar, whatever its name (UPL-010, UPL-016)', async () => {
  const person = await t.make.person('learner')
  for (const name of ['me.txt', 'me.png']) {
    const answer = await upload(person, person.id, name, Buffer.from('not a picture'))
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'file_wrong_format'])
  }
})
