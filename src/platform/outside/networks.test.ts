import { expect, test } from 'vitest'
import { isReachable } from './networks.ts'

test.each(['8.8.8.8', '93.184.216.34', '172.15.0.1', '172.32.0.1', '100.63.255.255', '2606:4700::6810:84e5'])(
  '%s belongs to the public internet (UPL-047)',
  (address) => {
    expect(isReachable(address)).toBe(true)
  },
)

test.each([
  ...[
    '127.0.0.1',
    '127.9.9.9',
    '0.0.0.0',
    '10.0.0.8',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
  ],
  ...['100.64.0.1', '192.0.0.8', '198.18.0.1', '224.0.0.1', '255.255.255.255', '::1', '::', 'fe80::1', 'fd00::1'],
  ...[
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    'ff02::1',
    '2001:db8::1',
  ],
  ...['localhost', '', '127.1'],
])('%s does not (UPL-047)', (address) => {
  expect(isReachable(address)).toBe(false)
})

test('a network that is listed can be reached, and no other (UPL-047)', () => {
  expect(isReachable('127.0.0.1', ['127.0.0.1/32'])).toBe(true)
  expect(isReachable('127.0.0.2', ['127.0.0.1/32'])).toBe(false)
  expect(isReachable('10.1.2.3', ['192.168.0.0/16', '10.1.0.0/16'])).toBe(true)
  expect(isReachable('::1', ['::1'])).toBe(true)
})
