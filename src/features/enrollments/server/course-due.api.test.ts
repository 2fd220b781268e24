import { expect, test } from 'vitest'
import { testApp } from '../../../../tests/api.ts'
import { authoring } from '../../../../tests/authoring.ts'
import { showDueDates, updateDueDates } from '../../courses/contract-due.ts'

const t = testApp()
const make = authoring(t)

test('due dates of a course are days or one date, never both, and a date is in the future (BLD-062)', async () => {
  const admin = await t.make.person('portal_admin')
  const params = { slug: (await make.course(admin)).slug }
  const api = t.as(admin)
  const none = { due_days: null, due_at: null }
  expect((await api.call(showDueDates, { params })).data).toMatchObject(none)
  const later = new Date('2041-05-01T03:59:59.000Z')
  for (const due of [{ ...none, due_days: 10 }, { ...none, due_at: later.toISOString() }, none]) {
    await api.call(updateDueDates, { params, body: due as never })
    expect((await api.call(showDueDates, { params })).data).toMatchObject(due)
  }
  const wrong = [
    [{ due_days: 10, due_at: later.toISOString() }, 'due_at'],
    [{ due_days: 0, due_at: null }, 'due_days'],
    [{ due_days: null, due_at: '2001-05-01T03:59:59.000Z' }, 'due_at'],
  ] as const
  for (const [body, field] of wrong)
    await expect(api.call(updateDueDates, { params, body: body as never })).rejects.toMatchObject({
      status: 422,
      errors: { [field]: [expect.any(String)] },
    })
})
