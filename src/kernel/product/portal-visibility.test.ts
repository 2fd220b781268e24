import { expect, test } from 'vitest'
import { type Findable, isFindable, isOpenPortal } from './portal-visibility.ts'
import { publishedRating } from './published-rating.ts'
import { shareVersion } from './share-picture.ts'

const FLAGS = {
  is_blocked: false,
  is_invalid: false,
  is_admin: false,
  is_core: false,
  is_channel: true,
  is_in_house: false,
  is_marketable: true,
}
const LIVE: Findable = { is_demo: false, status: 'active', flags: FLAGS }
const DEMO: Findable = { ...LIVE, is_demo: true }

test.each([
  ['live', LIVE, true, true],
  ['demo', DEMO, false, true],
  ['blocked', { ...LIVE, flags: { ...FLAGS, is_blocked: true } }, false, false],
  ['invalid', { ...LIVE, flags: { ...FLAGS, is_invalid: true } }, false, false],
  ['not set up', { ...LIVE, status: 'processing' as const }, false, false],
])('search engines and a %s portal (SEO-022)', (_, portal, findable, open) => {
  expect(isFindable(portal)).toBe(findable)
  expect(isOpenPortal(portal)).toBe(open)
})

test('a live portal publishes the average of its approved reviews, and nothing without any (SEO-018, SEO-020)', () => {
  expect(publishedRating(LIVE, { id: 1, rating: 4.3, reviews_count: 7 })).toEqual({
    value: 4.3,
    rating_count: 7,
    review_count: 7,
  })
  expect(publishedRating(LIVE, { id: 1, rating: null, reviews_count: 0 })).toBeNull()
  const blocked = { ...DEMO, flags: { ...FLAGS, is_blocked: true } }
  expect(publishedRating(blocked, { id: 1, rating: null, reviews_count: 0 })).toBeNull()
})

test('a demo portal shows placeholders within their ranges, the same for the same record (SEO-018, SEO-019)', () => {
  const ratings = new Set<string>()
  for (let id = 1; id <= 5000; id++) {
    const rating = publishedRating(DEMO, { id, rating: null, reviews_count: 0 })!
    expect(rating.value).toBeGreaterThanOrEqual(4)
    expect(rating.value).toBeLessThanOrEqual(5)
    expect(Math.round(rating.value * 10) / 10).toBe(rating.value)
    expect(rating.rating_count).toBeGreaterThanOrEqual(10)
    expect(rating.rating_count).toBeLessThanOrEqual(100)
    expect(rating.review_count).toBeGreaterThanOrEqual(500)
    expect(rating.review_count).toBeLessThanOrEqual(10_000)
    expect(publishedRating(DEMO, { id, rating: 2, reviews_count: 3 })).toEqual(rating)
    ratings.add(JSON.stringify(rating))
  }
  expect(ratings.size).toBeGreaterThan(4000)
})

test('the address of a drawn picture changes with its content (SEO-011)', () => {
  const words = { title: 'Ladder safety', portal_name: 'Acme', primary_color: '#1b56b3' }
  expect(shareVersion(words)).toBe(shareVersion({ ...words }))
  for (const other of [{ title: 'Fire safety' }, { portal_name: 'Beta' }, { primary_color: null }])
    expect(shareVersion({ ...words, ...other })).not.toBe(shareVersion(words))
})
