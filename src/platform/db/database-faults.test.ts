import { expect, test } from 'vitest'
import { StartError } from '../process/start-error.ts'
import { explainConnection, refuseOldServer, type Target } from './database-faults.ts'

const target: Target = {
  variable: 'DATABASE_URL',
  connection: { host: 'db.example.com', port: 5433, user: 'ann' },
  database: 'shop',
}
const fault = (code: string, message = '') => Object.assign(new Error(message), { code })

test.each([
  [fault('ECONNREFUSED'), /no PostgreSQL answers at db\.example\.com:5433/],
  [fault('ENOTFOUND'), /the host "db\.example\.com" is not known/],
  [fault('ETIMEDOUT'), /cannot be reached/],
  [new Error('timeout expired'), /did not answer within 5 seconds/],
  [fault('28P01'), /refused the password of "ann"/],
  [fault('28000', 'role "ann" does not exist'), /does not let "ann" in \(role "ann" does not exist\)/],
  [fault('3D000'), /there is no database "shop"/],
  [fault('42501', 'permission denied for database shop'), /may not use the database "shop"/],
  [fault('53300'), /has no connection left/],
  [fault('57P03', 'the database system is starting up'), /is starting or stopping/],
  [new Error('The server does not support SSL connections'), /does not speak TLS/],
  [fault('DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate'), /is not trusted/],
  [new Error('Connection terminated unexpectedly'), /closed the connection/],
])('%s is said as a line about the variable (OPS-001)', (error, words) => {
  const explanation = explainConnection(error, target)
  expect(explanation).toBeInstanceOf(StartError)
  const { message } = explanation as StartError
  expect(message).toMatch(words)
  expect(message).toMatch(/^DATABASE_URL: .+\. .+[.?]$/)
})

test('an error without a known reason is passed on unchanged', () => {
  const error = new Error('something else')
  expect(explainConnection(error, target)).toBe(error)
})

test.each([
  [90_600, '9.600'],
  [150_018, '15.18'],
  [170_999, '17.999'],
])('a server of version %i is too old (OPS-001)', (version, name) => {
  expect(() => refuseOldServer(version, target)).toThrow(
    `PostgreSQL 18 is needed; the server at db.example.com:5433 is ${name}.`,
  )
})

test('a server of version 18 or later is accepted', () => {
  refuseOldServer(180_000, target)
  refuseOldServer(190_002, target)
})
