// A Vitest reporter: errors that belong to no test, which fail a run without being in its report, as JSON in the file that
// UNHANDLED_ERRORS names.
import fs from 'node:fs'

// biome-ignore lint/style/noDefaultExport: Vitest takes the default export of a file that --reporter names
export default class UnhandledErrors {
  onTestRunEnd(_modules, errors) {
    const file = process.env['UNHANDLED_ERRORS']
    if (!file) return
    const listed = errors.map(({ message, stack, VITEST_TEST_PATH: during }) => ({ message, stack, during }))
    fs.writeFileSync(file, JSON.stringify(listed))
  }
}
