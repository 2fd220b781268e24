import { expect, test } from 'vitest'
import { isPerson } from './person.ts'

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0 Safari/537.36', true],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1', true],
  ['Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', false],
  ['Mozilla/5.0 (compatible; bingbot/2.0)', false],
  ['Mozilla/5.0 (compatible; YandexBot/3.0)', false],
  ['facebookexternalhit/1.1', false],
  ['curl/8.5.0', false],
  ['', false],
])('%s is a person: %s (REP-004)', (agent, expected) => {
  expect(isPerson(agent)).toBe(expected)
})
