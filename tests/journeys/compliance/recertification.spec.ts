import { addDays, dayOf } from '#kernel/format/day.ts'
import { API, dataOf, enter, signedIn } from '../kit/calls.ts'
import { at, expect, expectAccessible, onPhone, PASSWORD, test, untilAlive } from '../kit/kit.ts'
import { madeCourse } from '../kit/made-course.ts'
import { markOf, personOf } from '../kit/people.ts'
import { post } from '../kit/reading-course.ts'

const TODAY = dayOf(new Date(), 'America/New_York')
const ago = (days: number) => addDays(TODAY, -days)

test('a manager puts the seats that the team will need into the cart, and an admin switches automatic renewal on: the learner is enrolled again and hears of it (CMP-035, CMP-036, CMP-038, CMP-039)', async ({
  page,
  browser,
}, info) => {
  const [admin, lead, learner] = [personOf(info, 'renewer'), personOf(info, 'renewlead'), personOf(info, 'renewed')]
  const name = `Renewal ${markOf(info)}`
  // What others did before: a published course, a learner on the manager's team who has just finished it, and a requirement
  // that everyone at their site renews it every month.
  const { made: course } = await madeCourse(admin.email, async (call, made) => {
    const items = `/admin/courses/${made.id}/items`
    const { itemable_id: module_id } = await post<{ itemable_id: number }>(call, `${items}/modules`, {
      title: 'Reading',
    })
    await post(call, '/admin/module-items/text', { module_id, title: 'Words', text: '<p>Read me</p>' })
    return made
  })
  const idOf = async (email: string) =>
    dataOf<{ id: number }>(await (await signedIn(email, PASSWORD))('GET', `${API}/me`)).id
  const [leadId, learnerId] = [await idOf(lead.email), await idOf(learner.email)]
  const call = await enter(page, admin.email)
  const { enrolled } = dataOf<{ enrolled: { id: number }[] }>(
    await call('POST', `${API}/enrollments`, {
      data: { course_id: course.id, role_id: 'learner', user_ids: [learnerId] },
    }),
  )
  const place = { from_day: ago(20), site: name }
  await call('POST', `${API}/compliance/places`, { data: { ...place, user_ids: [learnerId], team_id: leadId } })
  await call('POST', `${API}/compliance/requirements`, {
    data: {
      ...{ kind: 'course', course_id: course.id, from_day: ago(20), title: name },
      ...{ sites: [name], valid_months: 1 },
    },
  })
  const other = await browser.newContext()
  const theirs = await other.newPage()
  await enter(theirs, learner.email)
  await theirs.goto(at('core', `/courses/learner/${course.slug}/${enrolled[0]?.id}/outline`))
  await theirs.getByRole('link', { name: /Words/ }).first().click()
  await theirs.getByRole('button', { name: /Next|Finish/ }).click()
  await expect(theirs.getByText('You have finished the course')).toBeVisible()

  // The manager sees a seat for each month from the next one on, and puts them into the cart.
  const leading = await browser.newContext()
  const desk = await leading.newPage()
  await enter(desk, lead.email)
  await desk.goto(at('core', '/admin/recertification'))
  await untilAlive(desk)
  const seats = desk.getByRole('list', { name: 'Seats by course', exact: true })
  await expect(seats.getByRole('listitem').filter({ hasText: course.title }).first()).toContainText(
    '11 seats needed, 0 credits in stock, 11 to buy',
  )
  await expectAccessible(desk)
  await onPhone(desk, async () => {
    await expect(desk.getByRole('button', { name: 'Add 11 seats to cart' })).toBeVisible()
  })
  await expect(desk.getByRole('button', { name: /^Change renewal/ })).toHaveCount(0)
  await desk.getByRole('button', { name: 'Add 11 seats to cart' }).click()
  await expect(desk).toHaveURL(/\/cart$/)
  const row = desk.getByRole('group', { name: `Quantity of ${course.title}` })
  const quantity = row.getByRole('textbox').or(row.getByRole('spinbutton'))
  await expect(quantity).toHaveValue('11')
  // Pressed again, it adds none.
  await desk.goBack()
  await untilAlive(desk)
  await desk.getByRole('button', { name: 'Add 11 seats to cart' }).click()
  await expect(desk).toHaveURL(/\/cart$/)
  await expect(quantity).toHaveValue('11')
  await leading.close()

  // The admin sees the same, and lets people be enrolled two months before.
  await page.goto(at('core', '/dashboard'))
  await untilAlive(page)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Recertification' }).click()
  await expect(page.getByRole('heading', { name: 'Recertification', level: 1 })).toBeVisible()
  await untilAlive(page)
  const main = page.getByRole('main')
  await expect(main.getByRole('list', { name: 'Seats by course', exact: true })).toContainText(course.title)
  const renewal = main.getByRole('list', { name: 'Requirements' }).getByRole('listitem').filter({ hasText: name })
  await expect(renewal).toContainText('Reminders only')
  await expectAccessible(page)
  await renewal.getByRole('button', { name: `Change renewal of ${name}` }).click()
  const dialog = page.getByRole('dialog', { name: `Renewal of ${name}` })
  await dialog.getByRole('switch', { name: 'Enroll people automatically' }).press('Space')
  await dialog.getByLabel('Days before the last day').fill('60')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save renewal' }).click()
  await expect(dialog).toBeHidden()
  await expect(renewal).toContainText('Enrolls people 60 days before the last day')
  await onPhone(page)

  // A worker enrolls the learner, who reads it in the bell.
  const bell = theirs.getByRole('button', { name: /^Notifications/ })
  const panel = theirs.getByRole('region', { name: 'Notifications' })
  await expect(async () => {
    await theirs.goto(at('core', '/dashboard'))
    await untilAlive(theirs)
    await bell.click()
    await expect(panel.getByRole('listitem').filter({ hasText: `${name} expires in ` })).toBeVisible({
      timeout: 10_000,
    })
  }).toPass()
  await expect(panel.getByText(`${course.title} is ready for you.`)).toHaveCount(2)
  await other.close()
})
