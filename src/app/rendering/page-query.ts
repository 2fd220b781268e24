/** What advertisements and mails add to the addresses they lead to, each click another value. */
const CAMPAIGN =
  /^(?:utm_\w+|gclid|gbraid|wbraid|dclid|gad_source|gad_campaignid|srsltid|fbclid|msclkid|ttclid|twclid|li_fat_id|mc_cid|mc_eid|_ga|_gl)$/

/**
 * Splits a query into what the page depends on, with names in alphabetical order so that one page is cached once, and
 * what only says where the visitor came from. Both are empty or start with a question mark.
 */
export const partsOf = (query = ''): { shown: string; campaign: string } => {
  const [shown, campaign] = [new URLSearchParams(), new URLSearchParams()]
  for (const [name, value] of new URLSearchParams(query)) (CAMPAIGN.test(name) ? campaign : shown).append(name, value)
  shown.sort()
  const textOf = (part: URLSearchParams) => (part.size > 0 ? `?${part}` : '')
  return { shown: textOf(shown), campaign: textOf(campaign) }
}

/** The address with what another query asks for added to its own. */
export const withQuery = (address: string, query: string): string => {
  const [before = '', fragment] = address.split('#', 2) as [string, string?]
  const joined = before.includes('?') ? query.replace('?', '&') : query
  return `${before}${joined}${fragment === undefined ? '' : `#${fragment}`}`
}

/**
 * Whether an address holds what lets somebody in, as those in mails do. Such a page neither loads who would read its
 * address along with everything else, nor names itself to the page that follows.
 */
export const holdsSecret = (query: string | undefined): boolean =>
  query !== undefined && (new URLSearchParams(query).has('token') || previewIn(query) !== null)

/** The token of a preview link (PGB-051); a `preview=1` shows a draft to its editors, and is none. */
export const previewIn = (query: string | undefined): string | null => {
  const preview = query === undefined ? null : new URLSearchParams(query).get('preview')
  return preview?.includes('.') ? preview : null
}
