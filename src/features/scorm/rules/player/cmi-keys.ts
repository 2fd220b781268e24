import { parseTimespan } from '#features/scorm/rules/player/timespan.ts'
import { LESSON_STATUSES } from '#features/scorm/rules/prerequisites.ts'

/** The data of one SCO: every element that was set, by its full name. */
export type Cmi = Record<string, string>

/** What is kept of suspend data: 1 MiB, since real content writes more than the standard knows (SCO-033). */
export const SUSPEND_DATA_LIMIT = 1_048_576
/** What players of SCORM take at most; longer data is kept and marked for those who look at the attempt. */
export const SUSPEND_DATA_STANDARD = 64_000
/** SCORM 1.2 knows 255 characters, SCORM 2004 1,000; content made for both writes longer places. */
export const LOCATION_LIMIT = 1000
const ID_LIMIT = 255

/**
 * How the journal describes suspend data without repeating it; data beyond the standard's length is marked (SCO-033).
 */
export const describeSuspendData = (length: number): string =>
  `${length} characters${length > SUSPEND_DATA_STANDARD ? `, more than the ${SUSPEND_DATA_STANDARD} of the standard` : ''}`
/** Elements of one SCO, so that a script in a package cannot fill the table. */
export const KEY_LIMIT = 10_000
const TEXT_LIMIT = 4096
const INDEX = '(?:0|[1-9]\\d{0,2})'

type Check = (value: string) => boolean
const upTo =
  (limit: number): Check =>
  (value) =>
    value.length <= limit
const oneOf =
  (...words: readonly string[]): Check =>
  (value) =>
    words.includes(value)
const isScore: Check = (value) =>
  value === '' || (/^\d{1,3}(?:\.\d{1,10})?$/.test(value) && Number(value) >= 0 && Number(value) <= 100)

const keyPattern = (pattern: string) => new RegExp(`^cmi\\.${pattern.replaceAll('.', '\\.').replaceAll('#', INDEX)}$`)

/** What content may set, and which values are taken (SCORM 1.2 run-time environment, 3.4). */
const WRITABLE: readonly (readonly [RegExp, Check])[] = [
  [keyPattern('suspend_data'), upTo(SUSPEND_DATA_LIMIT)],
  [keyPattern('core.lesson_location'), upTo(LOCATION_LIMIT)],
  [keyPattern('core.lesson_status'), oneOf(...LESSON_STATUSES)],
  [keyPattern('core.score.(?:raw|min|max)'), isScore],
  [keyPattern('core.session_time'), (value) => parseTimespan(value) !== null],
  [keyPattern('core.exit'), oneOf('', 'time-out', 'suspend', 'logout')],
  [keyPattern('comments'), upTo(TEXT_LIMIT)],
  [keyPattern('objectives.#.id'), upTo(ID_LIMIT)],
  [keyPattern('objectives.#.score.(?:raw|min|max)'), isScore],
  [keyPattern('objectives.#.status'), oneOf(...LESSON_STATUSES)],
  [keyPattern('student_preference.(?:audio|language|speed|text)'), upTo(ID_LIMIT)],
  [keyPattern('interactions.#.(?:id|time|type|weighting|student_response|result|latency)'), upTo(TEXT_LIMIT)],
  [keyPattern('interactions.#.objectives.#.id'), upTo(ID_LIMIT)],
  [keyPattern('interactions.#.correct_responses.#.pattern'), upTo(TEXT_LIMIT)],
]

/** What a snapshot of the player also holds, and what never comes from there. */
const READ_ONLY =
  /^cmi\.(?:core\.(?:student_id|student_name|credit|entry|total_time|lesson_mode)|launch_data|comments_from_lms|student_data\..*)$|\._(?:children|count|version)$/

export type KeyVerdict = 'kept' | 'ignored' | 'refused'

/** Whether an element set by the content is kept, silently ignored because it is ours, or refused. */
export const judgeElement = (key: string, value: unknown): KeyVerdict => {
  if (READ_ONLY.test(key)) return 'ignored'
  const check = WRITABLE.find(([pattern]) => pattern.test(key))?.[1]
  return typeof value === 'string' && check?.(value) ? 'kept' : 'refused'
}

/** A value that jsonb can store: text, or its JSON form if it has null characters or halves of surrogate pairs. */
export type StoredValue = string | { escaped: string }

const isStorable = (value: string): boolean => !value.includes('\0') && value.isWellFormed()

/** The data as jsonb can hold it, without loss: some content packs its state into characters that jsonb refuses. */
export const storeCmi = (cmi: Cmi): Record<string, StoredValue> =>
  Object.fromEntries(
    Object.entries(cmi).map(([key, value]) => [key, isStorable(value) ? value : { escaped: JSON.stringify(value) }]),
  )

/** The data that storeCmi was given. */
export const restoreCmi = (stored: Record<string, StoredValue>): Cmi =>
  Object.fromEntries(
    Object.entries(stored).map(([key, value]) => [
      key,
      typeof value === 'string' ? value : (JSON.parse(value.escaped) as string),
    ]),
  )
