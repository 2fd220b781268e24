import type { Use } from '#kernel/content.ts'

/** A record as far as deleting it needs it. */
export type UsedRecord = { id: number; used_by?: readonly Use[] }

const ONE: Record<Use['by'], string> = {
  courses: 'course',
  people: 'person',
  articles: 'article',
  agencies: 'agency',
  categories: 'category',
  questions: 'question',
  templates: 'template',
  pages: 'page',
}

const counted = (count: number, one: string, many: string) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`

/** What loses its link when a record is deleted, as a sentence; undefined for one that nothing uses (CNT-022). */
export const usesText = (uses: readonly Use[], noun: string): string | undefined => {
  const users = usersOf(uses)
  return users && `${users.words} ${users.isOne ? 'uses' : 'use'} this ${noun}; ${users.stays} without it.`
}

/** As `usesText`, for records that are deleted together; it always says how many they are. */
export const usesOfAllText = (records: readonly UsedRecord[], nouns: string): string => {
  const sums = new Map<Use['by'], number>()
  for (const { by, count } of records.flatMap(({ used_by: uses = [] }) => uses))
    sums.set(by, (sums.get(by) ?? 0) + count)
  const users = usersOf([...sums].map(([by, count]) => ({ by, count })))
  const all = `You selected ${counted(records.length, 'record', nouns)}.`
  return users ? `${all} ${users.words} ${users.isOne ? 'uses' : 'use'} them; ${users.stays} without them.` : all
}

/** Everything that uses a record, in words. */
const usersOf = (uses: readonly Use[]) => {
  const parts = uses.map(({ by, count }) => counted(count, ONE[by], by))
  const last = parts.pop()
  if (last === undefined) return undefined
  const isOne = parts.length === 0 && uses[0]?.count === 1
  return {
    words: parts.length > 0 ? `${parts.join(', ')} and ${last}` : last,
    isOne,
    stays: isOne && uses[0]?.by !== 'people' ? 'it stays' : 'they stay',
  }
}
