import { describe, expect, test } from 'vitest'
import {
  canMovePortal,
  closingLoss,
  nextPortalStatus,
  PORTAL_MOVES,
  type PortalStatus,
  portalFlags,
} from './portal-state.ts'

const identity = { core_portal_id: 1, admin_portal_slug: 'admin' }
const facts = {
  id: 7,
  slug: 'harbor',
  is_paused: false,
  type: null,
  is_marketable: false,
  logo: '/logo.png',
  company_name: 'Harbor Safety',
} as const
const none = {
  is_blocked: false,
  is_invalid: false,
  is_admin: false,
  is_core: false,
  is_channel: false,
  is_in_house: false,
  is_marketable: false,
}

describe('state flags', () => {
  const cases: [string, Partial<Parameters<typeof portalFlags>[0]>, Partial<typeof none>][] = [
    ['a plain portal has none', {}, {}],
    ['a paused portal is blocked', { is_paused: true }, { is_blocked: true }],
    ['the paused core portal is not blocked', { is_paused: true, id: 1 }, { is_core: true }],
    ['the paused admin portal is not blocked', { is_paused: true, slug: 'admin' }, { is_admin: true }],
    ['without a logo it is invalid', { logo: null }, { is_invalid: true }],
    ['without a company name it is invalid', { company_name: '' }, { is_invalid: true }],
    ['type 2 is a channel', { type: 2 }, { is_channel: true }],
    ['type 1 is in-house and no channel', { type: 1 }, { is_in_house: true }],
    ['is_marketable alone makes it marketable', { is_marketable: true }, { is_marketable: true }],
    ['the core portal is known by its id', { id: 1 }, { is_core: true }],
    ['the admin portal is known by its slug', { slug: 'admin' }, { is_admin: true }],
    [
      'several are true at once',
      { id: 1, type: 2, is_marketable: true, logo: null },
      { is_core: true, is_channel: true, is_marketable: true, is_invalid: true },
    ],
  ]
  test.each(cases)(
    '%s (PRT-002, PRT-003, PRT-004, PRT-030, PRT-031, PRT-032, PRT-033, PRT-036)',
    (_, change, expected) => {
      expect(portalFlags({ ...facts, ...change }, identity)).toEqual({ ...none, ...expected })
    },
  )

  test('the flags come from the portal and its identity, not from fixed ids or slugs (PRT-030, PRT-032, PRT-033, PRT-036)', () => {
    const elsewhere = { core_portal_id: 7, admin_portal_slug: 'harbor' }
    expect(portalFlags({ ...facts, is_paused: true }, elsewhere)).toEqual({ ...none, is_core: true, is_admin: true })
    expect(portalFlags({ ...facts, id: 1, slug: 'admin' }, elsewhere)).toEqual(none)
  })
})

describe('status', () => {
  const all = Object.keys(PORTAL_MOVES) as PortalStatus[]

  test('the values are these five (PRT-028)', () => {
    expect(all).toEqual(['initializing', 'pending', 'pending_validation', 'processing', 'active'])
  })

  test('every status is reachable from initializing, and every one but active leads on (PRT-029)', () => {
    const reached = new Set<PortalStatus>(['initializing'])
    for (const status of reached) for (const next of PORTAL_MOVES[status]) reached.add(next)
    expect([...reached].sort()).toEqual([...all].sort())
    expect(all.filter((status) => PORTAL_MOVES[status].length === 0)).toEqual(['active'])
  })

  test('a portal moves one step at a time, and back only after a failed validation (PRT-029)', () => {
    const allowed = all.flatMap((from) => all.filter((to) => canMovePortal(from, to)).map((to) => `${from} → ${to}`))
    expect(allowed).toEqual([
      'initializing → pending',
      'pending → pending_validation',
      'pending_validation → pending',
      'pending_validation → processing',
      'processing → active',
    ])
  })

  const needs = { logo: '/logo.png', company_name: 'Harbor' }
  test.each([
    ['active', needs, { ...needs, logo: null }, 'logo'],
    ['active', needs, { ...needs, company_name: null }, 'company name'],
    ['active', needs, { ...needs, company_name: '' }, 'company name'],
    ['processing', needs, { ...needs, logo: null }, 'logo'],
    ['active', needs, { ...needs, logo: '/other.png' }, null],
    ['active', needs, { ...needs, company_name: 'Harbor Safety' }, null],
    // A closed portal cannot close further, and its values may be filled in one by one.
    ['active', { ...needs, logo: null }, { logo: null, company_name: 'New' }, null],
    ['active', { ...needs, company_name: null }, { logo: null, company_name: null }, null],
    ['pending_validation', needs, { ...needs, logo: null }, null],
    ['pending', needs, { ...needs, logo: null }, null],
  ] as const)(
    'a portal that is %s with %j and would have %j loses: %s (PRT-076)',
    (status, before, after, expected) => {
      expect(closingLoss(status, before, after)).toBe(expected)
    },
  )

  const complete = { kind: 'saved', logo: '/logo.png', company_name: 'Harbor' } as const
  const moves: [PortalStatus, Parameters<typeof nextPortalStatus>[1], PortalStatus | null][] = [
    ['initializing', { kind: 'created' }, 'pending'],
    ['pending', complete, 'pending_validation'],
    ['pending', { ...complete, logo: null }, 'pending'],
    ['pending', { ...complete, company_name: null }, 'pending'],
    ['pending_validation', complete, 'pending_validation'],
    ['pending_validation', { ...complete, logo: null }, 'pending'],
    ['active', { ...complete, logo: null }, 'active'],
    ['active', complete, 'active'],
    ['processing', complete, 'processing'],
    ['pending_validation', { kind: 'confirmed' }, 'processing'],
    ['pending_validation', { kind: 'rejected' }, 'pending'],
    ['pending', { kind: 'confirmed' }, null],
    ['active', { kind: 'rejected' }, null],
    ['processing', { kind: 'set_up' }, 'active'],
    ['pending', { kind: 'set_up' }, null],
  ]
  test.each(moves)('%s after %j is %s (PRT-073, PRT-029)', (status, event, expected) => {
    expect(nextPortalStatus(status, event)).toBe(expected)
  })
})
