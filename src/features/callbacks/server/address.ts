import { fail } from '#kernel/errors.ts'
import { isListed, isOpenable } from '#platform/outside/guarded.ts'

const PROBLEMS = {
  address: 'Please enter an address such as https://example.com/portico.',
  https: 'The address has to begin with https://.',
  inner: 'This address is not on the public internet.',
}

/**
 * The address of a callback: https on the public internet, or one in a network that the configuration lists (INT-022). A name is
 * looked up at every call.
 */
export const readAddress = (text: string, networks: readonly string[]): URL => {
  const invalid = (problem: string) => fail('invalid', { fields: { url: [problem] } })
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url?.hostname || url.username || url.password) throw invalid(PROBLEMS.address)
  const isLocal = isListed(url, networks)
  if (url.protocol !== 'https:' && !(isLocal && url.protocol === 'http:')) throw invalid(PROBLEMS.https)
  if (!isOpenable(url, networks) || /(^|\.)localhost\.?$/i.test(url.hostname)) throw invalid(PROBLEMS.inner)
  url.hash = ''
  return url
}
