import {
  captionsOf,
  type DocumentItem,
  type Kind,
  kindOf,
  materialsOf,
  type VersionDocument,
} from './version-document.ts'

/** Finds what the receiving portal has for something of the source. */
export type Own = {
  id: (kind: Kind, sourceId: number) => number
  media: (sourceId: number) => number
  package: (sourceId: number) => number | null
  /** A text with its links leading to the received course. */
  text: (html: string) => string
}

type Place = { portal_id: number; course_id: number; now: string }
type Row = Record<string, unknown>

export type ReceivedRows = {
  modules: Row[]
  module_items: Row[]
  exams: Row[]
  question_pools: Row[]
  questions: Row[]
  question_answers: Row[]
  exam_question_pools: {
    exam_id: number
    question_pool_id: number
    questions_count: number | null
    sort_number: number
  }[]
  assignments: Row[]
  assignment_materials: Row[]
  scorm_modules: Row[]
  cloud_scorm_modules: Row[]
  outline_items: Row[]
}

/** The rows that a received course consists of after a version of its source was taken. */
export const rowsOf = (document: VersionDocument, own: Own, { portal_id, course_id, now }: Place): ReceivedRows => {
  const textOf = (value: unknown) => (typeof value === 'string' ? own.text(value) : null)
  const mediaOf = (value: unknown) => (typeof value === 'number' ? own.media(value) : null)
  const of = (...types: string[]) =>
    document.items.filter((item) => item.module_id === null && types.includes(item.item_type))
  const base = (kind: Kind, id: number) => ({ id: own.id(kind, id), portal_id })
  const titled = (item: DocumentItem) => ({ ...base(kindOf(item), item.item_id), course_id, title: item.title })

  return {
    modules: of('Module').map(titled),
    module_items: document.items
      .filter((item) => item.module_id !== null)
      .map(({ item_type, item_id, module_id, sort_number, title, content }) => ({
        ...base('module_item', item_id),
        module_id: own.id('module', module_id as number),
        itemable_type: item_type,
        title,
        sort_number,
        text: textOf(content['text']),
        media_id: mediaOf(content['media_id']),
        video_provider: content['video_provider'],
        video_id: content['video_id'],
        video_hash: content['video_hash'],
        captions: captionRows(content, own),
        deleted_at: null,
        updated_at: now,
      })),
    exams: of('Exam', 'Survey').map((item) => ({
      ...titled(item),
      ...item.content,
      type: item.item_type === 'Exam' ? 'exam' : 'survey',
      description: textOf(item.content['description']),
    })),
    question_pools: [...new Map(document.pools.map((pool) => [pool.question_pool_id, pool])).values()].map((pool) => ({
      ...base('pool', pool.question_pool_id),
      title: pool.title,
      is_received: true,
      created_at: now,
      updated_at: now,
    })),
    ...questionRows(document, own, portal_id),
    exam_question_pools: document.pools.map(({ exam_id, question_pool_id, questions_count, sort_number }) => ({
      exam_id: own.id('exam', exam_id),
      question_pool_id: own.id('pool', question_pool_id),
      questions_count,
      sort_number,
    })),
    assignments: of('Assignment').map((item) => {
      const { materials: _, media_id, reqs, ...content } = item.content
      return { ...titled(item), ...content, reqs: textOf(reqs), media_id: mediaOf(media_id) }
    }),
    assignment_materials: of('Assignment').flatMap((item) =>
      materialsOf(item).map(({ id, media_id }) => ({
        ...base('assignment_material', id),
        assignment_id: own.id('assignment', item.item_id),
        media_id: own.media(media_id),
      })),
    ),
    scorm_modules: of('ScormModule').map((item) => ({
      ...titled(item),
      slug: item.content['slug'],
      scorm_id: typeof item.content['scorm_id'] === 'number' ? own.package(item.content['scorm_id']) : null,
    })),
    cloud_scorm_modules: of('CloudScormModule').map((item) => ({ ...titled(item), ...item.content })),
    outline_items: document.items
      .filter((item) => item.module_id === null)
      .map((item) => ({
        ...base('place', item.place_id),
        course_id,
        itemable_type: item.item_type,
        itemable_id: own.id(kindOf(item), item.item_id),
        sort_number: item.sort_number,
        deleted_at: null,
      })),
  }
}

/** The captions of an audio or a video with the files of this portal; null where it has none. */
const captionRows = (content: DocumentItem['content'], own: Own) =>
  content['captions'] ? captionsOf({ content }).map((one) => ({ ...one, media_id: own.media(one.media_id) })) : null

/** The questions of all pools with their answers; a pool from which two exams draw stands in a version twice. */
const questionRows = ({ pools }: VersionDocument, own: Own, portal_id: number) => {
  const once = [...new Map(pools.map((pool) => [pool.question_pool_id, pool])).values()]
  const all = once.flatMap(({ question_pool_id, questions }) =>
    questions.map((question, index) => ({ question_pool_id, question, sort_number: index + 1 })),
  )
  return {
    questions: all.map(({ question_pool_id, question, sort_number }) => ({
      id: own.id('question', question.id),
      portal_id,
      question_pool_id: own.id('pool', question_pool_id),
      text: own.text(question.text),
      type: question.type,
      explanation: question.explanation === null ? null : own.text(question.explanation),
      sort_number,
      deleted_at: null,
    })),
    question_answers: all.flatMap(({ question }) =>
      question.answers.map(({ id, text, is_correct }, index) => ({
        id: own.id('answer', id),
        portal_id,
        question_id: own.id('question', question.id),
        text,
        is_correct,
        sort_number: index + 1,
        deleted_at: null,
      })),
    ),
  }
}
