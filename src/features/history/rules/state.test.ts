import { describe, expect, test } from 'vitest'
import { type Change, isSameValue, stateBefore, type Values, withoutChange } from './state.ts'

const change = (changed: Change['changed'], fields = Object.keys(changed)): Change => ({ fields, changed })

describe('how a record was', () => {
  const now: Values = {
    city: 'Salem',
    is_blocked: false,
    roles: ['learner', 'manager'],
    tags: [3],
    course_pricings: ['1:8900', '10:7900'],
  }
  test.each<[string, Change[], Values, string[]]>([
    ['without later changes it is as it is now', [], now, []],
    ['a value goes back', [change({ city: ['Lynn', 'Salem'] })], { ...now, city: 'Lynn' }, []],
    [
      'the oldest of several changes counts',
      [change({ city: ['Lynn', 'Salem'] }), change({ city: ['Boston', 'Lynn'] })],
      { ...now, city: 'Boston' },
      [],
    ],
    ['what was empty is empty again', [change({ city: [null, 'Salem'] })], { ...now, city: null }, []],
    ['a role that was given is not there', [change({ roles: [null, 'manager'] })], { ...now, roles: ['learner'] }, []],
    ['a tag that was taken is there', [change({ tags: [7, null] })], { ...now, tags: [3, 7] }, []],
    [
      'a tag that came and went leaves no trace',
      [change({ tags: [7, null] }), change({ tags: [null, 7] })],
      { ...now, tags: [3] },
      [],
    ],
    [
      'a price that became another one is as it was, and the others stay',
      [change({ course_pricings: ['1:9900', '1:8900'] })],
      { ...now, course_pricings: ['10:7900', '1:9900'] },
      [],
    ],
    [
      'a value that was deleted is not known',
      [change({}, ['city'])],
      { is_blocked: false, roles: ['learner', 'manager'], tags: [3], course_pricings: ['1:8900', '10:7900'] },
      ['city'],
    ],
    [
      'before an older change with values it is known again',
      [change({}, ['city']), change({ city: ['Boston', 'Lynn'] })],
      { ...now, city: 'Boston' },
      [],
    ],
  ])('%s (HIS-006, HIS-010)', (_, later, values, forgotten) => {
    const past = stateBefore(now, later)
    expect(past.values).toEqual(values)
    expect(past.forgotten).toEqual(forgotten)
  })

  test('walking any changes back leads to where they began (HIS-010)', () => {
    let seed = 7
    const random = (below: number): number => {
      seed = (seed * 48_271) % 2_147_483_647
      return seed % below
    }
    const cities = ['Boston', 'Lynn', 'Salem', null]
    for (let run = 0; run < 200; run++) {
      const first = { city: cities[random(4)] ?? null, tags: [1, 2, 3].filter(() => random(2) === 0) }
      let city: string | null = first.city
      let tags: number[] = first.tags
      const changes: Change[] = []
      for (let step = 0; step < 12; step++) {
        const to = cities[random(4)] ?? null
        const tag = random(5)
        const has = tags.includes(tag)
        changes.unshift(change({ city: [city, to], tags: has ? [tag, null] : [null, tag] }))
        city = to
        tags = has ? tags.filter((each) => each !== tag) : [...tags, tag]
      }
      const { values } = stateBefore({ city, tags }, changes)
      expect(values['city']).toBe(first.city)
      expect(isSameValue('tags', values['tags'], first.tags)).toBe(true)
    }
  })
})

describe('a record without one change', () => {
  const now: Values = { city: 'Salem', last_name: 'Ross', roles: ['learner', 'manager'], tags: [3] }
  test.each<[string, Change, Values, string[], string[]]>([
    ['has the value before', change({ city: ['Lynn', 'Salem'] }), { ...now, city: 'Lynn' }, [], []],
    ['says what was changed again', change({ city: ['Lynn', 'Boston'] }), { ...now, city: 'Lynn' }, ['city'], []],
    ['has not the role that was given', change({ roles: [null, 'manager'] }), { ...now, roles: ['learner'] }, [], []],
    [
      'has the role that was taken',
      change({ roles: ['editor', null] }),
      { ...now, roles: ['learner', 'manager', 'editor'] },
      [],
      [],
    ],
    ['keeps a role that was taken again since', change({ roles: [null, 'editor'] }), now, ['roles'], []],
    ['keeps a tag that was given again since', change({ tags: [3, null] }), now, ['tags'], []],
    [
      'does not know what was deleted',
      change({ last_name: ['Rose', 'Ross'] }, ['last_name', 'city']),
      { ...now, last_name: 'Rose' },
      [],
      ['city'],
    ],
  ])('%s (HIS-006, HIS-011)', (_, undone, values, changedSince, forgotten) => {
    expect(withoutChange(now, undone)).toEqual({ values, forgotten, changed_since: changedSince })
  })
})

test.each([
  ['city', 'Salem', 'Salem', true],
  ['city', null, undefined, true],
  ['city', '', null, false],
  ['tags', [1, 2], [2, 1], true],
  ['tags', [1, 2], [2], false],
  ['site_header', { layout: 'left', action: null }, { action: null, layout: 'left' }, true],
])('%s: %j and %j are the same: %s (HIS-003)', (field, one, other, isSame) => {
  expect(isSameValue(field, one, other)).toBe(isSame)
})
