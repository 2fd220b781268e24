// How what names a record is written in a portal that moves: its rows get other ids there, the same distance apart. These are
// pure functions from the text of a column, as COPY writes it, to the text that takes its place.
import { deflateSync, inflateSync } from 'node:zlib'

/** The ids of a portal in its new place. */
export type Move = {
  portal: { from: number; to: number }
  /** Added to every id of the portal's own records, which is above all ids of the installation then. */
  offset: number
  /** The account of a person here; null for one that the file does not have. */
  userOf: (id: number) => number | null
  /** The plan with the same short name here. */
  planOf: (id: number) => number | null
}

/** A row by its columns, as COPY writes them. */
export type Row = Record<string, string | null>

/** What a number under a key of JSON names. */
type Named = 'id' | 'user' | 'portal' | 'plan'

const USERS = new Set([
  'user_id',
  'user_ids',
  'learner_id',
  'manager_id',
  'curator_id',
  'instructor_id',
  'instructor_ids',
  'actor_id',
  'author_user_id',
  'impersonator_id',
])
const PORTALS = new Set(['portal_id', 'portal_ids', 'source_portal_id', 'to_portal_id', 'subscription_portal_id'])
/** Names that other systems gave. */
const OF_OTHERS = new Set(['video_id', 'external_id', 'client_id', 'role_id', 'account_id', 'google_analytic_id'])
const IS_ID = /(^|_)ids?$/

/** What numbers under a key name; null where they are only numbers. */
export const namedBy = (key: string): Named | null => {
  if (!IS_ID.test(key) || OF_OTHERS.has(key)) return null
  if (USERS.has(key)) return 'user'
  if (PORTALS.has(key)) return 'portal'
  return key === 'plan_id' ? 'plan' : 'id'
}

/** 0 stands for none, and negative numbers for what is no record. */
export const shifted = (id: number, { offset }: Move): number => (id > 0 ? id + offset : id)

const moved = (named: Named, id: number, move: Move): number | null => {
  if (named === 'user') return move.userOf(id)
  if (named === 'plan') return move.planOf(id)
  if (named === 'portal') return id === move.portal.from ? move.portal.to : null
  return shifted(id, move)
}

const DIGITS = /^[1-9]\d{0,15}$/

type JsonOptions = {
  /** Filters of lists are words, ids too. */
  hasWords?: boolean
  /** What a key names here, where that is something else. */
  names?: Readonly<Record<string, Named>>
}

const walk = (value: unknown, named: Named | null, move: Move, options: JsonOptions): unknown => {
  if (typeof value === 'number') return named ? moved(named, value, move) : value
  if (typeof value === 'string') {
    if (!named || !options.hasWords || !DIGITS.test(value)) return value
    const id = moved(named, Number(value), move)
    return id === null ? null : String(id)
  }
  if (Array.isArray(value)) return value.map((each) => walk(each, named, move, options))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => {
      // A change of an id is written as the one before and the one after it.
      const isChange = named !== null && (key === 'from' || key === 'to')
      return [key, walk(each, isChange ? named : (options.names?.[key] ?? namedBy(key)), move, options)]
    }),
  )
}

export const moveJson = (text: string, move: Move, options: JsonOptions = {}): string =>
  JSON.stringify(walk(JSON.parse(text), null, move, options))

/** What a recorded change holds: fields by name, each with its value before and after; tags are records, a team is a person. */
export const moveChanged = (text: string, move: Move): string =>
  moveJson(text, move, {
    names: {
      tags: 'id',
      manager_id: 'user',
      catalog_terms: 'id',
      instructors: 'user',
      partner_company_id: 'id',
      certificate_template_id: 'id',
    },
  })

export const moveId = (text: string, move: Move): string => String(shifted(Number(text), move))

/** An array of ids as PostgreSQL writes it. */
export const moveIds = (text: string, move: Move): string =>
  text.replace(/\d+/g, (id) => String(shifted(Number(id), move)))

const KEY_WITH_PORTAL = /^([a-z-]+)\/\d+\/(.+)$/
/** Files of these are named by the id of their record. */
const NAMED_BY_RECORD = new Set(['imports', 'exports'])

/** The key of a file. Its folder is named after the portal, or after the package alone. */
export const moveFileKey = (key: string, move: Move): string => {
  const [, kind = '', name = ''] = KEY_WITH_PORTAL.exec(key) ?? []
  if (kind === '') return key
  const own = NAMED_BY_RECORD.has(kind) ? name.replace(/^\d+(?=\.)/, (id) => moveId(id, move)) : name
  return `${kind}/${move.portal.to}/${own}`
}

/** Words with places for ids: `{id}` of a record, `{user}` of a person, `*` for what stays. */
type Pattern = { expression: RegExp; places: readonly string[] }

const patternOf = (words: string): Pattern => {
  const places = words.split(/(\{id\}|\{user\}|\*)/).filter(Boolean)
  const source = places.map((part) => {
    if (part === '*') return '(.*?)'
    return part === '{id}' || part === '{user}' ? '(\\d*)' : `(${part.replace(/[.:/-]/g, '\\$&')})`
  })
  return { expression: new RegExp(`^${source.join('')}$`), places }
}

const movePart = (place: string | undefined, part: string, move: Move): string => {
  if (part === '') return ''
  if (place === '{user}') return String(move.userOf(Number(part)) ?? 0)
  return place === '{id}' ? moveId(part, move) : part
}

/** A text in the first pattern that it has; null where it has none. */
const movePattern = (text: string, patterns: readonly Pattern[], move: Move): string | null => {
  for (const { expression, places } of patterns) {
    const match = expression.exec(text)
    if (match) return places.map((place, at) => movePart(place, match[at + 1] ?? '', move)).join('')
  }
  return null
}

/** Under these a mail or a notification is sent once. */
const MESSAGES = [
  'report:{id}:*:{user}',
  'subscription-end:{id}:*:{user}',
  'sign-on-domain:{id}:*:{user}',
  'shared-course:{id}:*:{user}',
  'custom-domain:{id}:*:{user}',
  'custom-email:{id}:*:{user}',
  'second-factor-reminder:{user}:*',
  'bulk-reminder:{id}',
  'refund-failed:{id}:{user}',
  'refund-failed:{id}',
  'certificate-issued:{id}',
  'certificate-revoked:{id}',
  'enrolled:{id}',
  'invoice:{id}',
  'export:{id}',
  'question-message:{id}',
  'refund:{id}',
  'invitation:{id}:*',
  'invited:{id}:*',
  'callback:{id}:*',
].map(patternOf)

/** Under these the ledger of credits writes a movement once. */
const LEDGER = [
  'purchase:{id}:*:{id}:{user}:{id}:refund-{id}',
  'purchase:{id}:*:{id}:{user}:{id}',
  'plan:order-{id}:refund-{id}',
  'plan:{id}:order-{id}',
  'plan:{id}:*',
].map(patternOf)

/** Where in a portal a notification leads. Names of courses stand in addresses too, and some are numbers. */
const LINKS = [
  '/courses/builder/*/assignment-progress/{user}/{id}/{id}',
  '/courses/learner/*/{id}/outline/assignments/{id}',
  '/courses/learner/*/{id}/questions/{id}',
  '/courses/learner/*/{id}/*',
  '/admin/callbacks/{id}',
  '/orders/{id}',
  '/api/v1/exports/{id}/download',
].map(patternOf)

export const moveMessageKey = (key: string, move: Move): string | null => movePattern(key, MESSAGES, move)
export const moveLedgerKey = (key: string, move: Move): string | null => movePattern(key, LEDGER, move)
export const moveLink = (link: string, move: Move): string | null => movePattern(link, LINKS, move)

/** An outline as progress reads it: types with their ids. */
export const moveOutline = (packed: string, move: Move): string =>
  packed.replace(/([A-Za-z]+) (\d+)/g, (_, type: string, id: string) => `${type} ${moveId(id, move)}`)

/** The blocks of a page in their compressed form. */
export const moveBlocks = (packed: string, move: Move): string =>
  deflateSync(moveJson(inflateSync(Buffer.from(packed, 'base64')).toString('utf8'), move)).toString('base64')
