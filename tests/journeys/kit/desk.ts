import type { Page } from '@playwright/test'
import { API, type Call, dataOf } from './calls.ts'
import { at, untilAlive } from './kit.ts'

type Course = { id: number; slug: string; title: string }

/** Opens a page of the core portal and waits for its script; answers the status. */
export const openPage = async (page: Page, path: string) => {
  const answer = await page.goto(at('core', path))
  await untilAlive(page)
  return answer?.status()
}

/** A course of the demo that people can be enrolled in. */
export const publishedCourse = async (office: Call) => {
  const reply = await office('GET', `${API}/admin/courses?publication_status=2&per_page=1&search=Ladder+Safety`)
  const [course] = dataOf<Course[]>(reply)
  if (!course) throw new Error('The demo has no published course of that name')
  return course
}

/** Chooses an option of a box on the screen or in its dialog. */
export const choose = async (page: Page, label: string, search: string, option: string | RegExp) => {
  const box = page
    .getByRole('main')
    .getByRole('combobox', { name: label })
    .or(page.getByRole('dialog').getByRole('combobox', { name: label }))
  await box.click()
  if (await box.isEditable()) await box.fill(search)
  await page.getByRole('option', { name: option }).first().click()
}
