import { expect, test } from 'vitest'
import { createPlace } from './place.ts'

const listen = (from = 0) => {
  const places: number[] = []
  return { places, place: createPlace(from, (position) => places.push(position)) }
}

test('a running video is saved every ten seconds, forward and backward (LRN-049)', () => {
  const { places, place } = listen(30)
  for (const second of [30.2, 35, 39.9, 40.1, 45, 12]) place.move(second)
  expect(places).toEqual([40, 12])
})

test('a learner who leaves in a hurry comes back to their last position (LRN-049)', () => {
  const { places, place } = listen()
  for (const page of [1, 2, 3, 40]) place.note(page)
  expect(places).toEqual([])
  place.leave()
  expect(places).toEqual([40])
})

test('the position is saved once when the learner pauses or leaves (LRN-049)', () => {
  const { places, place } = listen()
  place.rest(3.4)
  place.rest(3.2)
  place.leave()
  place.move(7)
  place.leave()
  place.leave()
  place.rest(-0.2)
  expect(places).toEqual([3, 7, 0])
})
