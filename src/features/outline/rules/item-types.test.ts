import { expect, test } from 'vitest'
import { ITEM_PATHS, ITEM_TYPES, MODULE_ITEM_PATHS, moduleItemTitle } from './item-types.ts'

test('the item types have these names in calls (BLD-010, BLD-038, BLD-041, LRN-001)', () => {
  expect(Object.keys(ITEM_PATHS)).toEqual([...ITEM_TYPES])
  expect(Object.values(ITEM_PATHS).toSorted()).toEqual(
    ['assignments', 'cloud-scorm-modules', 'exams', 'modules', 'scorm-modules', 'surveys'].toSorted(),
  )
  expect(Object.values(MODULE_ITEM_PATHS)).toEqual(['text', 'document', 'audio', 'video'])
})

test('a Text item without a title is called "Module Text Info" (LRN-004)', () => {
  expect(moduleItemTitle('Text', null)).toBe('Module Text Info')
  expect(moduleItemTitle('Text', ' ')).toBe('Module Text Info')
  expect(moduleItemTitle('Text', 'Welcome')).toBe('Welcome')
  expect(moduleItemTitle('Video', null)).toBe('Video')
})
