import { API, dataOf, enter, signedIn } from './kit/calls.ts'
import { at, expect, expectAccessible, PASSWORD, test } from './kit/kit.ts'
import { madeCourse } from './kit/made-course.ts'
import {
  act,
  addItems,
  backToOutline,
  type Course,
  courseMenu,
  heard,
  onScreen,
  openItem,
  openOutline,
  remove,
  rows,
  saved,
  screenLink,
  sortAnswered,
  titles,
  toScreen,
} from './kit/outline-builder.ts'
import { markOf, personOf, type Try } from './kit/people.ts'
import { post } from './kit/reading-course.ts'

// A second sign-in of the same person would end the first.
test.describe.configure({ mode: 'serial' })

const isPhone = (info: Try) => info.project.name === 'phone'
/** The person who creates the course with calls, and the person who builds it in the browser. */
const helperOf = (info: Try) => personOf(info, 'outliner').email
const authorOf = (info: Try) => personOf(info, 'outline').email

test('a course is created from its title, described, and published when nothing is missing (ROU-080, ROU-084, BLD-003 to BLD-006, BLD-019, BLD-094) @desktop', async ({
  page,
}, info) => {
  const helper = await signedIn(helperOf(info), PASSWORD)
  await enter(page, authorOf(info))
  await page.goto(at('core', '/courses/builder'))
  const main = page.getByRole('main')
  await main.getByRole('link', { name: 'New course' }).first().click()
  await expect(main.getByRole('heading', { level: 1, name: 'New course' })).toBeVisible()
  await expectAccessible(page)
  await main.getByRole('button', { name: 'Create and continue' }).press('Enter')
  await expect(main.getByText('This field is required.')).toBeVisible()
  const title = `Cranes ${markOf(info)}`
  await main.getByRole('textbox', { name: 'Title' }).fill(title)
  await page.keyboard.press('Control+s')
  await page.waitForURL('**/overview/details')
  await expect(main.getByRole('heading', { level: 1, name: title })).toBeVisible()

  const publish = main.getByRole('button', { name: 'Publish' })
  await publish.press('Enter')
  const question = page.getByRole('dialog', { name: 'Publish this course?' })
  const confirmed = question.getByRole('button', { name: 'Publish' })
  await expect(confirmed).toBeDisabled()
  await expect(confirmed).toHaveAccessibleDescription('Still missing: a price; an instructor')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expectAccessible(page)
  await main.getByRole('textbox', { name: 'Description', exact: true }).focus()
  await page.keyboard.type('How to lift')
  await main.getByRole('textbox', { name: 'Video' }).fill('nonsense')
  await main.getByRole('combobox', { name: 'Categories' }).focus()
  await page.keyboard.press('ArrowDown')
  const category = (await page.getByRole('option').first().textContent()) ?? ''
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await main.getByRole('textbox', { name: 'Keywords' }).fill('cranes, lifting')
  await page.keyboard.press('Control+s')
  await expect(main.getByRole('textbox', { name: 'Video' })).toBeFocused()
  await main.getByRole('textbox', { name: 'Video' }).fill('')
  const slug = `lifting-${markOf(info)}`
  await main.getByRole('textbox', { name: 'Address' }).fill(slug)
  const former = page.url()
  await page.keyboard.press('Control+s')
  await page.waitForURL(`**/courses/builder/${slug}/overview/details`)
  await page.goto(former)
  await page.waitForURL(`**/courses/builder/${slug}/overview/details`)
  await expect(main.getByRole('textbox', { name: 'Description', exact: true })).toHaveText('How to lift')
  await expect(main.getByRole('textbox', { name: 'Keywords' })).toHaveValue('cranes, lifting')
  await expect(
    main
      .getByRole('button', { name: `Remove ${category}` })
      .or(main.getByText(category, { exact: true }))
      .first(),
  ).toBeVisible()
  await page.goto(at('core', `/courses/builder/${slug}`))
  await page.waitForURL('**/overview/details')

  await toScreen(page, 'General settings')
  await main.getByRole('switch', { name: 'Lessons in order' }).press('Space')
  await main.getByRole('textbox', { name: 'Button label' }).fill('Get it')
  await expectAccessible(page)
  await page.keyboard.press('Control+s')
  await saved(page)

  const address = `${API}/admin/courses/${slug}`
  await helper('PUT', `${address}/prices`, { data: { course_pricings: [{ from: 1, price: 49 }] } })
  const [instructor] = dataOf<{ id: number }[]>(await helper('GET', `${API}/users?search=ivan%40example.com`))
  await helper('POST', `${address}/instructors`, { data: { user_id: instructor?.id } })
  await page.reload()
  await expect(main.getByRole('switch', { name: 'Lessons in order' })).toBeChecked()
  await publish.press('Enter')
  await confirmed.press('Enter')
  await expect(page.getByText('The course is published.')).toBeVisible()
  await expect(publish).toBeHidden()
  await expect(main.getByText('Published', { exact: true }).first()).toBeVisible()

  // A portal without a catalog has terms as well.
  await page.context().clearCookies()
  await enter(page, 'gina@example.com', { slug: 'granite' })
  await page.goto(at('granite', '/courses/builder/quarry-induction/overview/details'))
  await main.getByRole('combobox', { name: 'Categories' }).fill('Hea')
  await expect(page.getByRole('option', { name: 'Health' })).toBeVisible()
})

test('the screens of a course are in groups, on a phone in a menu, and reachable by keyboard (BLD-060)', async ({
  page,
}, info) => {
  const helper = await signedIn(helperOf(info), PASSWORD)
  const course = await post<Course>(helper, '/admin/courses', { title: `Grouped ${markOf(info)}` })
  await enter(page, authorOf(info))
  await page.goto(at('core', `/courses/builder/${course.slug}/overview/details`))
  const main = page.getByRole('main')
  const nav = main.getByRole('navigation', { name: 'Course', exact: true })
  await onScreen(page, 'Details')
  if (isPhone(info)) {
    await expect(nav.getByRole('list')).toHaveCount(0)
    await expect(courseMenu(page)).toHaveAccessibleName('Course menu: Details')
    await courseMenu(page).press('Enter')
    await expect(nav.getByRole('link', { name: 'Details' })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(nav.getByRole('list')).toHaveCount(0)
    await expect(courseMenu(page)).toBeFocused()
    await page.keyboard.press('Enter')
  }
  for (const group of ['Content', 'Sales', 'People', 'Settings'])
    await expect(nav.getByRole('list', { name: group, exact: true })).toBeVisible()
  await nav.getByRole('link', { name: 'Outline' }).press('Enter')
  await page.waitForURL('**/outline/items')
  await onScreen(page, 'Outline')
  await expectAccessible(page)
  await (await screenLink(page, 'E-mails')).press('Enter')
  await page.waitForURL('**/overview/notifications')
  await onScreen(page, 'E-mails')
})

test('the lists of assignments and exams follow the outline that is published, without a reload (BLD-012, BLD-042, VER-015, ERR-101) @desktop', async ({
  page,
}, info) => {
  const { made, learner } = await madeCourse(helperOf(info), async (helper, course) => {
    const pool = await post<{ id: number }>(helper, '/question-pools', { title: `Pool ${course.id}` })
    const answers = [
      { text: 'Yes', is_correct: true },
      { text: 'No', is_correct: false },
    ]
    await post(helper, `/question-pools/${pool.id}/questions`, { type: 'single', text: '<p>Hooked?</p>', answers })
    return { course, helper, pool }
  })
  const { course, helper } = made
  /** Another author gives the exams of the outline their question. */
  const fillExams = async () => {
    const items = dataOf<{ itemable_id: number; itemable_type: string }[]>(
      await helper('GET', `${API}/admin/courses/${course.id}/items`),
    )
    for (const { itemable_id: id, itemable_type: type } of items)
      if (type !== 'Assignment') await post(helper, `/admin/exams/${id}/question-pools/${made.pool.id}`, {})
  }
  await enter(page, authorOf(info))
  const main = await openOutline(page, course)
  const exams = main.getByRole('row', { name: new RegExp(learner.email) })
  const toOutline = async () => {
    await toScreen(page, 'Outline')
    await expect(main.getByRole('heading', { level: 2, name: 'Outline' })).toBeVisible()
  }
  const toExams = async () => {
    await toScreen(page, 'Learners and exams')
    await expect(exams).toBeVisible()
  }
  const toAssignments = async () => {
    await toScreen(page, 'Assignments')
    await expect(main.getByText('No responses yet')).toBeVisible()
  }
  // Exams are listed as learners see them.
  const publish = async () => {
    await main.getByRole('button', { name: 'Publish changes' }).click()
    const dialog = page.getByRole('dialog', { name: /^Publish version/ })
    await dialog.getByRole('button', { name: 'Publish changes' }).click()
    await expect(dialog).toBeHidden()
  }
  // Once the page is interactive, its links work without reloading it.
  await page.getByRole('button', { name: 'Add: Module', exact: true }).press('Enter')
  await expect(page.getByRole('textbox', { name: 'Title of the new module' })).toBeFocused()
  await page.keyboard.press('Escape')
  const loads: string[] = []
  page.on('load', () => loads.push(page.url()))

  await toExams()
  await expect(exams).toContainText('None')
  await toAssignments()
  await expect(main.getByText('This course has no assignments.')).toBeVisible()

  await toOutline()
  await addItems(page, 'Add: Exam', ['Midterm'])
  await addItems(page, 'Add: Knowledge check', ['Quick look'])
  await addItems(page, 'Add: Assignment', ['Essay'])
  await fillExams()
  await publish()
  await toExams()
  await expect(exams).toContainText('Midterm')
  await expect(exams).toContainText('Quick look')
  await toAssignments()
  await expect(main.getByText('Learners’ responses will be listed here.')).toBeVisible()
  /** The assignments by which the list can be filtered. */
  const offered = async () => {
    await page.getByRole('combobox', { name: 'Assignment' }).click()
    const names = page.getByRole('option')
    await expect(names.first()).toBeVisible()
    return names
  }

  await toOutline()
  await act(page, 'Midterm', 'Rename')
  await page.getByRole('dialog').getByRole('textbox', { name: 'Title' }).fill('Endterm')
  await page.keyboard.press('Control+s')
  await expect(main.getByRole('link', { name: 'Endterm' })).toBeVisible()
  await openItem(page, 'Essay')
  await main.getByRole('textbox', { name: 'Title' }).fill('Report')
  await page.keyboard.press('Control+s')
  await saved(page)
  await publish()
  await toExams()
  await expect(exams).toContainText('Endterm')
  await expect(exams).not.toContainText('Midterm')
  await toAssignments()
  await expect(await offered()).toHaveText(['Report'])
  await page.keyboard.press('Escape')

  // People are enrolled in the course, so deleting says what happens to their records.
  await toOutline()
  const question = page.getByRole('alertdialog')
  await act(page, 'Endterm', 'Delete')
  await expect(question).toContainText('what they have done in it stays in their records')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(main.getByRole('link', { name: 'Endterm' })).toBeVisible()
  await remove(page, 'Endterm')
  await openItem(page, 'Report')
  await main.getByRole('button', { name: 'Delete item' }).click()
  await question.getByRole('button', { name: 'OK' }).click()
  await expect(main.getByRole('heading', { level: 2, name: 'Outline' })).toBeVisible()
  await expect(main.getByRole('link', { name: 'Report' })).toBeHidden()
  await publish()
  await toExams()
  await expect(exams).toContainText('Quick look')
  await expect(exams).not.toContainText('Endterm')
  await toAssignments()
  await expect(main.getByText('This course has no assignments.')).toBeVisible()
  expect(loads).toEqual([])
})

test('a sort order that the server refuses is not shown, and items can be dragged (BLD-013, BLD-014) @desktop', async ({
  page,
}, info) => {
  await madeCourse(helperOf(info), async (helper, course) => {
    for (const title of ['One', 'Two', 'Three', 'Four'])
      await post(helper, `/admin/courses/${course.id}/items/modules`, { title })
    await enter(page, authorOf(info))
    const main = await openOutline(page, course)
    await expect.poll(() => titles(page)).toEqual(['One', 'Two', 'Three', 'Four'])

    // Someone else removes an item meanwhile, so an order that names it is refused as a whole.
    const items = dataOf<{ id: number; title: string }[]>(
      await helper('GET', `${API}/admin/courses/${course.id}/items`),
    )
    const gone = items.find((item) => item.title === 'Two')
    await helper('DELETE', `${API}/admin/courses/${course.id}/items/modules/${gone?.id}`)
    const handle = main.getByRole('button', { name: 'Move Four', exact: true })
    await handle.press('Space')
    await heard(page, 'Four is lifted from position 4 of 4.')
    await page.keyboard.press('Home')
    const refused = sortAnswered(page, 422)
    await page.keyboard.press('Space')
    await refused
    await expect.poll(() => titles(page)).toEqual(['One', 'Three', 'Four'])

    const grip = main.getByRole('button', { name: 'Move One', exact: true })
    // Below the sticky bar, with room to drag.
    await grip.evaluate((element) => scrollTo(0, scrollY + element.getBoundingClientRect().top - 120))
    const from = await grip.boundingBox()
    const to = await main.getByRole('listitem').filter({ hasText: 'Three' }).boundingBox()
    if (!from || !to) throw new Error('The items are not on the page')
    const moved = sortAnswered(page, 200)
    await page.mouse.move(from.x + 10, from.y + 10)
    await page.mouse.down()
    await page.mouse.move(from.x + 10, to.y + to.height - 6, { steps: 8 })
    await page.mouse.up()
    await moved
    await expect.poll(() => titles(page)).toEqual(['Three', 'One', 'Four'])
    await page.reload()
    await expect.poll(() => titles(page)).toEqual(['Three', 'One', 'Four'])
  })
})

test('a person who may not edit a course sees its outline without editing controls (ROL-034, ROL-075) @desktop', async ({
  page,
}, info) => {
  const slug = 'tidewater'
  const keeper = await signedIn(personOf(info, 'keeps').email, PASSWORD, slug)
  const course = await post<Course>(keeper, '/admin/courses', { title: `Read only ${markOf(info)}` })
  const items = `/admin/courses/${course.id}/items`
  const { itemable_id: module_id } = await post<{ itemable_id: number }>(keeper, `${items}/modules`, {
    title: 'Basics',
  })
  await post(keeper, '/admin/module-items/text', { module_id, title: 'Words', text: '<p>Read me</p>' })
  await post(keeper, `${items}/assignments`, { title: 'Homework' })
  const allow = (is_allowed: boolean) =>
    keeper('PATCH', `${API}/roles/course_admin/permissions/courses.update`, { data: { is_allowed } })
  await allow(false)
  try {
    await enter(page, personOf(info, 'reads').email, { slug })
    await page.goto(at(slug, `/courses/builder/${course.slug}/outline`))
    const main = page.getByRole('main')
    await expect(rows(page)).toHaveCount(2)
    await expect(main.getByRole('link', { name: 'Words' })).toBeVisible()
    await expectAccessible(page)
    for (const name of [/^Add/, /^Move/, /^Actions for/, 'Publish'])
      await expect(main.getByRole('button', { name })).toHaveCount(0)
    await openItem(page, 'Words')
    await expect(main.getByRole('textbox', { name: 'Title' })).not.toBeEditable()
    await expect(main.getByRole('textbox', { name: 'Text', exact: true })).toHaveText('Read me')
    for (const name of ['Save', 'Delete item']) await expect(main.getByRole('button', { name })).toHaveCount(0)
    await expectAccessible(page)
    await backToOutline(page)
    await openItem(page, 'Homework')
    await expect(main.getByRole('button', { name: 'Save' })).toHaveCount(0)
    await expectAccessible(page)
  } finally {
    await allow(true)
  }
})
