import { expect, test } from 'vitest'
import {
  addressesIn,
  apiOnlyOf,
  callsOf,
  idsIn,
  idsInTitles,
  indexedCalls,
  isSeen,
  isWrittenOut,
  openLine,
  openProblems,
  pagesOf,
  requirementsOf,
  sameAddress,
  sameCall,
  screensOf,
  usesOf,
} from './rules.ts'

test('a requirement is a line in the catalog, and its calls are those with a method', () => {
  const [only, ...others] = requirementsOf(
    '# 20 Users\n- **USR-025** `GET /users`, `PUT /users/{id}` on `/users`.\n- more\n',
  )
  expect([only?.id, others]).toEqual(['USR-025', []])
  expect(callsOf(only!.text)).toEqual([
    { method: 'GET', path: '/users' },
    { method: 'PUT', path: '/users/{id}' },
  ])
  expect(indexedCalls('| POST | `/login` | AUT-003, AUT-004 |\n|---|---|---|')).toEqual([
    { ids: ['AUT-003', 'AUT-004'], call: { method: 'POST', path: '/login' } },
  ])
})

test.each([
  ['/users/{slug}', '/users/:id', true],
  ['/users/{slug}', '/users/$slug', true],
  ['/users/create', '/users/$slug', false],
  ['/reports', '/$slug', false],
  ['/users/{id}', '/users/select', false],
  ['/portal/{list}/{id}', '/portal/shippable-products/:id', true],
  ['/orders/success/bundle', '/orders/success/$kind', true],
  ['/users', '/users/:id', false],
  ['/:slug', '/$slug', true],
])('%s in a requirement is %s in the program: %s', (named, actual, isSame) => {
  expect(sameAddress(named, actual)).toBe(isSame)
  expect(sameCall({ method: 'GET', path: named }, { method: 'GET', path: actual })).toBe(isSame)
  expect(sameCall({ method: 'GET', path: named }, { method: 'PUT', path: actual })).toBe(false)
})

test('a page is at each address in the route table, below guards and frames, and a frame alone is not a page', () => {
  const page = (path: string, children?: object[]) => ({ type: 'route', path, children }) as never
  expect(
    pagesOf({
      type: 'root',
      children: [
        { type: 'layout', children: [page('/'), page('/faq/'), page('/users/$slug/'), page('/users/$slug/info')] },
        page('/courses/builder/$slug', [page('/'), page('/exams/')]),
        page('/courses/learner/$slug/$relatedId', [page('/overview')]),
      ],
    }),
  ).toEqual([
    '/',
    '/faq',
    '/users/$slug',
    '/users/$slug/info',
    '/courses/builder/$slug',
    '/courses/builder/$slug/exams',
    '/courses/learner/$slug/$relatedId/overview',
  ])
})

test.each([
  ['ROU-022', '`/faq` lists and `/faq/{slug}` (name `faq-slug`) shows one.', ['/faq', '/faq/{slug}']],
  ['ROU-032', '`/ce/{slug?}` shows the courses.', ['/ce', '/ce/{slug}']],
  ['ROU-067', '`/permissions` has the child routes channel, general and house, each a table.', 'channel general house'],
  [
    'ROU-058',
    'their paths `…/outline/ScormModule/{id}`.',
    ['/courses/learner/{slug}/{relatedId}/outline/ScormModule/{id}'],
  ],
  ['ROU-063', 'All `/courses/learner/…` routes and those under `/dev/` need auth.', []],
  ['ROU-082', 'The route outline has the children items and {itemableType}/{itemId}.', 'items {itemableType}/{itemId}'],
  ['ROU-096', '`/portals/pages`; there is no `/portals/pages/create` route.', ['/portals/pages']],
  ['ROU-091', 'a list, a create page for each of: tags and topics.', 'tags topics'],
  ['CRT-028', 'success_url is `/orders/success/{kind}?order={id}`', ['/orders/success/{kind}']],
])('the addresses of %s are those of its line and its children', (id, text, expected) => {
  const screens = screensOf({ id, text })
  if (typeof expected !== 'string') expect(screens).toEqual(expected)
  else
    for (const child of expected.split(' '))
      expect(
        screens.some((one) => one.endsWith(`/${child}`)),
        child,
      ).toBe(true)
})

test.each([
  ['UIX-001', 'A toast leaves after 7 seconds.', true],
  ['BLD-030', '`GET /admin/courses` answers the courses.', false],
  ['ORD-014', '`/orders` lists own orders.', true],
  ['ORD-020', '`GET /orders` answers own orders, as on `/orders`.', false],
  ['ORD-001', 'An order has a number.', false],
  ['AUT-026', 'A path starts with a single `/`.', false],
  ['ROL-030', 'Screen group Own orders: `/orders`.', false],
  ['ROU-014', '`/` shows the home page.', true],
  ['ROU-100', 'Guards run in order.', false],
])('%s: %s is about something people see: %s', (id, text, expected) => {
  expect(isSeen({ id, text }, (address) => address === '/orders' || address === '/')).toBe(expected)
})

test('a title proves the ids in it, a range every id in it, and a table of titles the ids in its cells', () => {
  expect(idsIn('x (BLD-009 to BLD-011, ROU-002)')).toEqual(['BLD-009', 'BLD-010', 'BLD-011', 'ROU-002'])
  expect(idsInTitles("// UIX-001\ntest('opens it (ROU-022)', () => { call('ROU-023') })")).toEqual(['ROU-022'])
  expect(
    idsInTitles("const rows = [['/ce', 'ROU-032, CAT-001']] // ROU-040\ntest(`opens (" + '$' + '{ids})`, () => {})'),
  ).toEqual(['ROU-032', 'CAT-001'])
})

test('a screen calls what it imports from a contract as a value, and the named calls of a group', () => {
  const uses = (text: string) =>
    usesOf('features/faq/web/list.tsx', text).map(({ contract, name, member }) =>
      [contract, name, member ?? ''].join(' '),
    )
  const own = 'features/faq/contract.ts'
  expect(uses("import { listFaq } from '../contract.ts'\napi.call(listFaq)")).toEqual([`${own} listFaq `])
  expect(uses("import type { listFaq } from '../contract.ts'\ntype A = typeof listFaq")).toEqual([])
  expect(uses("import { listFaq } from '../contract.ts'\nconst key = [listFaq.path]")).toEqual([])
  expect(uses("import { listFaq } from '../contract.ts'\n// listFaq\ntype A = typeof listFaq")).toEqual([])
  expect(uses("import { items } from '#features/exams/contract-admin.ts'\nread(items.show)")).toEqual([
    'features/exams/contract-admin.ts items show',
  ])
  expect(uses("import { items as all } from '../contract.ts'\nuse(all)")).toEqual([`${own} items `])
  expect(uses("import * as contract from '../contract.ts'\ncall(contract.listFaq)")).toEqual([`${own} listFaq `])
  expect(uses("const { login: enter } = await import('../contract.ts')\nenter()")).toEqual([`${own} login `])
  expect(uses("const contract = await import('../contract.ts')\ncall(contract.login)")).toEqual([`${own} login `])
  expect(uses("import { listFaq } from './list.ts'\ncall(listFaq)")).toEqual([])
})

test('an address written out in a screen is a call too', () => {
  const [address, other] = addressesIn("fetch('/api/v1/main/documents/w-9.pdf'); send({ url: '/broadcasting/auth' })")
  expect([address, other]).toEqual(['/main/documents/w-9.pdf', '/broadcasting/auth'])
  expect(isWrittenOut(address!, '/main/documents/:name')).toBe(true)
  expect(isWrittenOut(address!, '/main/documents')).toBe(false)
  const value = '$' + '{one.id}'
  const [template] = addressesIn(`fetch(\`/api/v1/users/imports/${value}/report?all=1\`)`)
  expect(template).toBe(`/users/imports/${value}/report`)
  expect(isWrittenOut(template!, '/users/imports/:id/report')).toBe(true)
  expect(isWrittenOut(template!, '/users/imports/:id')).toBe(false)
})

test('an endpoint that no screen calls is in the list with a reason', () => {
  expect([...apiOnlyOf('# Heading\n- `GET /media/:uuid`: pictures carry it\n- `GET /x`\n')]).toEqual([
    ['GET /media/:uuid', 'pictures carry it'],
    ['GET /x', ''],
  ])
})

test('open.md lists exactly what is open, and its number of lines is the limit', () => {
  const open = new Map([
    ['ROU-065', ['no page `/reports`', 'no journey']],
    ['GET /portals', ['no screen calls it']],
  ])
  const lines = [...open].map(([key, missing]) => openLine(key, missing))
  const text = `# What is open\n${lines.join('\n')}\n`
  expect(lines).toEqual(['- **ROU-065**: no page `/reports`; no journey', '- `GET /portals`: no screen calls it'])
  expect(openProblems(open, text, 2)).toEqual([])

  expect(openProblems(new Map([...open, ['UIX-001', ['no journey']]]), text, 2)).toEqual(['UIX-001: no journey'])
  expect(openProblems(new Map([...open, ['ROU-065', ['no journey']]]), text, 2)).toEqual([
    'docs/requirements/open.md lists what is no longer open; remove it: ROU-065: no page `/reports`',
  ])
  expect(openProblems(open, text, 1)).toEqual(['docs/requirements/open.md has 2 lines; it may only shrink, from 1'])
  expect(openProblems(open, text, 3)).toEqual(['docs/requirements/open.md is down to 2 lines: lower MOST_OPEN to 2'])
  expect(openProblems(open, `${text}${lines[0]}\n`, 3)).toEqual(['docs/requirements/open.md lists something twice'])
  expect(openProblems(open, `${text}- later\n`, 3)).toEqual([
    'docs/requirements/open.md has lines that name no requirement and no endpoint',
  ])
})
