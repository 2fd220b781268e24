import { describe, expect, test } from 'vitest'
import { itemLabel, madeBy, shownAlone, shownPair, type ValueNames } from './words.ts'

const NAMES: ValueNames = {
  person: (id) => (id === 4 ? 'Ben Ross' : null),
  tag: (id) => (id === 7 ? 'Night shift' : null),
  provider: (id) => (id === 3 ? 'Apex' : null),
}

describe('a value before and after', () => {
  test.each<[string, unknown, unknown, string | null, string | null]>([
    ['city', 'Lynn', null, 'Lynn', null],
    ['is_blocked', false, true, 'No', 'Yes'],
    ['roles', null, 'portal_admin', null, 'Portal Admin'],
    ['roles', ['manager', 'learner'], ['learner'], 'Learner, Manager', 'Learner'],
    ['tags', 7, null, 'Night shift', null],
    ['tags', null, 9, null, 'A deleted tag'],
    ['manager_id', 4, 5, 'Team of Ben Ross', 'Team of A former member'],
    ['type', null, 1, null, 'In-house'],
    ['status', 'pending', 'active', 'Not complete', 'Open'],
    ['avatar', '/api/v1/media/a', '/api/v1/media/b', null, 'Changed'],
    ['logo', '/api/v1/media/a', null, 'Picture', null],
    ['site_header', { layout: 'left' }, { layout: 'center' }, null, 'Changed'],
    ['site_header', null, { layout: 'center' }, null, 'Custom'],
    ['terms', '<p>Old</p>', '<p>New</p>', 'Old', 'New'],
    ['terms', '<p>Same</p>', '<h2>Same</h2>', null, 'Text changed'],
    ['terms', 'a'.repeat(201), null, null, 'Text changed'],
    ['course_pricings', '1:9900', '1:8950', '1+ at $99.00', '1+ at $89.50'],
    ['course_pricings', ['10:8900', '2:9500', '1:9900'], [], '1+ at $99.00, 2+ at $95.00, 10+ at $89.00', null],
    ['catalog_terms', null, 9, null, 'A deleted term'],
    ['instructors', [4], null, 'Ben Ross', null],
    ['partner_company_id', 3, 4, 'Apex', 'A former provider'],
    ['min_credit_price_cents', 100, 250, '$1.00', '$2.50'],
    ['max_discount', 0, 10, '0%', '10%'],
    ['publication_status', 1, 3, 'Draft', 'Coming soon'],
    ['newest_version', 0, 1, null, '1'],
    ['due_days', null, 1, null, '1 day after enrollment'],
    ['duration_minutes', 1, 90, '1 minute', '90 minutes'],
    ['description', '<p>Same</p>', '<h2>Same</h2>', null, 'Text changed'],
  ])('of %s from %j to %j (HIS-008, HIS-022)', (field, before, after, from, to) => {
    expect(shownPair(field, [before, after], NAMES)).toEqual({ from, to })
  })
})

test.each([
  ['terms', `<p>${'a'.repeat(300)}</p>`, `${'a'.repeat(200)}…`],
  ['site_footer', { text: 'Hello' }, 'Custom'],
  ['tags', [7, 9], 'A deleted tag, Night shift'],
  ['tags', [], null],
])('%s alone is %j (HIS-010)', (field, value, shown) => {
  expect(shownAlone(field, value, NAMES)).toBe(shown)
})

test.each([
  ['roles', [null, 'manager'], 'Role given'],
  ['roles', ['manager', null], 'Role taken'],
  ['tags', [null, 7], 'Tag given'],
  ['tags', [7, null], 'Tag taken'],
  ['course_pricings', ['1:9900', '1:8900'], 'Price'],
  ['course_pricings', [null, '1:8900'], 'Price added'],
  ['catalog_terms', [7, null], 'Catalog term removed'],
  ['instructors', [null, 4], 'Instructor added'],
] as const)('%s %j is called %s (HIS-008)', (field, pair, label) => {
  expect(itemLabel(field, pair)).toBe(label)
})

test.each([
  [{ actor: 'Ada Lane' }, 'Ada Lane'],
  [{ actor: 'Ada Lane', impersonator: 'Sue Perr' }, 'Sue Perr, working as Ada Lane'],
  [{ actor: 'Ada Lane', origin: 'import' }, 'Ada Lane, by an import'],
  [{ actor: 'Ada Lane', origin: 'bulk' }, 'Ada Lane, by a bulk change'],
  [{ actor: 'Ada Lane', token_name: 'Nightly sync' }, 'Ada Lane, by Nightly sync (API)'],
  [{ token_name: 'HR system' }, 'HR system (API)'],
  [{ origin: 'visit' }, 'A sign-in or sign-up'],
  [{ origin: 'program' }, 'Portico'],
])('%j is %s (HIS-002)', (given, words) => {
  expect(madeBy({ actor: null, impersonator: null, token_name: null, origin: 'call', ...given })).toBe(words)
})
