// What failed and where, from the reports of the test runners, in a few lines at the end of a long run.

/** The first lines of the error without colors and blank lines, enough to include the expected value. */
const brief = (message = '') =>
  message
    // biome-ignore lint/suspicious/noControlCharactersInRegex: an escape begins with one.
    .replace(/\u001b\[[0-9;]*m/g, '')
    .split('\n')
    .map((line) => line.trimEnd())
    .filter(Boolean)
    .slice(0, 6)
    .map((line) => `          ${line.slice(0, 300)}`)

/** Failed tests, and files that could not run, in a Vitest report. */
export const failedTests = ({ testResults = [] }) =>
  testResults.flatMap(({ name, status, message, assertionResults = [] }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0 && status === 'failed') return [`        ${name}`, ...brief(message)]
    return failed.flatMap((test) => [`        ${name} › ${test.fullName}`, ...brief(test.failureMessages?.[0])])
  })

/** Errors outside of tests, from the file of `unhandled-errors.mjs`, each with the file that ran and the place it came from. */
export const unhandledErrors = (errors) =>
  (Array.isArray(errors) ? errors : []).flatMap(({ message, stack, during = '' }) => [
    `        outside of tests ${during}`.trimEnd(),
    ...brief(stack || message),
  ])

/** Failed attempts in a Playwright report, including those of journeys that passed on the second attempt, and errors that stopped the run. */
export const failedJourneys = ({ suites = [], errors = [] }) => [
  ...errors.flatMap(({ message }) => brief(message)),
  ...suites.flatMap((suite) => [
    ...(suite.specs ?? []).flatMap((spec) =>
      spec.tests.flatMap(({ projectName, results }) =>
        results.flatMap(({ retry, status, error, errors: all = [] }) => {
          if (status === 'passed' || status === 'skipped') return []
          // The first error says that the time was over, the next one where it was spent.
          const located = [error, ...all].find((one) => one?.location) ?? error
          const line = located?.location?.line ?? spec.line
          return [
            `        [${projectName}] ${spec.file}:${line}, try ${retry + 1}: ${spec.title.slice(0, 80)}`,
            ...brief(located?.message),
          ]
        }),
      ),
    ),
    ...failedJourneys(suite),
  ]),
]
