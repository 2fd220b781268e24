import { moduleItemTitle } from '#features/outline/web/public.ts'
import type { Wire } from '#kernel/endpoint.ts'
import type { listVersionChanges } from '../contract.ts'

export type Change = Wire<typeof listVersionChanges>['data'][number]

/** What an item is called: a text without a title by its kind. */
export const changeTitle = ({ item_type: type, title }: Change): string =>
  type === 'Text' || type === 'Document' || type === 'Audio' || type === 'Video'
    ? moduleItemTitle(type, title)
    : (title ?? '')

const FIELD_WORDS: Readonly<Record<string, string>> = {
  title: 'title',
  place: 'position',
  text: 'text',
  media_id: 'file',
  video_provider: 'video',
  video_id: 'video',
  video_hash: 'video',
  captions: 'captions',
  description: 'description',
  attempts: 'attempts',
  attempts_number: 'attempts',
  passing_score: 'passing score',
  score: 'passing score',
  shuffle_questions: 'order of questions',
  time_limit_minutes: 'time limit',
  allows_offline: 'use offline',
  questions: 'questions',
  reqs: 'instructions',
  restrict_user_to_upload: 'ways to respond',
  allow_text_response: 'ways to respond',
  materials: 'materials',
  slug: 'address',
  scorm_id: 'package',
}

/** What differs in an item, in words: "text, file and questions". */
export const fieldsInWords = (fields: readonly string[]): string => {
  const words = [...new Set(fields.map((field) => FIELD_WORDS[field] ?? field))]
  return new Intl.ListFormat('en-US').format(words)
}

/** "Version 2" or "Versions 1 and 2". */
export const versionsInWords = (versions: readonly number[]): string =>
  `${versions.length === 1 ? 'Version' : 'Versions'} ${new Intl.ListFormat('en-US').format(versions.map(String))}`
