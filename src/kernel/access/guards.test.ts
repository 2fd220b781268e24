import { describe, expect, test } from 'vitest'
import type { PortalFlags } from '../context.ts'
import { ERRORS } from '../errors.ts'
import { hasBlog, hasCatalog } from '../product/portal-pages.ts'
import {
  GUARDS,
  type GuardName,
  type GuardPage,
  type GuardResult,
  PUBLIC_GUARDS,
  runGuards,
  SIGNED_IN_GUARDS,
} from './guards.ts'
import { ROLE_NAMES, type Role } from './permissions.ts'
import type { PagePortal, PageSession, PageViewer } from './session.ts'

type GuardParts = {
  role?: Role
  flags?: Partial<PortalFlags>
  setting?: Partial<PagePortal['setting']>
  status?: PagePortal['status']
  person?: Partial<PageViewer>
  is_production?: boolean
}

const NO_FLAGS: PortalFlags = {
  is_blocked: false,
  is_invalid: false,
  is_admin: false,
  is_core: false,
  is_channel: false,
  is_in_house: false,
  is_marketable: false,
}

/** A session in a finished portal without other state. Anyone with a role is signed in. */
const session = ({
  role,
  flags,
  setting,
  status = 'active',
  person,
  is_production = false,
}: GuardParts = {}): PageSession =>
  ({
    portal: { id: 7, status, flags: { ...NO_FLAGS, ...flags }, setting: { has_blog: false, ...setting } },
    viewer: role
      ? { current_role: role, first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com', ...person }
      : null,
    is_production,
  }) as unknown as PageSession

const at = (path: string, rest: Partial<GuardPage> = {}): GuardPage => ({ path, query: {}, ...rest })
const run = (guard: GuardName, parts: GuardParts, page: string | GuardPage = '/somewhere') =>
  runGuards([guard], session(parts), typeof page === 'string' ? at(page) : page)

/** The outcome for a person: `pass`, an address, or a status. */
const outcome = (result: GuardResult): string | number =>
  result.kind === 'pass' ? 'pass' : result.kind === 'redirect' ? result.to : result.status
const met = (guard: GuardName, parts: GuardParts, page?: string | GuardPage) => outcome(run(guard, parts, page))

const ADMINS: readonly Role[] = ['portal_admin', 'admin', 'super_admin', 'sub_super_admin']
const OTHERS = ROLE_NAMES.filter((role) => !ADMINS.includes(role))

describe('the chain', () => {
  test('the first guard that redirects or fails ends it (ROU-100)', () => {
    const blocked = session({ flags: { is_blocked: true, is_invalid: true } })
    expect(outcome(runGuards(['portal-blocked', 'portal-invalid'], blocked, at('/x')))).toBe(403)
    expect(outcome(runGuards(['portal-invalid', 'portal-blocked'], blocked, at('/x')))).toBe('/coming-soon')
    expect(outcome(runGuards(['auth', 'portal-blocked'], blocked, at('/x')))).toBe('/login')
    expect(outcome(runGuards([], blocked, at('/x')))).toBe('pass')
  })

  test('a redirect to the page that is being opened counts as passed, and the next guard is asked (ROU-100)', () => {
    const visitor = session({})
    expect(outcome(runGuards(['auth'], visitor, at('/login')))).toBe('pass')
    expect(outcome(runGuards(['auth', 'marketable'], visitor, at('/login')))).toBe(404)
  })

  test.each(['', 'toString', '__proto__', 'nobody', 'Auth'])(
    'the unknown guard "%s" ends with 500 (ROU-127)',
    (name) => {
      const result = runGuards([name], session({ role: 'super_admin' }), at('/x'))
      expect(result).toMatchObject({ kind: 'error', status: 500 })
    },
  )

  test('a guard shows the text in the catalog (ROU-107, ROU-118, ERR-025, ERR-029, ERR-030)', () => {
    const results = [
      run('marketable', {}),
      run('portal-blocked', { flags: { is_blocked: true }, role: 'learner' }),
      run('portal-blocked', { flags: { is_blocked: true } }),
      run('learner', { role: 'manager' }),
      runGuards(['nobody'], session(), at('/x')),
    ]
    const texts = results.map((result) => (result.kind === 'error' ? [result.code, result.text] : []))
    expect(texts).toEqual([
      ['page_not_found', ERRORS.page_not_found.text],
      ['portal_blocked', ERRORS.portal_blocked.text],
      ['portal_paused', ERRORS.portal_paused.text],
      ['learner_only', ERRORS.learner_only.text],
      ['unexpected', 'Something went wrong. Please try again later.'],
    ])
  })

  test('signed-in screens ask auth, portal-blocked, portal-invalid and user-invalid; public ones the two portal guards (ROU-129)', () => {
    expect(SIGNED_IN_GUARDS).toEqual(['auth', 'portal-blocked', 'portal-invalid', 'user-invalid'])
    expect(PUBLIC_GUARDS).toEqual(['portal-blocked', 'portal-invalid'])
  })
})

describe('signing in', () => {
  test('a page behind auth sends a visitor to login and remembers the path; everyone else passes (ROU-101)', () => {
    expect(run('auth', {})).toEqual({ kind: 'redirect', to: '/login', remembers: true })
    for (const role of ROLE_NAMES) expect(met('auth', { role })).toBe('pass')
  })

  test('a page for guests sends everyone who is signed in to the dashboard (ROU-102)', () => {
    expect(met('guest', {})).toBe('pass')
    for (const role of ROLE_NAMES) expect(met('guest', { role })).toBe('/dashboard')
  })

  test.each([
    [{}, 'pass'],
    [{ first_name: '' }, '/profile/settings'],
    [{ last_name: null }, '/profile/settings'],
    [{ email: null }, 'pass'],
    [{ first_name: null, last_name: null }, '/profile/settings'],
  ] as const)('somebody with %j goes to %s (ROU-121, ROU-122, BDG-028)', (person, expected) => {
    expect(met('user-invalid', { role: 'learner', person: person as Partial<PageViewer> })).toBe(expected)
    expect(met('user-invalid', { role: 'learner', person: person as Partial<PageViewer> }, '/profile/settings')).toBe(
      'pass',
    )
  })

  test('a visitor is not an invalid user (ROU-122)', () => {
    expect(met('user-invalid', {})).toBe('pass')
  })

  test('the learner pages answer 403 in every other role (ROU-063, ERR-058)', () => {
    for (const role of ROLE_NAMES) expect(met('learner', { role })).toBe(role === 'learner' ? 'pass' : 403)
    expect(met('learner', {})).toBe(403)
  })
})

describe('kinds of portals', () => {
  const cases: [string, GuardParts, string, string | number][] = [
    ['the core portal shows it to visitors', { flags: { is_core: true } }, '/', 'pass'],
    ['the core portal shows it to signed-in people', { flags: { is_core: true }, role: 'learner' }, '/', 'pass'],
    ['elsewhere signed-in people go to the dashboard', { role: 'learner' }, '/', '/dashboard'],
    ['elsewhere visitors go to login', {}, '/', '/login'],
    ['a channel that sells nothing sends visitors to login', { flags: { is_channel: true } }, '/', '/login'],
    ['a portal that sells but is no channel as well', { flags: { is_marketable: true } }, '/', '/login'],
    [
      'a marketable channel sends visitors of / to courses',
      { flags: { is_channel: true, is_marketable: true } },
      '/',
      '/course',
    ],
    [
      'and shows page-not-found on every other core page',
      { flags: { is_channel: true, is_marketable: true } },
      '/special-plan',
      404,
    ],
  ]
  test.each(cases)('core-portal: %s (ROU-103, ROU-104, ROU-105)', (_, parts, path, expected) => {
    expect(met('core-portal', parts, path)).toBe(expected)
  })

  test.each([
    [{ flags: { is_channel: true } }, 'pass'],
    [{ flags: { is_in_house: true } }, '/login'],
    [{ role: 'learner' }, '/dashboard'],
    [{}, '/login'],
  ] as [GuardParts, string][])('channel-only with %j: %s (ROU-106)', (parts, expected) => {
    expect(met('channel-only', parts)).toBe(expected)
  })

  test('marketable pages answer 404 on portals that are not marketable, no matter who asks (ROU-107)', () => {
    for (const role of [undefined, ...ROLE_NAMES]) {
      const as = role ? { role } : {}
      expect(met('marketable', { ...as, flags: { is_marketable: true } })).toBe('pass')
      expect(met('marketable', as)).toBe(404)
    }
  })

  test.each([
    [{}, false],
    [{ setting: { has_blog: true } }, true],
    [{ flags: { is_channel: true } }, false],
    [{ flags: { is_core: true } }, false],
    [{ flags: { is_channel: true, is_core: true } }, true],
    [{ role: 'super_admin' }, true],
    [{ role: 'sub_super_admin' }, true],
    [{ role: 'admin' }, false],
    [{ role: 'portal_admin' }, false],
  ] as [GuardParts, boolean][])('the blog with %j exists: %s (ROU-108, ROU-109)', (parts, exists) => {
    expect(hasBlog(session(parts))).toBe(exists)
    expect(met('blog', parts)).toBe(exists ? 'pass' : 404)
  })

  test.each([
    [{}, false],
    [{ setting: { has_course_catalog: true } }, true],
    [{ flags: { is_channel: true, is_core: true } }, false],
    [{ role: 'super_admin' }, true],
    [{ role: 'sub_super_admin' }, true],
    [{ role: 'admin' }, false],
    [{ role: 'learner', setting: { has_course_catalog: true } }, true],
  ] as [GuardParts, boolean][])('the catalog with %j exists: %s (ROU-110)', (parts, exists) => {
    expect(Boolean(hasCatalog(session(parts)))).toBe(exists)
    expect(met('catalog', parts)).toBe(exists ? 'pass' : 404)
  })

  test('previews of developers answer 404 in production (ROU-111)', () => {
    expect(met('not-production', { is_production: true, role: 'super_admin' })).toBe(404)
    expect(met('not-production', {})).toBe('pass')
  })

  test('an in-house portal has no storefront: visitors go to login, signed-in people to the dashboard (ROU-113, ROU-114)', () => {
    const flags = { is_in_house: true }
    expect(met('in-house', { flags })).toBe('/login')
    expect(met('in-house', { flags, role: 'learner' })).toBe('/dashboard')
    expect(met('in-house', { flags: { is_channel: true } })).toBe('pass')
  })

  test('pages that only the core portal has answer 404 on every other portal, no matter who asks (ROU-113, ROU-116)', () => {
    expect(met('public-page-only-core-portal', { flags: { is_core: true } })).toBe('pass')
    expect(met('public-page-only-core-portal', {})).toBe(404)
    expect(met('public-page-only-core-portal', { role: 'super_admin' })).toBe(404)
  })
})

describe('the home page', () => {
  const page = (has_home_page: boolean | undefined, preview?: unknown): GuardPage =>
    at('/', { ...(has_home_page !== undefined && { has_home_page }), query: preview === undefined ? {} : { preview } })
  test.each([
    [{}, page(false), '/login'],
    [{ role: 'learner' }, page(false), '/dashboard'],
    [{}, page(true), 'pass'],
    [{}, page(undefined), 'pass'],
    [{}, page(false, 1), 'pass'],
    [{}, page(false, '1'), 'pass'],
    [{ role: 'editor' }, page(false, 1), 'pass'],
    [{}, page(false, 2), '/login'],
    [{}, page(false, ''), '/login'],
  ] as [GuardParts, GuardPage, string][])('%j at %j: %s (ROU-113, ROU-117)', (parts, where, expected) => {
    expect(met('index-page-disabled', parts, where)).toBe(expected)
  })
})

describe('the company of a partner', () => {
  const page = (has_company: boolean | null, path = '/courses/admin'): GuardPage => at(path, { has_company })
  test.each([
    [{ role: 'partner' }, page(true), 'pass'],
    [{ role: 'partner' }, page(false), '/partner/company'],
    [{ role: 'partner' }, page(false, '/dashboard'), '/partner/company'],
    [{ role: 'partner' }, page(false, '/partner/company'), 'pass'],
    [{ role: 'partner' }, page(false, '/profile/settings'), 'pass'],
    [{ role: 'partner' }, page(null), 500],
    [{ role: 'instructor' }, page(false), 'pass'],
    [{}, page(false), 'pass'],
  ] as [GuardParts, GuardPage, string | number][])(
    '%j at %j: %s (ROU-123, PAR-003, PAR-004)',
    (parts, where, expected) => {
      expect(met('partner-company', parts, where)).toBe(expected)
    },
  )
})

describe('a blocked portal', () => {
  const flags = { is_blocked: true }

  test('keeps these pages open for everyone (ROU-118)', () => {
    for (const path of ['/login', '/forgot-password', '/reset-password', '/terms', '/admin/my-subscription'])
      for (const parts of [{ flags }, { flags, role: 'learner' as const }, { flags, role: 'admin' as const }])
        expect(met('portal-blocked', parts, path)).toBe('pass')
  })

  test('sends its admins to their subscription and shows everyone else the error (ROU-118, ROU-119)', () => {
    for (const role of ADMINS) expect(met('portal-blocked', { flags, role })).toBe('/admin/my-subscription')
    for (const role of OTHERS) expect(met('portal-blocked', { flags, role })).toBe(403)
    expect(met('portal-blocked', { flags })).toBe(403)
    expect(met('portal-blocked', { role: 'learner' })).toBe('pass')
  })
})

describe('an invalid or unfinished portal', () => {
  const unfinished: [string, GuardParts][] = [
    ['without logo or company name', { flags: { is_invalid: true } }],
    ['being created', { status: 'initializing' }],
    ['pending', { status: 'pending' }],
    ['waiting for validation', { status: 'pending_validation' }],
    ['being set up', { status: 'processing' }],
  ]
  test.each(unfinished)(
    '%s sends its admins to the settings, everybody else to /coming-soon (ROU-119, ROU-120, PRT-029, PRT-033)',
    (_, parts) => {
      for (const role of ADMINS) expect(met('portal-invalid', { ...parts, role })).toBe('/admin/portal/settings')
      for (const role of OTHERS) expect(met('portal-invalid', { ...parts, role })).toBe('/coming-soon')
      expect(met('portal-invalid', parts)).toBe('/coming-soon')
    },
  )

  test('keeps the sign-in pages, the legal pages and the redirect targets open (ROU-120, ROU-129, PRT-029)', () => {
    for (const path of [
      '/login',
      '/forgot-password',
      '/reset-password',
      '/coming-soon',
      '/admin/portal/settings',
      '/admin/portal/theme',
      '/admin/my-subscription',
      '/terms',
      '/privacy-statement',
      '/ada-accessibility',
      '/equal-employment-opportunity-and-anti-discrimination-policy',
      '/drug-free-workplace',
    ])
      expect(met('portal-invalid', { flags: { is_invalid: true } }, path)).toBe('pass')
  })

  test('a finished portal passes (ROU-120)', () => {
    expect(met('portal-invalid', {})).toBe('pass')
  })
})

describe('course questions', () => {
  const off = { setting: { disable_course_questions: true }, role: 'learner' as const }
  test.each([
    ['/courses/learner/height/9/questions', '/courses/learner/height/9/outline'],
    ['/courses/learner/height/9/questions/4', '/courses/learner/height/9/outline'],
    ['/courses/builder/height/questions', '/courses/builder/height/overview'],
    ['/courses/builder/questions/questions/4', '/courses/builder/questions/overview'],
  ])('where they are switched off %s leads to %s (ROU-126, REV-021)', (path, expected) => {
    expect(met('course-questions', off, path)).toBe(expected)
    expect(met('course-questions', { role: 'learner' }, path)).toBe('pass')
  })
})

test('every guard has the name in the requirements (ROU-112, ROU-113)', () => {
  expect(Object.keys(GUARDS).toSorted()).toEqual(
    [
      'auth',
      'guest',
      'core-portal',
      'channel-only',
      'marketable',
      'blog',
      'catalog',
      'not-production',
      'partner-company',
      'in-house',
      'public-page-only-core-portal',
      'index-page-disabled',
      'portal-blocked',
      'portal-invalid',
      'user-invalid',
      'course-questions',
      'learner',
    ].toSorted(),
  )
})
