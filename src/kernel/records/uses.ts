import type { Use } from '../content.ts'

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

/** Everything that uses a record, in words: `12 courses and 1 page`; undefined where nothing does. */
export const usersOf = (uses: readonly Use[]) => {
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

/** Why a record stays when several are deleted; undefined for one that nothing uses (CNT-046). */
export const inUseText = (uses: readonly Use[]): string | undefined => {
  const users = usersOf(uses)
  return users && `${users.words} ${users.isOne ? 'uses' : 'use'} it.`
}
