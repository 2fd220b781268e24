import { describe, expect, test } from 'vitest'
import { foreignColumns } from './owners.ts'

const course = { title: 'Ladders', description: null, is_sequential: false, author_name: 'Ann' }

describe('which part of a change belongs to the portal that shares a course (SHR-002)', () => {
  test.each([
    [{ title: 'Mine' }, ['title']],
    [{ title: 'Ladders' }, []],
    [{ description: null }, []],
    [
      { description: '<p>Mine</p>', is_sequential: true, author_name: null },
      ['description', 'is_sequential', 'author_name'],
    ],
    [{ button_name: 'Get it', meta_title: 'Ours', is_certificate_required: true, partner_company_id: 3 }, []],
    [{}, []],
  ])('of %j: %j', (columns, expected) => {
    expect(foreignColumns(course, columns)).toEqual(expected)
  })
})
