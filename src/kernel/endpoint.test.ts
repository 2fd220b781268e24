import { expect, test } from 'vitest'
import { chosenId } from './endpoint.ts'
import { fieldErrors, z } from './schema.ts'

const schema = z.object({ course_id: chosenId('a course') })

test.each([undefined, null, '', 'x', 0, -3, 1.5])('a choice that is %s asks to choose (VAL-036)', (course_id) => {
  const { error } = z.safeParse(schema, { course_id })
  expect(fieldErrors(error?.issues ?? [])).toEqual({ course_id: ['Please choose a course.'] })
})

test('the id of a choice is taken as a number or a text (VAL-036)', () => {
  expect(z.parse(schema, { course_id: '12' })).toEqual({ course_id: 12 })
  expect(z.parse(schema, { course_id: 12 })).toEqual({ course_id: 12 })
})
