import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { caaNames, readHost, registeredDomain } from './host.ts'

const PLATFORM = ['portals.example.com']

describe('readHost (PRT-090)', () => {
  test.each([
    ['learn.example.org', 'learn.example.org'],
    ['  HTTPS://Learn.Example.org/courses?x=1 ', 'learn.example.org'],
    ['example.org.', 'example.org'],
    ['bücher.example.org', 'xn--bcher-kva.example.org'],
    ['shop.example.co.uk', 'shop.example.co.uk'],
    ['team.github.io', 'team.github.io'],
  ])('%s is kept as %s (PRT-090)', (text, host) => {
    expect(readHost(text, PLATFORM)).toEqual({ host, fault: null })
  })

  test.each([
    '',
    '.',
    'a',
    '10.0.0.1',
    '0x7f.1',
    '[::1]',
    '*.example.org',
    'x.localhost',
    'com',
    'portals.example.com',
  ])('%s is refused (PRT-090)', (text) => expect(readHost(text, PLATFORM).fault).not.toBeNull())

  test('any input is normalized to a stable form or refused (PRT-090)', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.domain(), fc.webUrl()), (text) => {
        const { host, fault } = readHost(text, PLATFORM)
        if (fault === null) expect(readHost(host, PLATFORM)).toEqual({ host, fault })
      }),
    )
  })
})

test('the registered domain and its parents whose CAA records count (PRT-092)', () => {
  expect(registeredDomain('a.b.example.co.uk')).toBe('example.co.uk')
  expect(caaNames('a.b.example.co.uk')).toEqual(['a.b.example.co.uk', 'b.example.co.uk', 'example.co.uk'])
  expect(caaNames('example.org')).toEqual(['example.org'])
})
