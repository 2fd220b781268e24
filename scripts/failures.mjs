// What failed and where, from the reports of the test runners, in a few lines at the end of a long run.

/** The error's first lines without colors and blank lines, so that what was expected is told as well. */
const brief = (message = '') =>
  message
    // biome-ignore lint/suspicious/noControlCharactersInRegex: an escape begins with one.
    .replace(/\u001b\[[0-9;]*m/g, '')
    .split('\n')
    .map((line) => line.trimEnd())
    .filter(Boolean)
    .slice(0, 6)
    .map((line) => `          ${line.slice(0, 300)}`)

/** Of a report of Vitest: each failed test and each file that could not be run. */
export const failedTests = ({ testResults = [] }) =>
  testResults.flatMap(({ name, status, message, assertionResults = [] }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0 && status === 'failed') return [`        ${name}`, ...brief(message)]
    return failed.flatMap((test) => [`        ${name} › ${test.fullName}`, ...brief(test.failureMessages?.[0])])
  })

/** Of a report of Playwright: every try that failed, also of a journey that passed at its second, and what kept all of them from running. */
export const failedJourneys = ({ suites = [], errors = [] }) => [
  ...errors.flatMap(({ message }) => brief(message)),
  ...suites.flatMap((suite) => [
    ...(suite.specs ?? []).flatMap((spec) =>
      spec.tests.flatMap(({ projectName, results }) =>
        results.flatMap(({ retry, status, error, errors: all = [] }) => {
          if (status === 'passed' || status === 'skipped') return []
          // That the time was over is told first, where it was spent by the next one.
          const told = [error, ...all].find((one) => one?.location) ?? error
          const line = told?.location?.line ?? spec.line
          return [
            `        [${projectName}] ${spec.file}:${line}, try ${retry + 1}: ${spec.title.slice(0, 80)}`,
            ...brief(told?.message),
          ]
        }),
      ),
    ),
    ...failedJourneys(suite),
  ]),
]
