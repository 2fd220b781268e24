// How to pass the demo course Ladder Safety.
import type { Page } from '@playwright/test'
import { expect } from './kit.ts'

/** The right answers to the demo's exam, by words in its questions. */
const RIGHT: [RegExp, readonly string[]][] = [
  [/reaches 12 feet/, ['3 feet']],
  [/at least three feet above/, ['True']],
  [/take a ladder out of use/, ['A cracked rail', 'A missing foot', 'A bent rung']],
  [/points of contact/, ['Three']],
  [/stand on the top cap/, ['False']],
  [/go up the ladder in your hand/, ['None: they go on the belt or up by rope']],
]

/** Plays the demo's SCORM package to its end. Its questions are on pages 2, 4 and 6. */
export const playLadderWalk = async (page: Page) => {
  const content = page.frameLocator('main iframe').frameLocator('#content')
  const ANSWERS: Record<number, RegExp> = { 2: /Tag the ladder/, 4: /4 feet/, 6: /move the ladder/ }
  for (const number of [1, 2, 3, 4, 5, 6]) {
    await expect(content.getByText(`Page ${number} of 6`)).toBeVisible()
    const answer = ANSWERS[number]
    if (answer) await content.getByLabel(answer).check()
    await content.getByRole('button', { name: /Next|Finish/ }).click()
  }
  await expect(content.getByText('Passed. Climb safely.')).toBeVisible()
}

/** Answers the current question correctly and continues. */
export const answerRightly = async (page: Page) => {
  const text = await page.getByRole('main').locator('legend').innerText()
  const [, right] = RIGHT.find(([words]) => words.test(text)) ?? [null, []]
  for (const answer of right) await page.getByLabel(answer, { exact: true }).check()
  await page.getByRole('button', { name: /^Answer/ }).click()
}
