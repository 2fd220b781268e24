import { expect, test } from 'vitest'
import { sendMail } from '#platform/mail/mail.ts'
import { testApp } from '../../../../tests/api.ts'

const t = testApp()

test('as many transactions as there are connections send mails for a portal that nobody has read yet (RTM-012)', async () => {
  const { id: portal_id } = await t.make.portal()
  const count = t.app.db.pool.options.max ?? 0
  expect(count).toBeGreaterThan(1)
  let begun = 0
  let allBegan = () => {}
  const all = new Promise<void>((resolve) => {
    allBegan = resolve
  })
  const data = {
    first_name: 'Ada',
    course_title: 'Ladders',
    assignment_title: 'Plan',
    score: 90,
    is_passed: true,
    comment: null,
    link: 'https://example.com',
  }
  const mails = await Promise.all(
    Array.from({ length: count }, (_, at) =>
      t.app.db.withPortal(portal_id, async (tx) => {
        await tx.selectFrom('portals').select('id').where('id', '=', portal_id).execute()
        begun += 1
        if (begun === count) allBegan()
        await all
        return sendMail(tx, { portal_id, to: `ada${at}@example.com`, template: 'graded', data })
      }),
    ),
  )
  expect(new Set(mails).size).toBe(count)
})
