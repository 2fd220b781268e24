import { expect, test } from 'vitest'
import { cleanTags, inUseText } from './files.ts'

test.each([
  [
    ['Forklift', 'forklift ', 'aerial'],
    ['aerial', 'Forklift'],
  ],
  [['  two   words '], ['two words']],
  [['', ' '], []],
])('the tags %j are kept as %j (UPL-050)', (tags, kept) => {
  expect(cleanTags(tags)).toEqual(kept)
})

const use = (title: string) => ({ place: 'Page', title })
test.each([
  [['Home'], 'Page “Home”.'],
  [['Home', 'About'], 'Page “Home” and Page “About”.'],
  [['Home', 'About', 'Team', 'Jobs', 'News'], 'Page “Home”, Page “About”, Page “Team” and 2 more.'],
])('a file that is used in %j is not deleted, and says so (UPL-053)', (titles, text) => {
  expect(inUseText(titles.map(use))).toBe(`Nothing was deleted. This file is used in ${text}`)
})
