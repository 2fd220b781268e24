import { expect, test } from 'vitest'
import { failedJourneys, failedTests, unhandledErrors } from './failures.mjs'

const EXPECTED = '\u001b[2mexpect(\u001b[22m\u001b[31mreceived\u001b[39m\u001b[2m).\u001b[22mtoBe'

test('a Vitest report gives each failed test with its file, and each file that could not run', () => {
  const file = { startTime: 1_795_367_178_658, endTime: 1_795_367_179_938, status: 'failed', message: '' }
  const assertion = { ancestorTitles: ['sums'], duration: 21.4, failureMessages: [], meta: {}, tags: [] }
  expect(
    failedTests({
      numTotalTests: 2,
      numPassedTests: 1,
      numFailedTests: 1,
      success: false,
      testResults: [
        {
          ...file,
          name: '/repo/src/broken.test.ts',
          assertionResults: [],
          message: "Cannot find module './missing.ts' imported from /repo/src/broken.test.ts",
        },
        {
          ...file,
          name: '/repo/src/sums.test.ts',
          assertionResults: [
            { ...assertion, fullName: 'sums one and one are two', title: 'one and one are two', status: 'passed' },
            {
              ...assertion,
              fullName: 'sums two and two are five',
              title: 'two and two are five',
              status: 'failed',
              failureMessages: [
                'AssertionError: expected { sum: 4 } to deeply equal { sum: 5 }\n    at /repo/src/sums.test.ts:4:73',
              ],
            },
          ],
        },
        { ...file, name: '/repo/src/good.test.ts', status: 'passed', assertionResults: [] },
      ],
    }),
  ).toEqual([
    '        /repo/src/broken.test.ts',
    "          Cannot find module './missing.ts' imported from /repo/src/broken.test.ts",
    '        /repo/src/sums.test.ts › sums two and two are five',
    '          AssertionError: expected { sum: 4 } to deeply equal { sum: 5 }',
    '              at /repo/src/sums.test.ts:4:73',
  ])
})

test('errors outside of tests are listed with the file that ran, and a run that wrote none lists nothing', () => {
  const message = 'read ECONNRESET'
  const stack = `Error: ${message}\n    at TCP.onStreamRead (node:internal/stream_base_commons:216:20)`
  expect(
    unhandledErrors([
      { message, stack, during: '/repo/src/wake.api.test.ts' },
      { message: 'Worker exited unexpectedly' },
    ]),
  ).toEqual([
    '        outside of tests /repo/src/wake.api.test.ts',
    '          Error: read ECONNRESET',
    '              at TCP.onStreamRead (node:internal/stream_base_commons:216:20)',
    '        outside of tests',
    '          Worker exited unexpectedly',
  ])
  expect(unhandledErrors({})).toEqual([])
})

/** The result of one try as Playwright writes it. */
const tried = (retry: number, status: string, errors: { message: string; location?: object }[] = []) => ({
  workerIndex: 0,
  status,
  duration: 126,
  ...(errors[0] && { error: errors[0] }),
  errors,
  retry,
  attachments: [],
})
const spec = (title: string, line: number, results: object[]) => ({
  title,
  tests: [{ expectedStatus: 'passed', projectName: 'desktop', results, status: 'unexpected' }],
  file: 'sums.spec.ts',
  line,
  column: 1,
})
const suite = { title: 'sums.spec.ts', file: 'sums.spec.ts', column: 0, line: 0 }

test('a Playwright report gives every failed try with its line, even if the second try passed', () => {
  const message = `Error: the try\n\n${EXPECTED}\n\nExpected: \u001b[32m1\u001b[39m\nReceived: \u001b[31m0\u001b[39m`
  const failed = [{ message, location: { file: '/repo/sums.spec.ts', column: 35, line: 4 } }]
  const specs = [
    spec('passes', 8, [tried(0, 'passed')]),
    spec('is left out', 10, [tried(0, 'skipped')]),
    spec('never passes', 7, [tried(0, 'failed', failed), tried(1, 'failed', failed)]),
  ]
  const inGroup = [spec('passes at its second try', 3, [tried(0, 'failed', failed), tried(1, 'passed')])]
  const lines = [
    '          Error: the try',
    '          expect(received).toBe',
    '          Expected: 1',
    '          Received: 0',
  ]
  expect(
    failedJourneys({
      suites: [{ ...suite, specs, suites: [{ ...suite, title: 'a group', specs: inGroup }] }],
      errors: [],
    }),
  ).toEqual([
    '        [desktop] sums.spec.ts:4, try 1: never passes',
    ...lines,
    '        [desktop] sums.spec.ts:4, try 2: never passes',
    ...lines,
    '        [desktop] sums.spec.ts:4, try 1: passes at its second try',
    ...lines,
  ])
})

test('a try that timed out is reported with what it waited for, or with the line where it began', () => {
  const over = { message: '\u001b[31mTest timeout of 9000ms exceeded.\u001b[39m' }
  const waited = {
    location: { file: '/repo/sums.spec.ts', column: 52, line: 4 },
    message:
      "Error: locator.click: Test timeout of 9000ms exceeded.\nCall log:\n\u001b[2m  - waiting for getByRole('button', { name: 'Save' })\u001b[22m\n\n\n  2 | test\n  3 |   test.setTimeout(9000)\n> 4 |   await page\n    |        ^\n",
  }
  const specs = [
    spec('waits', 2, [tried(0, 'timedOut', [over, waited])]),
    spec('hangs', 9, [tried(0, 'timedOut', [over])]),
  ]
  expect(failedJourneys({ suites: [{ ...suite, specs }], errors: [] })).toEqual([
    '        [desktop] sums.spec.ts:4, try 1: waits',
    '          Error: locator.click: Test timeout of 9000ms exceeded.',
    '          Call log:',
    "            - waiting for getByRole('button', { name: 'Save' })",
    '            2 | test',
    '            3 |   test.setTimeout(9000)',
    '          > 4 |   await page',
    '        [desktop] sums.spec.ts:9, try 1: hangs',
    '          Test timeout of 9000ms exceeded.',
  ])
})

test('the reason why no journey ran is reported, and a missing report gives nothing', () => {
  const error = {
    message: 'Error: The program did not become ready.\nit said this',
    location: { file: '/repo/setup.ts', column: 7, line: 1 },
  }
  expect(failedJourneys({ suites: [], errors: [error] })).toEqual([
    '          Error: The program did not become ready.',
    '          it said this',
  ])
  expect(failedJourneys({})).toEqual([])
  expect(failedTests({})).toEqual([])
})
