import { API, enter, signedIn } from '../../kit/calls.ts'
import { look } from '../../kit/desk.ts'
import { at, expect, test, untilAlive } from '../../kit/kit.ts'
import { madeCourse } from '../../kit/made-course.ts'
import { act, addItems, openOutline, remove, rows, toScreen } from '../../kit/outline-builder.ts'
import { personOf } from '../../kit/people.ts'
import { authorExam, post } from '../../kit/reading-course.ts'

test('an author is told in the dialog what keeps the changes from being published, mends it, deletes an exam that a learner still takes, and sees it in the list of exams (BLD-006, BLD-015, VER-007, VER-010, VER-016, ERR-101)', async ({
  page,
}, info) => {
  const author = personOf(info, 'republisher')
  const { made: course, learner } = await madeCourse(
    author.email,
    async (call, made) => {
      const { itemable_id: module_id } = await post<{ itemable_id: number }>(
        call,
        `/admin/courses/${made.id}/items/modules`,
        { title: 'Ladders' },
      )
      const text = await post<{ id: number }>(call, '/admin/module-items/text', {
        module_id,
        title: 'Why we climb',
        text: '<p>To work.</p>',
      })
      await authorExam(call, made, { title: 'Ladder test', passing_score: 60, attempts_number: 2 })
      return { ...made, textId: text.id }
    },
    'republished',
  )
  const reader = await signedIn(learner.email, learner.password)
  const place = { data: { related_id: learner.related_id } }
  await reader('POST', `${API}/learner/module-items/Text/${course.textId}/finish`, place)

  await enter(page, author.email)
  const main = await openOutline(page, course)
  await untilAlive(page)
  await addItems(page, 'Add: Exam', ['Rope test'])
  await expect(main.getByText('Unpublished changes')).toBeVisible()

  // An exam without questions: the dialog says so, and leads to where it is mended.
  await main.getByRole('button', { name: 'Publish changes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Publish version 2?' })
  const missing = dialog.getByRole('region', { name: 'Fix this before you publish' })
  await expect(missing.getByRole('listitem')).toHaveText([
    /Enough questions in every exam.*Missing.*"Rope test" has too few questions/,
  ])
  await expect(dialog.getByRole('button', { name: 'Publish changes' })).toBeDisabled()
  await dialog.getByLabel('What is new').fill('One exam less')
  await look(page)
  await missing.getByRole('link', { name: 'Enough questions in every exam' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(main.getByRole('heading', { level: 2, name: 'Outline' })).toBeVisible()

  // Deleting asks; the answer "no" deletes nothing.
  const question = page.getByRole('alertdialog', { name: 'Are You Sure?' })
  await act(page, 'Rope test', 'Delete')
  await expect(question).toContainText('You are about to permanently delete this item from your site.')
  await look(page)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toHaveCount(0)
  await expect(rows(page).getByRole('link', { name: 'Rope test' })).toBeVisible()
  await remove(page, 'Ladder test')
  await remove(page, 'Rope test')

  // The learner still takes the exam of version 1.
  await toScreen(page, 'Exams')
  const removed = main.getByRole('region', { name: 'No longer in the draft' })
  await expect(removed.getByText('Ladder test')).toBeVisible()
  await expect(removed).toContainText('Version 1, 1 learner at work')
  await look(page)

  // What was written of the version is still there.
  await main.getByRole('button', { name: 'Publish changes' }).click()
  await expect(dialog.getByRole('region', { name: 'Removed' })).toContainText('Ladder test')
  await expect(missing).toHaveCount(0)
  await expect(dialog.getByLabel('What is new')).toHaveValue('One exam less')
  await dialog.getByRole('button', { name: 'Publish changes' }).click()
  await expect(page.getByText('Version 2 is published.')).toBeVisible()
  await expect(removed).toContainText('Version 1, 1 learner at work')
  await page.goto(at('core', `/courses/builder/${course.slug}/versions`))
  await expect(main.getByText('One exam less')).toBeVisible()
})
