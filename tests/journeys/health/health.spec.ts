import { look } from '../kit/desk.ts'
import { at, expect, signIn, test } from '../kit/kit.ts'
import { ownApp } from '../kit/own-app.ts'

// Its troubles would be everybody's.
const app = ownApp()

test('a super admin sees that all is well, then what is wrong first, tries a failed job again, and the e-mail arrives (ROU-142, OPS-055, OPS-056, OPS-057, OPS-058, TXT-026)', async ({
  page,
}) => {
  test.setTimeout(300_000)
  await signIn(page, 'sally@example.com', { slug: 'admin' })
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Health' }).click()
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { level: 1, name: 'Health' })).toBeVisible()
  await expect(main.getByText('Everything works')).toBeVisible()
  const processes = main.getByRole('list', { name: 'Processes' })
  await expect(processes.getByRole('listitem')).toHaveCount(1)
  await expect(processes.getByText('Web and worker')).toBeVisible()
  await expect(processes.getByText('Running')).toBeVisible()
  await expect(main.getByText('PostgreSQL 18', { exact: false })).toBeVisible()
  await look(page)

  await app().leaveTroubles()
  // The page is not loaded again: it asks by itself.
  const wrong = main.getByRole('region', { name: 'What is wrong' })
  await expect(wrong).toBeVisible()
  await expect(main.getByText('Everything works')).toHaveCount(0)
  const first = wrong.getByText(/^The queue has been stuck for 2[5-9] minutes$/)
  await expect(first).toBeVisible()
  const failed = wrong.getByText('1 job has failed')
  await expect(failed).toBeVisible()
  await expect(wrong.getByText('1 portal has reached the limit of text messages for today')).toBeVisible()
  const texts = main.getByRole('list', { name: 'Text messages' })
  await expect(texts.getByText('950 of 1,000 sent today')).toBeVisible()
  await expect(texts.getByText('Limit reached')).toBeVisible()
  const topOf = async (what: typeof first) => (await what.boundingBox())?.y ?? 0
  expect(await topOf(first)).toBeLessThan(await topOf(failed))
  await look(page)

  const jobs = main.getByRole('list', { name: 'Failed jobs' })
  await expect(jobs.getByText('connect ECONNREFUSED 10.0.0.9:587')).toBeVisible()
  await expect(jobs.getByText('0af7651916cd43dd8448eb211c80319c')).toBeVisible()
  await jobs.getByRole('button', { name: /^Retry mail.send/ }).click()
  await expect(page.getByText('The job is tried again now.')).toBeVisible()
  await expect(jobs).toHaveCount(0)
  await expect(failed).toHaveCount(0)
  const arrived = (email: string) =>
    page.evaluate(async (to) => {
      const { data } = await (await fetch(`/dev/mail.json?to=${encodeURIComponent(to)}`)).json()
      return (data as { subject: string; sent_at: string | null }[])
        .filter((mail) => mail.sent_at)
        .map((mail) => mail.subject)
    }, email)
  await expect.poll(() => arrived('waits@example.com')).toEqual(['Your invoice'])
  // Operators who do not look at the page learn of it by mail, once.
  await expect
    .poll(async () => (await arrived('sally@example.com')).filter((subject) => /^Alarm: The queue/.test(subject)), {
      timeout: 60_000,
    })
    .toEqual([expect.stringMatching(/^Alarm: The queue has been stuck for 2[5-9] minutes$/)])
  await page.goto(at('admin', '/profile/activity-logs'))
  await expect(main.getByText('retried failed jobs of the queue mail.send')).toBeVisible()
})

test('a portal admin neither finds nor opens the health page (ROU-142)', async ({ page }) => {
  await signIn(page, 'petra@example.com')
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Health' })).toHaveCount(0)
  await page.goto(at('core', '/admin/health'))
  await expect(page).toHaveURL(at('core', '/dashboard'))
})
