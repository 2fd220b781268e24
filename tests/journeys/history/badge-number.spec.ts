import { API, dataOf, enter, signedIn } from '../kit/calls.ts'
import { at, expect, expectAccessible, PASSWORD, test, untilAlive } from '../kit/kit.ts'
import { markOf, personOf } from '../kit/people.ts'

test('an admin reads in the history which badge number somebody had, and where a badge is given instead of restored (HIS-018, HIS-013) @desktop', async ({
  page,
}, info) => {
  const mark = markOf(info)
  const clerk = personOf(info, 'badgeteller')
  const office = await signedIn(clerk.email, PASSWORD)
  const [former, present] = [`H-${mark}-1`, `H-${mark}-2`].map((number) => number.toUpperCase().slice(-20))
  const added = await office('POST', `${API}/users`, {
    data: { badge_number: former, first_name: 'Bea', last_name: `Badge ${mark}` },
  })
  const { id } = dataOf<{ id: number }>(added)
  await office('POST', `${API}/users/${id}/badge`, { data: { badge_number: present } })

  await enter(page, personOf(info, 'badgereader').email)
  await page.goto(at('core', `/users/${id}/history`))
  await untilAlive(page)
  const row = page
    .getByRole('region', { name: 'History' })
    .getByRole('row')
    .filter({ hasText: `Badge number: before ${former} → now ${present}` })
  await expect(row).toContainText(clerk.name)
  await expectAccessible(page)
  await row.getByRole('button', { name: /^Actions for / }).click()
  await page.getByRole('menuitem', { name: 'Restore…' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('Give or withdraw the badge on the overview of the person.')).toBeVisible()
  await expectAccessible(page)
})
