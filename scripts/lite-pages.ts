// The heaviest lite pages, drawn from made-up answers of the calls: scripts/page-weights.ts weighs them (LIT-001).
import { liteDocument } from '../src/features/lite/web/frame.ts'
import type { LiteHandler, LiteRequest } from '../src/features/lite/web/lite-request.ts'
import { certificates } from '../src/features/lite/web/pages/certificates.ts'
import { course } from '../src/features/lite/web/pages/course.ts'
import { courses } from '../src/features/lite/web/pages/courses.ts'
import { exam } from '../src/features/lite/web/pages/exam.ts'
import { item } from '../src/features/lite/web/pages/item.ts'
import { badgeStart, signIn } from '../src/features/lite/web/pages/sign-in.ts'
import { PROGRESS } from '../src/kernel/product/statuses.ts'

const ITEMS = 1000
const times = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at))
/** Words that no packer makes short: about 6 letters, each another one. */
const words = (count: number, from: number) =>
  times(count, (at) => (((from + 1) * 7919 + at) * 2_654_435_761).toString(36).slice(-6)).join(' ')

const day = '2026-11-25T12:00:00.000Z'
const learner = {
  id: 7,
  access: 'active',
  is_readable: true,
  starts_at: day,
  expires_at: day,
  due_at: day,
  created_at: day,
  started_at: day,
  completed_at: null,
}
const own = (at: number) => ({
  id: at,
  slug: `course-${at}`,
  title: words(12, at),
  author: { name: words(3, at), avatar: null },
  is_sequential: true,
  has_rules: false,
  status: PROGRESS.in_progress,
  progress: at % 100,
  continue_item: { itemable_type: 'Text', itemable_id: at, module_id: at },
  learner,
})
const entry = (at: number, itemable_type: string) => ({
  id: at,
  itemable_id: at,
  itemable_type,
  title: words(10, at),
  status: PROGRESS.not_started,
  is_locked: at > 500,
  items: [],
})
const certificate = (at: number) => ({
  id: at,
  number: words(3, at),
  related_id: at,
  status: 'valid',
  course_title: words(12, at),
  provider: words(4, at),
  issued_at: day,
  expires_at: day,
  time_zone: 'America/New_York',
  file: { url: `/api/v1/certificates/${at}/download`, size: 90_000 },
})
const question = (at: number) => ({
  id: at,
  number: at,
  type: 'multiple',
  text: `<p>${words(30, at)}</p>`,
  answers: times(6, (index) => ({ id: at * 10 + index, text: words(8, at + index) })),
  answer_ids: [at],
  is_correct: true,
  correct_answer_ids: [at],
  explanation: `<p>${words(40, at)}</p>`,
})
const many = { next_cursor: 'next', prev_cursor: null }

/** What each call answers, by its path. */
const ANSWERS: Record<string, unknown> = {
  '/sign-on/options': { data: { password_sign_in: 'on', providers: times(3, (id) => ({ id, name: words(2, id) })) } },
  '/badge/options': { data: { has_badges: true } },
  '/learner/courses': { data: times(20, own), meta: many },
  '/learner/courses/:slug': { data: own(1) },
  '/learner/courses/:slug/modules': {
    data: times(ITEMS / 10, (at) => ({
      ...entry(at, 'Module'),
      items: times(10, (index) => entry(at * 10 + index, 'Text')),
    })),
    meta: { status: PROGRESS.in_progress, progress: 5, items_done: 5, items_total: ITEMS, continue_item: null },
  },
  '/users/:userId/certificates': { data: times(20, certificate), meta: many },
  '/learner/module-items/:itemType/:itemId': {
    data: {
      ...entry(1, 'Text'),
      text: times(2000, (at) => `<p>${words(40, at)}</p>`).join(''),
      file: null,
      video: null,
      captions: [],
      previous: { ...entry(0, 'Text'), module_id: 1 },
      next: { ...entry(2, 'Text'), module_id: 1 },
      status: PROGRESS.in_progress,
    },
  },
  '/learner/exams/:examId': {
    data: {
      ...entry(9, 'Survey'),
      type: 'survey',
      description: `<p>${words(200, 1)}</p>`,
      passing_score: null,
      attempts_number: null,
      remaining_attempts: null,
      can_start: true,
      questions_count: 200,
      lacks_questions: false,
      time_limit_minutes: 60,
      extra_minutes: 0,
      progress: {
        questions: times(200, question),
        resume_at: null,
        ends_at: null,
        milliseconds_left: null,
        is_time_over: false,
        lease: null,
        attempts: [{ finished_at: day, score: 100, is_time_over: false }],
      },
    },
  },
}

const request = (path: string, params: Record<string, string>): LiteRequest =>
  ({
    session: {
      portal: { name: words(4, 1), setting: { primary_color: '#0f766e', time_zone: 'America/New_York' } },
      viewer: { user_id: 1, first_name: 'Ann', last_name: 'Example', roles: ['learner'], impersonator_id: null },
      theme: { theme_color: '#0f766e' },
      ended: null,
    },
    api: {
      call: async ({ path: called }: { path: string }) => {
        if (!(called in ANSWERS)) throw new Error(`No answer of ${called} was made up`)
        return ANSWERS[called]
      },
    },
    path,
    params,
    query: new URLSearchParams(),
    form: null,
    token: 'x'.repeat(66),
    is_own_form: true,
    kept_path: null,
    is_signed_on: false,
    readText: async () => null,
  }) as unknown as LiteRequest

const PLACE = { slug: 'course-1', relatedId: '7' }
const PAGES: readonly (readonly [path: string, handler: LiteHandler, params?: Record<string, string>])[] = [
  ['/lite/sign-in', signIn],
  ['/lite/badge/start', badgeStart],
  ['/lite', courses],
  ['/lite/certificates', certificates],
  ['/lite/courses/course-1/7', course, PLACE],
  ['/lite/courses/course-1/7/items/Text/1', item, { ...PLACE, itemType: 'Text', itemId: '1' }],
  ['/lite/courses/course-1/7/exams/9', exam, { ...PLACE, examId: '9' }],
]

/** Each lite page at its heaviest, as HTML. */
export const heaviestLitePages = (): Promise<{ path: string; text: string }[]> =>
  Promise.all(
    PAGES.map(async ([path, handler, params = {}]) => {
      const at = request(path, params)
      const answer = await handler(at)
      if ('to' in answer) throw new Error(`${path} leads to ${answer.to}`)
      return { path, text: liteDocument(at, answer) }
    }),
  )
