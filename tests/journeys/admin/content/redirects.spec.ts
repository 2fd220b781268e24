import { API, enter, signedIn } from '../../kit/calls.ts'
import { look, openPage } from '../../kit/desk.ts'
import { keyboardOn } from '../../kit/keyboard.ts'
import { at, expect, PASSWORD, test } from '../../kit/kit.ts'
import { markOf, personOf } from '../../kit/people.ts'
import { post } from '../../kit/reading-course.ts'

test('an editor leads the addresses of a former website here by the keyboard, changes one, and lets a former address of a course go (SEO-026, SEO-027, SEO-028, SEO-029, SEO-030, ROL-041)', async ({
  page,
  browser,
}, info) => {
  const mark = markOf(info)
  // Somebody gave a course another address before.
  const office = await signedIn(personOf(info, 'movingclerk').email, PASSWORD)
  const { slug } = await post<{ slug: string }>(office, '/admin/courses', { title: `Moving ${mark}` })
  await office('PUT', `${API}/admin/courses/${slug}`, { data: { slug: `moved-${mark}` } })

  await enter(page, personOf(info, 'redirector').email)
  const keys = keyboardOn(page)
  const main = page.getByRole('main')
  await openPage(page, '/dashboard')
  await keys.go('Redirects')
  await expect(page.getByRole('heading', { level: 1, name: 'Redirects' })).toBeVisible()
  await look(page)

  await keys.use(main.getByRole('button', { name: 'New redirect' }))
  const dialog = page.getByRole('dialog', { name: 'New redirect' })
  await keys.write(dialog.getByLabel('Old address'), `https://www.old.example/${mark}/About.HTML`)
  await keys.write(dialog.getByLabel('Leads to'), 'knowledge')
  await keys.save()
  await expect(dialog.getByText('Please start with / for a page of this portal')).toBeVisible()
  await look(page)
  await keys.write(dialog.getByLabel('Leads to'), '/knowledge')
  await keys.save()
  await expect(dialog).toHaveCount(0)
  await main.getByRole('searchbox').fill(mark)
  const row = (address: string) => main.getByRole('row', { name: new RegExp(`^${address} `) })
  await expect(row(`/${mark}/about.html`)).toContainText('/knowledge')

  // A column of addresses from a spreadsheet, one of them wrong at first.
  await keys.use(main.getByRole('button', { name: 'Add many' }))
  const many = page.getByRole('dialog', { name: 'Add many redirects' })
  const text = many.getByLabel('Redirects')
  await text.fill(`/${mark}/course.php?id=7\t/course\n/${mark}/faq\tfaq`)
  await keys.save()
  await expect(many.getByText('Line 2: Please start with /')).toBeVisible()
  await look(page)
  await text.fill(`/${mark}/course.php?id=7\t/course\n/${mark}/faq\t/faq`)
  await keys.save()
  await expect(page.getByText('Redirects: 2 added.')).toBeVisible()
  await expect(many).toHaveCount(0)
  await expect(row(`/${mark}/faq`)).toContainText('/faq')
  await look(page)

  const visitor = await (await browser.newContext()).newPage()
  const arrives = async (from: string, to: string) => {
    await visitor.goto(at('core', from))
    expect(new URL(visitor.url()).pathname).toBe(to)
  }
  await arrives(`/${mark}/ABOUT.html`, '/knowledge')
  await arrives(`/${mark}/course.php?id=7`, '/course')

  await keys.take(main.getByRole('button', { name: `Actions for /${mark}/faq` }), 'Edit')
  const edited = page.getByRole('dialog', { name: 'Edit the redirect' })
  await keys.write(edited.getByLabel('Leads to'), '/bundles')
  await keys.save()
  await expect(edited).toHaveCount(0)
  await expect(row(`/${mark}/faq`)).toContainText('/bundles')
  await arrives(`/${mark}/faq`, '/bundles')
  await keys.take(main.getByRole('button', { name: `Actions for /${mark}/faq` }), 'Delete')
  await keys.answer('OK')
  await expect(row(`/${mark}/faq`)).toHaveCount(0)
  await expect.poll(async () => (await visitor.goto(at('core', `/${mark}/faq`)))?.status()).toBe(404)

  await keys.use(main.getByRole('link', { name: 'Former addresses' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Former addresses' })).toBeVisible()
  await main.getByRole('searchbox').fill(`moving ${mark}`)
  await expect(row(`/course/${slug}`)).toContainText(`/course/moved-${mark}`)
  await look(page)
  await keys.take(main.getByRole('button', { name: `Actions for /course/${slug}` }), 'Let it go')
  await expect(page.getByRole('alertdialog')).toContainText(`will no longer lead to “Moving ${mark}”`)
  await keys.answer('Let it go')
  await expect(main.getByText('Nothing found')).toBeVisible()
  await visitor.context().close()
})
