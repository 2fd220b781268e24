import type { PublicationNumber } from './types.ts'

export type DemoQuestion = {
  text: string
  type: 'single' | 'multiple' | 'boolean'
  /** Right answers are marked with a leading `*`. */
  answers: readonly string[]
  explanation?: string
}
export type DemoItem =
  | { kind: 'module'; title: string; items: readonly DemoModuleItem[] }
  | {
      kind: 'exam' | 'survey'
      title: string
      description?: string
      attempts_number?: number
      passing_score?: number
      questions_count?: number
      time_limit_minutes?: number
      questions: readonly DemoQuestion[]
    }
  | { kind: 'scorm'; title: string }
  | { kind: 'cloud-scorm'; title: string }
  | { kind: 'assignment'; title: string; reqs: string; attempts: number; score: number }
export type DemoModuleItem =
  | { kind: 'text'; title: string; text: string }
  | { kind: 'document'; title: string }
  | { kind: 'audio'; title: string; file: string }
  | { kind: 'video'; title: string; video: string }

export type DemoCourse = {
  title: string
  cover: string
  description: string
  meta_description: string
  duration_minutes: number
  categories: readonly string[]
  is_sequential?: boolean
  is_certificate_required?: boolean
  valid_months?: number
  publication_status: PublicationNumber
  /** Tiers: quantity from, price in dollars. */
  prices: readonly (readonly [number, number])[]
  outline: readonly DemoItem[]
}
