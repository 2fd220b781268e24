/** What JSON Schema says about a value, as far as contracts use it. */
export type JsonSchema = {
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
  propertyNames?: JsonSchema
  items?: JsonSchema
  minItems?: number
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  contentMediaType?: string
  default?: unknown
  $ref?: string
  $defs?: Record<string, JsonSchema>
}

const DAY = '2026-03-02'
const UUID = '0199d2c4-6a10-7b3e-9c41-2f8de5a71b06'

/** Texts by the name of their field, taken from the demo; a field ending in the name gets them as well (`billing_city`). */
const TEXTS: Record<string, string> = {
  person: 'external:E-1042',
  external_id: 'E-1042',
  token_name: 'HR system',
  hint: 'wK3p',
  title: 'OSHA 10-Hour Construction',
  course: 'OSHA 10-Hour Construction',
  course_title: 'OSHA 10-Hour Construction',
  course_slug: 'osha-10-hour-construction',
  custom_page_title: 'OSHA 10-Hour Construction',
  meta_title: 'OSHA 10-Hour Construction, online',
  description: 'Ten hours of safety training for crews on construction sites.',
  meta_description: 'Ten hours of safety training for crews on construction sites.',
  seo_keywords: 'osha 10, construction, safety',
  slug: 'osha-10-hour-construction',
  subject_type: 'course',
  button_name: 'OSHA 10',
  label: 'OSHA 10',
  audience: 'Construction workers and their supervisors',
  reqs: 'None',
  name: 'Granite Builders Academy',
  company_name: 'Granite Builders Academy',
  portal_name: 'Granite Builders Academy',
  type_name: 'Order',
  status_name: 'Completed',
  order_status_name: 'Completed',
  first_name: 'Lena',
  middle_name: 'Rae',
  last_name: 'Ortiz',
  display_name: 'Lena Ortiz',
  holder_name: 'Lena Ortiz',
  author_name: 'Lena Ortiz',
  impersonator_name: 'Sam Parker',
  signer_name: 'Ivan Brooks',
  signer_title: 'Lead instructor',
  username: 'lena-ortiz',
  badge_number: '10442',
  email: 'lena@example.com',
  emails: 'lena@example.com',
  phone: '3035550142',
  direct_number: '3035550142',
  fax: '3035550143',
  website: 'https://granite.example.com',
  country: 'US',
  state: 'CO',
  city: 'Denver',
  address: '1200 Quarry Road',
  address_2: 'Suite 210',
  zip_code: '80202',
  postal_code: '80202',
  po_inbox: 'PO Box 88',
  address_link: 'https://maps.example.com/granite',
  text: '<p>Check the ladder before you climb it.</p>',
  comment: 'Well done. Mind the anchor points next time.',
  excerpt: 'How often does a ladder have to be checked?',
  question: 'How often does a ladder have to be checked?',
  answer: '<p>Before every use.</p>',
  explanation: 'A ladder is checked before every use.',
  reply: 'Thank you for your review.',
  about_us: '<p>We train construction crews in Colorado.</p>',
  terms: '<p>Seats can be returned within 30 days.</p>',
  features: 'Wallet card included',
  message: 'The course starts on Monday.',
  reason: 'The crew was booked twice',
  place: 'Denver, CO',
  search: 'ladder',
  cursor: 'WzEyLCIyMDI2LTAzLTAyIl0',
  next_cursor: 'WzEyLCIyMDI2LTAzLTAyIl0',
  older_cursor: 'WzEyLCIyMDI2LTAzLTAyIl0',
  token: 'q7Zt1xN0bY3mR8uW5sK2',
  signature: '6f1c0b9a3d27',
  password: 'Ladder-safe-9',
  password_confirmation: 'Ladder-safe-9',
  time_zone: 'America/Denver',
  currency: 'USD',
  code: 'en',
  number: 'CT-2026-004217',
  certificate_number: 'CT-2026-004217',
  order_number: 'GR-10482',
  invoice_number: 'INV-10482',
  carrier: 'usps',
  carrier_text: 'USPS Priority Mail',
  tracking_number: '9400111899223856924771',
  payment_reference: 'pi_3QkV2nGranite10482',
  avatar: `/api/v1/media/${UUID}`,
  logo: `/api/v1/media/${UUID}`,
  image: `/api/v1/media/${UUID}`,
  favicon: `/api/v1/media/${UUID}`,
  thumbnail: `/api/v1/media/${UUID}`,
  cover: `/api/v1/media/${UUID}`,
  color: '#1d4e89',
  background: '#f4f6f8',
  url: 'https://granite.example.com/course/osha-10-hour-construction',
  link: 'https://granite.example.com/course/osha-10-hour-construction',
  href: 'https://granite.example.com/contact-us',
  landing_path: '/course/osha-10-hour-construction',
  video: 'https://vimeo.com/76979871',
  video_id: '76979871',
  icon: 'helmet',
  key: 'courses/12/manual.pdf',
  mime_type: 'application/pdf',
  file_name: 'ladder-checklist.pdf',
  version: '1.2',
  sco: 'sco-1',
  identifier: 'sco-1',
  entry: 'index.html',
  lesson_location: 'page-4',
  score_raw: '92',
  host: 'training.granite.example.com',
  google_analytic_id: 'G-4QJ7N2V8TD',
  action: 'course.update',
  event: 'course.finished',
  resource: 'courses',
  path: '/course/osha-10-hour-construction',
  account_id: 'acct_1QkGranite',
  channel_name: 'private-user.57',
  socket_id: '4215.901',
  app_id: 'GRANITE01',
  account_sid: 'AC0123456789abcdef0123456789abcdef',
  sender: '+12125550147',
  student_id: '57',
}

/** Numbers by the name of their field. */
const NUMBERS: Record<string, number> = {
  id: 12,
  portal_id: 3,
  user_id: 57,
  course_id: 12,
  related_id: 840,
  per_page: 20,
  price: 79,
  credit_price: 45,
  unit_price: 79,
  lowest_price: 79,
  total: 158,
  subtotal: 158,
  expected_total: 158,
  amount: 79,
  gross: 158,
  fee: 4.88,
  tax: 0,
  size: 248_310,
  score: 92,
  passing_score: 70,
  progress: 60,
  percent: 60,
  rating: 4,
  average: 4.6,
  quantity: 2,
  credits: 10,
  seats: 24,
  count: 8,
  sort_number: 1,
  time_limit_minutes: 60,
  duration_minutes: 600,
  duration: 600,
  minutes: 15,
  valid_months: 36,
  questions_count: 20,
  learners_count: 48,
  managers_count: 2,
  reviews_count: 31,
  weight: 1.2,
  width: 8.5,
  height: 1,
  length: 11,
  milliseconds: 60_000,
  monthly_price: 99,
  annual_price: 990,
  annual_credits: 120,
  trial_days: 14,
}

const BY_FORMAT: Record<string, string> = {
  'date-time': '2026-03-02T15:30:00.000Z',
  date: DAY,
  uuid: UUID,
  email: 'lena@example.com',
  uri: 'https://granite.example.com',
}

/** Tried for patterns that require a special format. */
const FORMS = [
  ...Object.values(BY_FORMAT),
  '80202',
  '4215.901',
  'private-user.57',
  '#1d4e89',
  'en',
  'CO',
  'ladder',
  '12',
]

const TIMES: Record<string, string> = {
  created_at: '2026-02-16T14:05:00.000Z',
  starts_at: '2026-02-16T14:05:00.000Z',
  date_from: '2026-02-01',
  from: '2026-02-01',
  expires_at: '2029-03-02T15:30:00.000Z',
  ends_at: '2027-03-02T15:30:00.000Z',
  due_at: '2026-04-01T21:00:00.000Z',
}

const exampleIn = <T>(values: Record<string, T>, name: string): T | undefined => {
  if (Object.hasOwn(values, name)) return values[name]
  const ending = Object.keys(values).find((key) => key.length > 3 && name.endsWith(`_${key}`))
  return ending === undefined ? undefined : values[ending]
}

const textOf = (schema: JsonSchema, name: string): string => {
  if (schema.contentMediaType) return '@ladder-checklist.pdf'
  const { format, pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY } = schema
  if (format === 'uuid') return UUID
  const matches = (text: string) => !pattern || new RegExp(pattern).test(text)
  const own = exampleIn(format === 'date' || format === 'date-time' ? TIMES : TEXTS, name)
  const first = [own, format && BY_FORMAT[format], ...(pattern ? FORMS : [])].find(
    (text) => typeof text === 'string' && matches(text),
  )
  const example = first ?? (/(?:uuid|uuids)$/.test(name) ? UUID : name.replaceAll('_', ' '))
  if (pattern) return example
  return example.slice(0, maxLength).padEnd(Math.min(minLength, 100), '.')
}

const numberOf = (schema: JsonSchema, name: string): number => {
  const isWhole = schema.type === 'integer' || (Array.isArray(schema.type) && schema.type.includes('integer'))
  const { exclusiveMinimum, exclusiveMaximum, minimum, maximum } = schema
  const step = isWhole ? 1 : 0.01
  const least = exclusiveMinimum === undefined ? (minimum ?? Number.NEGATIVE_INFINITY) : exclusiveMinimum + step
  const most = exclusiveMaximum === undefined ? (maximum ?? Number.POSITIVE_INFINITY) : exclusiveMaximum - step
  const example = exampleIn(NUMBERS, name) ?? (/_?ids?$/i.test(name) ? 12 : /_count$/.test(name) ? 8 : 1)
  const bounded = Math.min(Math.max(example, least), most)
  return isWhole ? Math.round(bounded) : bounded
}

const isNull = (schema: JsonSchema) => schema.type === 'null' || schema.const === null

type Wish = {
  /** Fields that may be left out are left out. */
  isShort?: boolean
  /** Where `$ref` is looked up; the schema itself at first. */
  root?: JsonSchema
}

const DEEPEST = 8

/** A believable value that fits the schema: what the demo holds where a field's name is known. */
export const exampleOf = (schema: JsonSchema, name = '', wish: Wish = {}, depth = 0): unknown => {
  const inside = { ...wish, root: wish.root ?? schema }
  const go = (part: JsonSchema, as = name) => exampleOf(part, as, inside, depth + 1)
  if (schema.$ref) {
    const target = schema.$ref.replace(/^#\/?/, '').split('/').filter(Boolean)
    const resolved = target.reduce<unknown>((at, key) => (at as Record<string, unknown>)?.[key], inside.root)
    return depth > DEEPEST ? null : go((resolved as JsonSchema) ?? {})
  }
  if ('const' in schema) return schema.const
  // The first page of a list.
  if (name === 'prev_cursor') return null
  if (schema.enum) return schema.enum.find((value) => value !== null && value !== '') ?? schema.enum[0]
  if (schema.allOf) return go(Object.assign({}, ...schema.allOf) as JsonSchema)
  const options = schema.anyOf ?? schema.oneOf
  if (options) return go(options.find((option) => !isNull(option)) ?? options[0] ?? {})
  const types = [schema.type].flat()
  const type = types.find((one) => one !== 'null') ?? (schema.properties ? 'object' : types[0])
  switch (type) {
    case 'object': {
      const { properties = {}, required = [], additionalProperties, propertyNames } = schema
      const names = Object.keys(properties).filter((key) => !wish.isShort || required.includes(key))
      const own = Object.fromEntries(names.map((key) => [key, go(properties[key] ?? {}, key)]))
      if (names.length > 0 || typeof additionalProperties !== 'object' || wish.isShort) return own
      const key = propertyNames ? String(go(propertyNames)) : 'title'
      return { [key]: go(additionalProperties, key) }
    }
    case 'array': {
      const count = Math.max(schema.minItems ?? 0, depth > DEEPEST ? 0 : 1)
      return Array.from({ length: count }, () =>
        go(schema.items ?? {}, name.replace(/\[\]$/, '').replace(/ies$/, 'y').replace(/s$/, '')),
      )
    }
    case 'string':
      return textOf(schema, name)
    case 'integer':
    case 'number':
      return numberOf(schema, name)
    case 'boolean':
      return typeof schema.default === 'boolean'
        ? schema.default
        : !/^is_(blocked|archived|paused|invalid|draft|canceled|locked)/.test(name)
    default:
      return type === 'null' ? null : {}
  }
}
