import { expect, test } from 'vitest'
import { testApp } from '../../../../tests/api.ts'
import { freshEmail, inviting } from '../../../../tests/invitations/inviting.ts'
import { dieAtJob } from '../../../../tests/processes/die-at-job.ts'
import { checkCredits } from '../../credits/server/api.ts'

const t = testApp()
const { withCredits, send, creditsOf, statusOf } = inviting(t)
const COUNT = 9

test('processes killed while sending invitations invite everyone exactly once, with one working link (MGR-007, MGR-022, MGR-031)', {
  timeout: 240_000,
}, async () => {
  const { manager, course } = await withCredits(COUNT)
  const emails = Array.from({ length: COUNT }, freshEmail).sort()
  const { data } = await send(manager, course.slug, ...emails)
  const portalId = manager.portal.id
  const jobs = data.invited.map(({ id }) => ({ portal_id: portalId, id, sendings: 1 }))
  const written = async () =>
    (
      await t.platform((tx) =>
        tx
          .selectFrom('mails')
          .select('to_email')
          .where('template', '=', 'invitation')
          .where('to_email', 'in', emails)
          .execute(),
      )
    )
      .map(({ to_email }) => to_email)
      .sort()

  // The first process dies before a commit, the second after one that the queue never learns about.
  await dieAtJob(t, { job: 'invitations.send', data: jobs, dies_at: 4 })
  const after = await written()
  expect(after).toHaveLength(3)
  await dieAtJob(t, { job: 'invitations.send', data: jobs, dies_at: 6, is_committed: true })
  expect(await written()).toHaveLength(6)

  // The queue gives all of them to another worker, including those whose end it did not see.
  await t.app.jobs.drain()
  expect(await written()).toEqual(emails)
  expect(await creditsOf(manager, course.slug)).toEqual([0, COUNT, 0])
  for (const { id } of data.invited) expect(await statusOf(id)).toEqual({ status: 1, failure: null })
  const links = await t.platform((tx) =>
    tx
      .selectFrom('link_tokens')
      .select((eb) => ['email', eb.fn.countAll<number>().as('count')])
      .where('type', '=', 'invite')
      .where('email', 'in', emails)
      .where('used_at', 'is', null)
      .groupBy('email')
      .execute(),
  )
  expect(links.map(({ count }) => Number(count))).toEqual(emails.map(() => 1))
  expect(await checkCredits(t.app.db)).toEqual([])
})
