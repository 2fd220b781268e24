import { expect, test } from 'vitest'
import { currentItem, hitsOf, type NavGroup, searchHits, visibleGroups } from './navigation.ts'

const groups: NavGroup[] = [
  {
    label: 'Learning',
    items: [
      { label: 'My courses', href: '/courses' },
      { label: 'Course list', href: '/courses/admin', permission: 'courses' },
    ],
  },
  { label: 'People', items: [{ label: 'Users', href: '/users', permission: 'users', keywords: 'learners managers' }] },
  { label: 'Money', items: [{ label: 'Portal credits', href: '/admin/portal/credits', permission: 'credits' }] },
]
const labels = (shown: NavGroup[]) => shown.map(({ label, items }) => [label, ...items.map((item) => item.label)])

test('the menu has only what the person may open, and no empty groups (ROU-128)', () => {
  const abilities = new Set(['users'])
  expect(labels(visibleGroups(groups, (permission) => abilities.has(permission)))).toEqual([
    ['Learning', 'My courses'],
    ['People', 'Users'],
  ])
  expect(labels(visibleGroups(groups, () => true))).toHaveLength(3)
})

test('the current screen is marked, even on the pages below it', () => {
  expect(currentItem(groups, '/users/ada/7/assign-roles')?.label).toBe('Users')
  expect(currentItem(groups, '/courses/admin')?.label).toBe('Course list')
  expect(currentItem(groups, '/courses/learner/x')?.label).toBe('My courses')
  expect(currentItem(groups, '/users-of-another-kind')).toBeNull()
  expect(currentItem([{ label: '', items: [{ label: 'Home', href: '/' }] }], '/terms')).toBeNull()
})

const find = (search: string) => searchHits(hitsOf(groups), search).map((hit) => hit.label)

test('the quick search finds screens by the start of their words, their group and their synonyms', () => {
  expect(find('cred')).toEqual(['Portal credits'])
  expect(find('cred por')).toEqual(['Portal credits'])
  expect(find('learn')).toEqual(['My courses', 'Course list', 'Users'])
  expect(find('manag')).toEqual(['Users'])
  expect(find('redits')).toEqual([])
})

test('names that start with the word come first', () => {
  expect(find('cour')).toEqual(['Course list', 'My courses'])
})

test('without a search everything is offered in menu order; accents and case do not matter', () => {
  expect(find('  ')).toEqual(['My courses', 'Course list', 'Users', 'Portal credits'])
  expect(find('ÜSERS')).toEqual(['Users'])
})
