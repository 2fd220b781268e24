import { singleSco } from '../../scorm/scorm-packages.ts'
import { API, dataOf, enter } from '../kit/calls.ts'
import { openPage } from '../kit/desk.ts'
import { expect, expectAccessible, onPhone, test } from '../kit/kit.ts'
import { markOf, personOf } from '../kit/people.ts'
import { uploadPackage } from '../kit/scorm-course.ts'

test('an author plays a SCORM package before learners do, and deletes the ones that no course uses (SCO-036, UIX-024)', async ({
  page,
}, info) => {
  const call = await enter(page, personOf(info, 'packager').email)
  type Package = { id: number; status: string; file_name: string }
  const used = await uploadPackage<Package>(call, singleSco())
  await uploadPackage<Package>(call, singleSco())
  const course = dataOf<{ id: number; slug: string }>(
    await call('POST', `${API}/admin/courses`, { data: { title: `Packages ${markOf(info)}` } }),
  )
  const item = dataOf<{ id: number }>(
    await call('POST', `${API}/admin/courses/${course.id}/items/scorm-modules`, {
      data: { title: 'Played', scorm_id: used.id },
    }),
  )
  await openPage(page, `/courses/builder/${course.slug}/outline/ScormModule/${item.id}`)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Preview', exact: true }).last().click()
  const preview = page.getByRole('dialog', { name: 'Preview' })
  await expect(preview.getByText('Nothing is recorded')).toBeVisible()
  await expect(preview.locator('iframe')).toHaveAttribute('src', /^http/)
  await expectAccessible(page, { without: ['iframe'] })
  await preview.getByRole('button', { name: 'Close' }).click()

  await page.getByRole('button', { name: 'Manage packages' }).click()
  const dialog = page.getByRole('dialog', { name: 'SCORM packages' })
  const packages = dialog.getByRole('list', { name: 'SCORM packages' })
  await expect(packages.getByText(/\d (Bytes|KB|MB)/).first()).toBeVisible()
  const before = await packages.getByRole('listitem').count()
  await onPhone(page)
  const question = page.getByRole('alertdialog', { name: 'Delete this package?' })
  // The newest stands first: nothing plays it. The one below is used by the module.
  await packages
    .getByRole('button', { name: /^Delete/ })
    .nth(1)
    .click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('This package is used by a course.')).toBeVisible()
  await packages
    .getByRole('button', { name: /^Delete/ })
    .first()
    .click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(packages.getByRole('listitem')).toHaveCount(before - 1)
  await expectAccessible(page)
})
