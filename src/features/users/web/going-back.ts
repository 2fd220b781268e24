import type { Api } from '#kernel/client.ts'
import { showUnusedHoldings } from '../contract.ts'
import { type Returned, returnedWords } from '../rules/returned.ts'

/**
 * A sentence about what goes back when these people are blocked or removed (USR-085), and whether that is anything. A portal
 * counts what is its own: of a block on all portals the others are only named.
 */
export const goingBack = async (api: Api, ids: readonly number[], isEverywhere = false) => {
  const { data } = await api.call(showUnusedHoldings, { query: { ids: ids.join(',') } })
  const words = returnedWords(data)
  const here = words ? `These go back: ${words}.` : 'No unused seats or credits go back.'
  const sentence = isEverywhere ? `${here} In the person's other portals, unused seats and credits go back too.` : here
  return { sentence, isNothing: words === '' && !isEverywhere }
}

/** What was done, with what went back by it. */
export const wentBack = (done: string, returned: Returned): string => {
  const words = returnedWords(returned)
  return words ? `${done} Went back: ${words}.` : done
}
