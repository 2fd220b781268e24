import { describe, expect, test } from 'vitest'
import {
  decideDelete,
  decidePublication,
  missingForPublication,
  nextPublications,
  PUBLICATION,
  PUBLICATION_MOVES,
  PUBLICATION_NUMBERS,
  type Publication,
} from './publication.ts'

const { draft, published, coming_soon: comingSoon, archived } = PUBLICATION
const ready = {
  tiers_count: 1,
  instructors_count: 1,
  is_certificate_required: false,
  has_certificate_template: false,
  incomplete_exams: [],
}

test('the four publication numbers are the full set (CAT-003)', () => {
  expect(PUBLICATION).toEqual({ draft: 1, published: 2, coming_soon: 3, archived: 4 })
  expect(Object.keys(PUBLICATION_MOVES).map(Number)).toEqual(PUBLICATION_NUMBERS.toSorted())
})

describe('publication moves (CAT-006)', () => {
  const allowed: [Publication, Publication, 'always' | 'empty'][] = [
    [draft, comingSoon, 'always'],
    [draft, published, 'always'],
    [comingSoon, published, 'always'],
    [comingSoon, draft, 'always'],
    [published, archived, 'always'],
    [published, draft, 'empty'],
    [archived, published, 'always'],
    [archived, draft, 'empty'],
  ]
  for (const from of PUBLICATION_NUMBERS)
    for (const to of PUBLICATION_NUMBERS)
      test(`from ${from} to ${to}`, () => {
        const when = from === to ? 'stay' : (allowed.find((move) => move[0] === from && move[1] === to)?.[2] ?? 'never')
        const kinds = [false, true].map(
          (has_learners) => decidePublication(from, to, { ...ready, has_learners, is_sold: false }).kind,
        )
        expect(kinds).toEqual(
          { stay: ['stay', 'stay'], always: ['move', 'move'], empty: ['move', 'refuse'], never: ['refuse', 'refuse'] }[
            when
          ],
        )
      })

  test('a course that somebody paid for does not go back to draft', () => {
    for (const from of [published, archived])
      expect(nextPublications(from, { has_learners: false, is_sold: true })).not.toContain(draft)
  })

  test.each([true, false])('published and archived can be reached from every status (learners: %s)', (hasLearners) => {
    const reach = (from: Publication): Set<Publication> => {
      const seen = new Set([from])
      for (const at of seen)
        for (const to of nextPublications(at, { has_learners: hasLearners, is_sold: false })) seen.add(to)
      return seen
    }
    for (const from of PUBLICATION_NUMBERS) expect(reach(from)).toContain(published)
    expect([...reach(draft)].toSorted()).toEqual(PUBLICATION_NUMBERS.toSorted())
    if (hasLearners) expect(reach(published)).toEqual(new Set([published, archived]))
  })
})

test('every missing part is named by its field (BLD-005, BLD-006, BLD-007, EXM-029)', () => {
  expect(missingForPublication(ready)).toEqual({})
  expect(
    missingForPublication({
      tiers_count: 0,
      instructors_count: 0,
      is_certificate_required: true,
      has_certificate_template: false,
      incomplete_exams: [{ title: 'Final' }],
    }),
  ).toEqual({
    course_pricings: ['This field is required.'],
    instructors: ['This field is required.'],
    certificate_template: ['The course has no certificate template'],
    exams: ['"Final" has too few questions.'],
  })
})

test('a template counts only where a certificate is required (BLD-005)', () => {
  expect(missingForPublication({ ...ready, is_certificate_required: false })).toEqual({})
  expect(missingForPublication({ ...ready, is_certificate_required: true, has_certificate_template: true })).toEqual({})
})

test('the conditions are asked on the way to published only (BLD-005, CAT-006)', () => {
  const bare = { ...ready, tiers_count: 0, has_learners: false, is_sold: false }
  expect(decidePublication(draft, published, bare)).toEqual({
    kind: 'refuse',
    errors: { course_pricings: ['This field is required.'] },
  })
  expect(decidePublication(archived, published, bare).kind).toBe('refuse')
  expect(decidePublication(draft, comingSoon, bare).kind).toBe('move')
  expect(decidePublication(published, archived, bare).kind).toBe('move')
})

test('deleting refuses, archives or removes (BLD-008, BLD-009, ERR-060)', () => {
  for (const has_enrollments of [true, false]) {
    expect(decideDelete({ publication_status: published, has_enrollments })).toBe('published_course_not_deletable')
    for (const publication_status of [draft, comingSoon, archived])
      expect(decideDelete({ publication_status, has_enrollments })).toBe(has_enrollments ? 'archive' : 'remove')
  }
})
