import { expect, test } from 'vitest'
import { foldedFilter } from './folded-filter.ts'

const option = (label: string) => ({ value: label, label })
const PEOPLE = ['Jörg Müller', 'Sinéad O’Brien', 'Ana Protección Eléctrica'].map(option)

test.each([
  ['muller', ['Jörg Müller']],
  ['MÜLLER jorg', ['Jörg Müller']],
  ["o'brien", ['Sinéad O’Brien']],
  ['obrien', ['Sinéad O’Brien']],
  ['proteccion electrica', ['Ana Protección Eléctrica']],
  [' ', PEOPLE.map(({ label }) => label)],
  ['nobody', []],
])('typing %j into a select offers %j (API-029)', (search, labels) => {
  const shown = foldedFilter({ options: PEOPLE, search, limit: 10 })
  expect(shown.map((each) => ('label' in each ? each.label : each.group))).toEqual(labels)
})

test('groups without a matching option are left out, and the limit counts options (API-029)', () => {
  const options = [
    { group: 'Crew', items: PEOPLE },
    { group: 'Office', items: [option('Zoë')] },
  ]
  expect(foldedFilter({ options, search: 'zoe', limit: 10 })).toEqual([options[1]])
  expect(foldedFilter({ options, search: '', limit: 1 })).toEqual([{ group: 'Crew', items: [PEOPLE[0]] }])
})
