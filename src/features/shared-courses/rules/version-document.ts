/** A published version of a course as another portal receives it: everything in it, with the ids of the source. */
export type VersionDocument = {
  /** The address of the course in its portal, and its former ones. */
  slugs: readonly string[]
  origin: string
  items: DocumentItem[]
  pools: DocumentPool[]
}

export type DocumentItem = {
  item_type: string
  item_id: number
  module_id: number | null
  place_id: number
  sort_number: number
  title: string | null
  content: Record<string, unknown>
}

export type DocumentPool = {
  exam_id: number
  question_pool_id: number
  questions_count: number | null
  sort_number: number
  title: string
  questions: DocumentQuestion[]
}

export type DocumentQuestion = {
  id: number
  type: string
  text: string
  explanation: string | null
  answers: { id: number; text: string; is_correct: boolean }[]
}

/** What is made in the receiving portal for something of the source, and found again by the next update. */
export const KINDS = {
  place: 'outline_items',
  module: 'modules',
  module_item: 'module_items',
  exam: 'exams',
  pool: 'question_pools',
  question: 'questions',
  answer: 'question_answers',
  assignment: 'assignments',
  assignment_material: 'assignment_materials',
  scorm: 'scorm_modules',
  cloud: 'cloud_scorm_modules',
} as const

export type Kind = keyof typeof KINDS

const KIND_OF: Record<string, Kind> = {
  Module: 'module',
  Exam: 'exam',
  Survey: 'exam',
  Assignment: 'assignment',
  ScormModule: 'scorm',
  CloudScormModule: 'cloud',
}

/** The kind of an item: those inside of modules are all of one. */
export const kindOf = ({ item_type, module_id }: Pick<DocumentItem, 'item_type' | 'module_id'>): Kind =>
  module_id === null ? (KIND_OF[item_type] as Kind) : 'module_item'

type Material = { id: number; media_id: number }
type Caption = { media_id: number; language: string; label: string }

/** The further files of an assignment. */
export const materialsOf = ({ content }: DocumentItem): Material[] =>
  (content['materials'] as Material[] | null | undefined) ?? []

/** The captions of an audio or a video. */
export const captionsOf = ({ content }: Pick<DocumentItem, 'content'>): Caption[] =>
  (content['captions'] as Caption[] | null | undefined) ?? []

/** The ids of everything in a version, by kind. */
export const idsIn = ({ items, pools }: VersionDocument): Record<Kind, number[]> => {
  const ids = Object.fromEntries(Object.keys(KINDS).map((kind) => [kind, new Set<number>()])) as Record<
    Kind,
    Set<number>
  >
  for (const item of items) {
    ids[kindOf(item)].add(item.item_id)
    if (item.module_id === null) ids.place.add(item.place_id)
    for (const { id } of materialsOf(item)) ids.assignment_material.add(id)
  }
  for (const pool of pools) {
    ids.pool.add(pool.question_pool_id)
    for (const question of pool.questions) {
      ids.question.add(question.id)
      for (const { id } of question.answers) ids.answer.add(id)
    }
  }
  return Object.fromEntries(Object.entries(ids).map(([kind, set]) => [kind, [...set]])) as Record<Kind, number[]>
}

/** The SCORM packages that a version names. */
export const packagesIn = ({ items }: VersionDocument): number[] => [
  ...new Set(
    items.flatMap(({ item_type, content }) =>
      item_type === 'ScormModule' && content['scorm_id'] !== null ? [content['scorm_id'] as number] : [],
    ),
  ),
]
