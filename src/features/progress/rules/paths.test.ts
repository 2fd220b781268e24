import { expect, test } from 'vitest'
import { routeName } from '#kernel/product/route-names.ts'
import { coursePath, itemPath } from './paths.ts'

const place = { slug: 'ladder-safety', related_id: 7 }
const OUTLINE = '/courses/learner/ladder-safety/7/outline'

test.each([
  ['Module', 'modules/3'],
  ['Exam', 'exams/3'],
  ['Survey', 'exams/3'],
  ['Assignment', 'assignments/3'],
  ['CloudScormModule', 'CloudScormModule/3'],
  ['ScormModule', 'ScormModule/3'],
])(
  'a %s is opened at %s below the outline of the enrollment (ROU-053, ROU-055, ROU-056, ROU-057, ROU-058, ROU-059, ROU-061)',
  (type, path) => {
    expect(itemPath(place, { itemable_type: type, itemable_id: 3 })).toBe(`${OUTLINE}/${path}`)
  },
)

test.each(['Text', 'Document', 'Audio', 'Video'])(
  'the address of a %s is below that of its module (ROU-060)',
  (type) => {
    expect(itemPath(place, { itemable_type: type, itemable_id: 9, module_id: 3 })).toBe(
      `${OUTLINE}/modules/3/${type}/9`,
    )
  },
)

test('an item of an unknown type has no page (ROU-059)', () => {
  expect(() => itemPath(place, { itemable_type: 'Riddle', itemable_id: 3 })).toThrow(TypeError)
})

test('two enrollments in one course have separate addresses (ROU-062)', () => {
  expect(coursePath(place)).not.toBe(coursePath({ ...place, related_id: 8 }))
})

test('the routes have the names in the catalog (ROU-054, ROU-055, ROU-056, ROU-057, ROU-058, ROU-060)', () => {
  const outline = 'courses-learner-slug-relatedId-outline'
  const at = '/courses/learner/{slug}/{relatedId}/outline'
  expect(routeName(at)).toBe(outline)
  expect(routeName(`${at}/modules/{moduleId}/{itemType}/{itemId}`)).toBe(`${outline}-modules-moduleId-itemType-itemId`)
  expect(routeName(`${at}/CloudScormModule/{id}`)).toBe(`${outline}-CloudScormModule-id`)
})
