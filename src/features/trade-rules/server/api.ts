/** What other slices may call of rules of the trade. */

export type { RuleKind } from '../rules/model.ts'
export { KIND_WORDS, timeText } from '../rules/words.ts'
export { countsTime } from './counts-time.ts'
export { readFacts } from './facts.ts'
export { courseHold, requireCourseRules, requireIdentity, requireItemTime, requireRoomToBegin } from './guard.ts'
export { readIdentityCounts } from './identity/counts.ts'
export { forgetAnswersOf } from './identity/store.ts'
export { loadOfferedTasks } from './offered-tasks.ts'
export type { TakenCourse, TakenCourses } from './ports.ts'
export { loadProctorRules } from './proctor-rules.ts'
export { type RuleRecord, readRuleRecords } from './rule-record.ts'
export { readSeatDays } from './seat-store.ts'
