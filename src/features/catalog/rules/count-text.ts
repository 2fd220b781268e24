import { formatCount } from '#kernel/format.ts'

/** How many courses a list has, in words (UIX-023); a count that stopped says at least how many (CAT-012). */
export const courseCountText = (count: number, isCapped: boolean): string => {
  if (isCapped) return `${count.toLocaleString('en-US')}+ courses`
  return count === 1 ? '1 course' : `${formatCount(count)} courses`
}
