import { KIND_WORDS, timeText } from '#features/trade-rules/server/api.ts'
import { formatDay } from '#kernel/format/day.ts'
import { durationWords } from '../../rules/words.ts'
import type { EvidenceRecord } from '../record.ts'
import type { Block, PageParts } from './layout.ts'

type Rule = EvidenceRecord['rules'][number]

const OUTCOME_WORDS = { right: 'Right', wrong: 'Wrong', missed: 'Missed', withdrawn: 'Withdrawn by a reset' } as const

const askedWords = (rule: Rule): string => {
  const { kind, asked_minutes: minutes, asked_item_ids: items } = rule
  if (minutes === null) return items.length > 0 ? `${KIND_WORDS[kind]} (exams ${items.join(', ')})` : KIND_WORDS[kind]
  if (kind === 'identity_questions')
    return `${KIND_WORDS[kind]}: every ${timeText(minutes * 60_000)} on average, ${rule.answer_seconds} seconds to answer, locked after ${rule.most_mistakes} wrong or missed`
  const named = kind === 'item_time' && items.length > 0 ? ` (items ${items.join(', ')})` : ''
  return `${KIND_WORDS[kind]}: ${timeText(minutes * 60_000)}${named}`
}

/** The rules that applied, the sign-offs and identity questions that they asked, and the time that counted by day and item (TRD-036, TRD-058). */
export const ruleParts = (
  parts: PageParts,
  { rules, seat_time: times, identity_questions: questions }: EvidenceRecord,
): Block[] => {
  const tasks = rules.flatMap(({ title, asked_tasks: asked }) => asked.map((task) => ({ title, ...task })))
  const total = times.reduce((sum, { seconds }) => sum + seconds, 0)
  return [
    ...(rules.length === 0
      ? []
      : [
          parts.heading('Rules of the trade that applied'),
          ...parts.table(
            [
              ['Rule', 4],
              ['Asks', 4],
              ['Source', 4],
              ['Applied', 3],
              ['Version', 3],
            ],
            rules.map((rule) => [
              rule.title,
              askedWords(rule),
              rule.source,
              `${formatDay(rule.applied_from)} to ${formatDay(rule.applied_until)}`,
              `${rule.version_id}, recorded ${parts.moment(rule.recorded_at)}${rule.recorded_by ? ` by ${rule.recorded_by}` : ''}`,
            ]),
          ),
        ]),
    ...(tasks.length === 0
      ? []
      : [
          parts.heading('Hands-on tasks that rules asked', 3),
          ...parts.table(
            [
              ['Task', 5],
              ['Rule', 4],
              ['Signed off', 3],
              ['By', 3],
            ],
            tasks.map((task) => [
              task.task,
              task.title,
              task.signed_off_at === null ? 'Not signed off' : parts.moment(task.signed_off_at),
              task.signed_off_by ?? '',
            ]),
          ),
        ]),
    ...(questions.length === 0
      ? []
      : [
          parts.heading('Identity questions', 3),
          ...parts.table(
            [
              ['Question', 5],
              ['Asked', 3],
              ['Answered', 3],
              ['Result', 5],
            ],
            questions.map(({ question, asked_at, answered_at, outcome, lock }) => [
              question,
              parts.moment(asked_at),
              answered_at === null ? '' : parts.moment(answered_at),
              [
                outcome === null ? 'Open' : OUTCOME_WORDS[outcome],
                lock && `course locked ${parts.moment(lock.locked_at)}`,
                lock?.unlocked_at &&
                  `unlocked ${parts.moment(lock.unlocked_at)}${lock.unlocked_by ? ` by ${lock.unlocked_by}` : ''}: ${lock.reason}`,
              ]
                .filter(Boolean)
                .join('; '),
            ]),
          ),
        ]),
    ...(times.length === 0
      ? []
      : [
          parts.heading('Time that counted', 3),
          ...parts.table(
            [
              ['Day', 3],
              ['Item', 6],
              ['Type', 2],
              ['Time', 3],
            ],
            [
              ...times.map(({ day, title, item_id: id, item_type: type, seconds }) => [
                formatDay(day),
                title ?? `Item ${id}`,
                type,
                durationWords(seconds),
              ]),
              ['Total', '', '', durationWords(total)],
            ],
          ),
        ]),
  ]
}
