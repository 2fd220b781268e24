import { describe, expect, test } from 'vitest'
import type { Kind } from './fields.ts'
import { DELETED, type Facts, planRestore, restorable } from './plan.ts'
import type { Past, Values } from './state.ts'

const FREE: Facts = {
  closed: null,
  refused: {},
  selectable: ['portal_admin', 'manager', 'instructor', 'learner'],
  tags: new Set([3, 7]),
  impossible: {},
}
const past = (values: Values, forgotten: string[] = []): Past => ({ values, forgotten })

type Case = {
  title: string
  kind?: Kind
  now: Values
  was: Past
  facts?: Partial<Facts>
  lines: Record<string, [to: unknown, reason: string | null]>
}

const CASES: Case[] = [
  { title: 'nothing where nothing differs', now: { city: 'Lynn' }, was: past({ city: 'Lynn' }), lines: {} },
  {
    title: 'each field that differs, in the order of the record',
    now: { city: 'Lynn', first_name: 'Ann', is_blocked: true },
    was: past({ city: null, first_name: 'Ada', is_blocked: false }),
    lines: { first_name: ['Ada', null], city: [null, null], is_blocked: [false, null] },
  },
  {
    title: 'e-mail, picture, membership, block on all portals, outside mark, and team only with where they are changed',
    now: { email: 'a@example.com', avatar: null, is_member: true, is_blocked_everywhere: false, is_outside: true },
    was: past({
      email: 'b@example.com',
      avatar: '/x',
      is_member: false,
      is_blocked_everywhere: true,
      is_outside: false,
      manager_id: 4,
    }),
    lines: {
      email: ['b@example.com', 'The person changes it with a link that is mailed to the new address.'],
      avatar: ['/x', 'A picture is deleted when another one takes its place. Upload it again.'],
      is_member: [false, 'Add or remove the person on the screen Users.'],
      is_blocked_everywhere: [true, 'A super admin blocks and unblocks an account on all portals.'],
      is_outside: [false, 'Change it on the screen Roles.'],
      manager_id: [4, 'The team follows from the groups of the provider.'],
    },
  },
  {
    title: 'nothing of somebody who left',
    now: { city: null },
    was: past({ city: 'Lynn' }),
    facts: { closed: 'Ann left this portal.' },
    lines: { city: ['Lynn', 'Ann left this portal.'] },
  },
  {
    title: 'no value that was deleted',
    now: { city: 'Lynn' },
    was: past({}, ['city']),
    lines: { city: [null, DELETED] },
  },
  {
    title: 'roles that the viewer may give and take',
    now: { roles: ['learner', 'manager'] },
    was: past({ roles: ['learner', 'instructor'] }),
    lines: { roles: [['learner', 'instructor'], null] },
  },
  {
    title: 'no role above the viewer',
    now: { roles: ['learner'] },
    was: past({ roles: ['learner', 'admin'] }),
    lines: { roles: [['learner', 'admin'], 'You cannot give or take these roles.'] },
  },
  {
    title: 'never without the role Learner',
    now: { roles: ['learner', 'manager'] },
    was: past({ roles: ['manager'] }),
    lines: { roles: [['manager'], 'The role Learner cannot be taken from somebody.'] },
  },
  {
    title: 'tags that are still there, and the others not',
    now: { tags: [3] },
    was: past({ tags: [7, 9] }),
    lines: { tags: [[7], null] },
  },
  {
    title: 'no tag where the only one was deleted',
    now: { tags: [3] },
    was: past({ tags: [3, 9] }),
    lines: { tags: [[3, 9], 'The tag was deleted.'] },
  },
  {
    title: 'no username that somebody else has',
    now: { username: 'ann', city: 'Lynn' },
    was: past({ username: 'ada', city: 'Salem' }),
    facts: { impossible: { username: 'Ben Ross has this username.' } },
    lines: { username: ['ada', 'Ben Ross has this username.'], city: ['Salem', null] },
  },
  {
    title: 'nothing that the viewer may not change',
    now: { city: 'Lynn', roles: ['learner', 'manager'] },
    was: past({ city: 'Salem', roles: ['learner'] }),
    facts: { refused: { profile: 'You cannot change this person.' } },
    lines: { city: ['Salem', 'You cannot change this person.'], roles: [['learner'], null] },
  },
  {
    title: 'settings, and not what the platform sets',
    kind: 'settings',
    now: {
      has_blog: true,
      site_header: null,
      name: 'Acme',
      company_fax: null,
      terms: '<p>New</p>',
      type: 2,
      logo: '/b',
    },
    was: past({
      has_blog: false,
      site_header: { layout: 'center' },
      name: 'Apex',
      company_fax: '+1 212 555 0147',
      terms: null,
      type: null,
      logo: '/a',
    }),
    lines: {
      has_blog: [false, null],
      type: [null, 'The type of a portal cannot be changed once it has been chosen.'],
      site_header: [{ layout: 'center' }, null],
      logo: ['/a', 'Upload the picture again in the portal settings.'],
      company_fax: ['+1 212 555 0147', null],
      terms: [null, null],
      name: ['Apex', 'The platform changes it under Portals.'],
    },
  },
]

describe('a restore puts back', () => {
  test.each(CASES)('$title (HIS-011, HIS-012, HIS-013)', ({ kind = 'person', now, was, facts, lines }) => {
    const plan = planRestore({ kind, now, past: was, facts: { ...FREE, ...facts } })
    expect(plan.map(({ field, to, reason }) => [field, to, reason])).toEqual(
      Object.entries(lines).map(([field, [to, reason]]) => [field, to, reason]),
    )
    expect(restorable(plan)).toEqual(plan.filter(({ reason }) => reason === null).map(({ field }) => field))
  })

  test('and says which field was changed again since (HIS-011)', () => {
    const [line] = planRestore({
      kind: 'person',
      now: { city: 'Salem' },
      past: { ...past({ city: 'Lynn' }), changed_since: ['city'] },
      facts: FREE,
    })
    expect(line).toMatchObject({ field: 'city', from: 'Salem', to: 'Lynn', is_changed_since: true, reason: null })
  })
})
