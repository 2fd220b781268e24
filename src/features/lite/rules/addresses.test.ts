import { describe, expect, test } from 'vitest'
import { itemPath } from '#features/progress/rules/paths.ts'
import {
  fullItemPath,
  fullPathOf,
  LITE_PAGES,
  leadsToLite,
  liteItemPath,
  litePathOf,
  matchLite,
  switchTo,
} from './addresses.ts'

const place = { slug: 'ladder safety', related_id: 7 }
const COURSE = '/courses/learner/ladder%20safety/7'
const LITE = '/lite/courses/ladder%20safety/7'

describe('addresses of the lite version', () => {
  test('each page of the full version that it has leads to its own, and no other (LIT-016)', () => {
    const pairs: [string, string | null][] = [
      ['/login', '/lite/sign-in'],
      ['/login?reason=session-ended', '/lite/sign-in'],
      ['/login/second-step', '/lite/second-step'],
      ['/badge', '/lite/badge'],
      ['/dashboard', '/lite'],
      ['/courses/learner', '/lite'],
      ['/courses/learner/ladder%20safety', '/lite/courses/ladder%20safety'],
      [`${COURSE}/outline`, LITE],
      [`${COURSE}/certificates`, LITE],
      [`${COURSE}/outline/modules/3/Text/5`, `${LITE}/items/Text/5`],
      [`${COURSE}/outline/exams/9`, `${LITE}/exams/9`],
      [`${COURSE}/outline/assignments/9`, null],
      [`${COURSE}/questions`, null],
      ['/profile/security', null],
      ['/', null],
    ]
    expect(pairs.map(([full]) => [full, litePathOf(full)])).toEqual(pairs)
  })

  test('a device that chose the lite version is led there from frames, not from single items (LIT-016)', () => {
    expect(leadsToLite(`${COURSE}/outline`)).toBe(LITE)
    expect(leadsToLite(`${COURSE}/outline/modules/3/Text/5`)).toBeNull()
    expect(leadsToLite(`${COURSE}/outline/exams/9`)).toBeNull()
  })

  test('every lite page has its page in the full version', () => {
    expect(fullPathOf('/lite?state=past')).toBe('/dashboard')
    expect(fullPathOf('/lite/sign-in')).toBe('/login')
    expect(fullPathOf('/lite/badge/start')).toBe('/badge')
    expect(fullPathOf('/lite/courses/ladder%20safety')).toBe('/courses/learner/ladder%20safety')
    expect(fullPathOf(`${LITE}/items/Text/5`)).toBe(`${COURSE}/outline`)
    expect(fullPathOf(`${LITE}/exams/9`)).toBe(`${COURSE}/outline/exams/9`)
    expect(fullPathOf('/lite/certificates')).toBe('/dashboard')
  })

  test('items have the same address in the full version as learners open there, and what needs it leads there (LIT-007)', () => {
    for (const target of [
      { itemable_type: 'Text', itemable_id: 5, module_id: 3 },
      ...['Module', 'Exam', 'Survey', 'Assignment', 'ScormModule', 'CloudScormModule'].map((itemable_type) => ({
        itemable_type,
        itemable_id: 5,
        module_id: null,
      })),
    ])
      expect(fullItemPath(place, target)).toBe(itemPath(place, target))
    expect(liteItemPath(place, { itemable_type: 'ScormModule', itemable_id: 5 })).toBe(
      `/lite/full?at=${encodeURIComponent(`${COURSE}/outline/ScormModule/5`)}`,
    )
    expect(liteItemPath(place, { itemable_type: 'Text', itemable_id: 5, module_id: 3 })).toBe(`${LITE}/items/Text/5`)
    expect(switchTo('full', '/dashboard')).toBe('/lite/switch?to=full&at=%2Fdashboard')
  })

  test('an address is matched by one pattern, fixed words first', () => {
    expect(matchLite('/lite')).toEqual({ page: '/lite', params: {} })
    expect(matchLite('/lite/badge/start')?.page).toBe('/lite/badge/start')
    expect(matchLite(`${LITE}/items/Text/5`)).toEqual({
      page: '/lite/courses/:slug/:relatedId/items/:itemType/:itemId',
      params: { slug: 'ladder safety', relatedId: '7', itemType: 'Text', itemId: '5' },
    })
    expect(matchLite('/lite/nothing')).toBeNull()
    expect(new Set(LITE_PAGES).size).toBe(LITE_PAGES.length)
  })
})
