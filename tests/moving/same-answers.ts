// Reads everything that a person can read in two installations, from lists into their records, and compares the answers.
import type { TestApp, TestPerson } from '../api.ts'
import { endpoints } from '../endpoints.ts'

/** Answers about the moment, the installation, or what is set again; they differ by what they are. */
const OWN_OF_EACH = new Set([
  // The plans of the installation, and what the portal may buy of them.
  '/main/subscriptions',
  '/main/subscriptions/special',
  '/main/subscriptions/:id',
  '/admin/my-subscription',
  // The session of the reader, and the other portals of theirs.
  '/sessions',
  '/portals/select',
  // Set again at the new address.
  '/portal/custom-domains',
  '/portal/custom-emails',
  '/portal/integrations',
  '/payment-account',
  '/sign-on/options',
  '/sign-on/saml/metadata',
  '/portal/sign-on',
  '/portal/sign-on/providers/:id',
  // Passwords are on there until a provider is, and second factors ask for one.
  '/two-factor',
  '/admin/two-way-api',
  '/admin/provisioning',
  '/admin/callbacks',
  '/admin/callbacks/:id',
  '/admin/courses/:slug/callbacks',
  // Portals of the installation that a course may be shared with.
  '/admin/courses/:slug/share/portals',
  // Begins at the moment of the call.
  '/admin/courses/:slug/preview',
  // Say when they were made; what they hold is that of the matrix.
  '/compliance/matrix/csv',
  '/compliance/matrix/xlsx',
  '/compliance/matrix/pdf',
  '/compliance/crew-roster/pdf',
  // Each signs with a key of its own, and the old key is retired at the new address.
  '/main/gate-list',
  '/signing-keys',
  // Has what the reads of this test wrote, and numbers of its own.
  '/activity-logs/export',
  '/users/all-user-export',
  '/portal/former-addresses',
])
const SIGNED = /expires=\d+&signature=[\w-]+|[\w-]+\.[\w-]{20,}\/|Reference: [\w-]+/g
/** Cursors hold ids in a form of their own; versions tell open editors apart, and none is open at the
 * new address; the reader has just been active; and start codes stay behind (BDG-030). */
const NOT_COMPARED = new Set([
  'next_cursor',
  'prev_cursor',
  'version',
  'last_active_at',
  'password_provider',
  'has_password_domains',
  'start_code_ends_at',
])
/** Staff of the old installation have no role in the new one. */
const STAFF = /sally@example|sid@example|Superson|Subsuper/
const isStaff = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'email' in value && STAFF.test(String(value.email))

const plain = (value: unknown): unknown => {
  // People with equal names stand in the order of their accounts, which are others here.
  if (Array.isArray(value))
    return value
      .filter((each) => !isStaff(each))
      .map(plain)
      .toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, each]) => (NOT_COMPARED.has(key) ? [] : [[key, plain(each)] as const])),
  )
}

type Reader = { t: TestApp; who: TestPerson; back: (text: string) => string }
type Answer = { status: number; text: string; rows: Record<string, unknown>[] }

const readOne = async ({ t, who, back }: Reader, url: string): Promise<Answer> => {
  const answer = await t.request(who, { method: 'GET', url: `/api/v1${url}` })
  const body = back(answer.body.replaceAll(SIGNED, ''))
  const isJson = String(answer.headers['content-type']).includes('json')
  const { data } = isJson ? (JSON.parse(answer.body) as { data?: unknown }) : {}
  return {
    status: answer.statusCode,
    text: isJson
      ? JSON.stringify(plain(JSON.parse(body)))
      : body
          .split('\n')
          .filter((line) => !STAFF.test(line))
          .toSorted()
          .join('\n'),
    rows: Array.isArray(data) ? (data as Record<string, unknown>[]) : [],
  }
}

/** `same` counts answers with something in them, `records` those of single records. */
export type Compared = { same: number; records: number; different: string[] }

/** How many records of a list are opened. */
const OPENED = 4

/**
 * Compares all reads of a person: those without a place in their address, and those of records whose list has been read. `to`
 * turns an id there into the one here.
 */
export const compareReads = async (there: Reader, here: Reader, to: (id: string) => string): Promise<Compared> => {
  const result: Compared = { same: 0, records: 0, different: [] }
  const rowsOf = new Map<string, Record<string, unknown>[]>()
  const compare = async (route: string, from: string, into: string) => {
    const [left, right] = [await readOne(there, from), await readOne(here, into)]
    if (left.status === right.status && left.text === right.text) result.same += left.status === 200 ? 1 : 0
    else result.different.push(`${route} (${from})\n${left.status} ${left.text}\n${right.status} ${right.text}`)
    if (left.status === 200 && route.includes(':')) result.records += 1
    return left
  }
  const routes = endpoints
    .filter(({ method, path }) => method === 'GET' && !OWN_OF_EACH.has(path))
    .map(({ path }) => path)
  for (const route of routes.filter((path) => !path.includes(':')))
    rowsOf.set(route, (await compare(route, route, route)).rows)
  for (const route of routes) {
    const [, list = '', name = '', rest = ''] = /^([^:]+)\/:(\w+)((?:\/[^:]+)?)$/.exec(route) ?? []
    const key = /slug/i.test(name) ? 'slug' : 'id'
    for (const row of (rowsOf.get(list) ?? []).filter((each) => !isStaff(each)).slice(0, OPENED)) {
      const value = row[key]
      if (value === undefined || value === null) continue
      await compare(route, `${list}/${value}${rest}`, `${list}/${to(String(value))}${rest}`)
    }
  }
  return result
}
