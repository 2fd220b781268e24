import { expect, test } from 'vitest'
import { nextSteps } from './next-step.ts'

const course = (slug: string, outcome: 'enrolled' | 'credits' | null) => ({ slug, title: `Title of ${slug}`, outcome })
const LINE = [{ kind: 'course' }]
const START = { kind: 'start', title: 'Title of ladder-safety', slug: 'ladder-safety' }

test('the buyer’s own seat is started, however it was bought (ORD-044)', () => {
  expect(nextSteps({ items: LINE, courses: [course('ladder-safety', 'enrolled')] }, 'manager')).toEqual([START])
  const bundle = { items: [{ kind: 'bundle' }], courses: [course('ladder-safety', 'enrolled')] }
  expect(nextSteps(bundle, 'learner')).toEqual([START])
})

test('several own seats are started from the list of own courses (ORD-044)', () => {
  const courses = [course('ladder-safety', 'enrolled'), course('first-aid', 'enrolled')]
  expect(nextSteps({ items: LINE, courses }, 'manager')).toEqual([{ kind: 'start-all' }])
})

test('credits are given, after the own seat (ORD-044)', () => {
  expect(nextSteps({ items: LINE, courses: [course('first-aid', 'credits')] }, 'manager')).toEqual([{ kind: 'give' }])
  const both = [course('ladder-safety', 'enrolled'), course('first-aid', 'credits')]
  expect(nextSteps({ items: LINE, courses: both }, 'manager')).toEqual([START, { kind: 'give' }])
})

test.each([
  ['portal_admin', 'portal-credits'],
  ['admin', 'portal-credits'],
  ['manager', 'give'],
  ['partner', 'subscription'],
] as const)('credits bought by themselves as %s lead to where they lie now: %s (ORD-011, ORD-037)', (role, kind) => {
  expect(nextSteps({ items: [{ kind: 'credits' }], courses: [] }, role)).toEqual([{ kind }])
  const ofCourse = { items: [{ kind: 'credits' }], courses: [course('first-aid', 'credits')] }
  expect(nextSteps(ofCourse, role)).toEqual([{ kind }])
})

test('a visitor sets a password first (CRT-024)', () => {
  expect(nextSteps({ items: LINE, courses: [course('ladder-safety', 'enrolled')] }, null)).toEqual([
    { kind: 'set-password' },
  ])
})

test('before an order is complete there is no step', () => {
  expect(nextSteps({ items: LINE, courses: [course('ladder-safety', null)] }, 'manager')).toEqual([])
})

test('a plan leads to the own subscription, one with a new portal to that portal (ORD-017, ORD-039)', () => {
  const plan = { items: [{ kind: 'subscription' }], courses: [] }
  const withPortal = { ...plan, portal_url: 'http://acme.localhost' }
  expect(nextSteps(plan, 'portal_admin')).toEqual([{ kind: 'subscription' }])
  expect(nextSteps(withPortal, 'learner')).toEqual([{ kind: 'portal', href: withPortal.portal_url }])
  expect(nextSteps(withPortal, null).map(({ kind }) => kind)).toEqual(['set-password', 'portal'])
})
