import type { Use } from '#kernel/content.ts'
import { usersOf } from '#kernel/records/uses.ts'

/** A record as far as deleting it needs it. */
export type UsedRecord = { id: number; used_by?: readonly Use[] }

/** What loses its link when a record is deleted, as a sentence; undefined for one that nothing uses (CNT-022). */
export const usesText = (uses: readonly Use[], noun: string): string | undefined => {
  const users = usersOf(uses)
  return users && `${users.words} ${users.isOne ? 'uses' : 'use'} this ${noun}; ${users.stays} without it.`
}

/** What becomes of several records that are to be deleted together: those that are in use stay (CNT-046). */
export const deletionText = (records: readonly UsedRecord[], noun: string, nouns: string): string => {
  const inUse = records.filter(({ used_by: uses = [] }) => uses.length > 0).length
  const counted = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? noun : nouns}`
  if (inUse === 0) return `You selected ${counted(records.length)}.`
  if (inUse === records.length)
    return inUse === 1
      ? `The ${noun} you selected is in use and stays.`
      : `You selected ${counted(inUse)}. All of them are in use and stay.`
  return `You selected ${counted(records.length)}. ${inUse.toLocaleString('en-US')} of them ${inUse === 1 ? 'is in use and stays' : 'are in use and stay'}.`
}
