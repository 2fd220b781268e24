// npm test: every check there is, in order; all of them run, whatever fails. npm run check leaves the journeys out, and
// npm test -- --changed runs only the tests that a change touches (`testing/changed.mjs`); --changed=REF names what it differs
// from.
// The last line is `N passed, N failed`: the tests, and each other check that fails counts as one failed.
import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { findBrowser, howToGetOne } from './browser.mjs'
import { build, environment, findNode, install, main, root, stopwatch } from './prepare.mjs'
import { changedFiles, readFiles, touchedTests } from './testing/changed.mjs'
import { failedJourneys, failedTests, unhandledErrors } from './testing/failures.mjs'

await main(() => {
  const { say, elapsed } = stopwatch()
  install(say)
  const node = findNode()
  const total = { passed: 0, failed: 0 }
  const summary = []
  const option = process.argv.find((each) => /^--changed(=|$)/.test(each))
  const touched = option ? touchedTests(changedFiles(root, option.split('=')[1]), readFiles(root)) : 'all'
  const journeys = touched === 'all' ? [] : touched.filter((file) => file.endsWith('.spec.ts'))
  const tests = touched === 'all' ? [] : touched.filter((file) => !file.endsWith('.spec.ts'))
  if (touched !== 'all')
    console.log(`The change touches ${tests.length} files of API tests and ${journeys.length} of journeys.`)
  const reports = path.join(root, 'test-results')
  fs.mkdirSync(reports, { recursive: true })

  /** Runs one part; `body` answers what passed and failed in it. */
  const part = (title, body) => {
    console.log(`\n=== ${title} ===`)
    const start = performance.now()
    const { passed = 0, failed = 0, skipped = 0, flaky = 0, failures = [] } = body()
    total.passed += passed
    total.failed += failed
    const seconds = `${((performance.now() - start) / 1000).toFixed(1)} s`
    const counts = passed + failed > 1 ? `, ${passed} passed, ${failed} failed` : ''
    const others = `${flaky > 0 ? `, ${flaky} of them at the second try` : ''}${skipped > 0 ? `, ${skipped} skipped` : ''}`
    summary.push(`${failed > 0 ? 'FAILED' : 'ok    '}  ${title} (${seconds}${counts}${others})`, ...failures)
  }
  const run = (args, env) =>
    spawnSync(node, args, { cwd: root, stdio: 'inherit', env: environment(node, env) }).status === 0
  const check = (title, ...args) => part(title, () => (run(args) ? {} : { failed: 1 }))

  // The types need the route tree, which the build writes; journeys run the build.
  part('build', () => {
    try {
      build(node, say)
      return {}
    } catch (error) {
      console.error(error.message)
      return { failed: 1 }
    }
  })
  check('weight of public pages', 'scripts/page-weights.ts')
  check('format and lint', 'node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings')
  check('imports', 'scripts/boundaries.mjs')
  check('requirements', 'scripts/requirements.mjs')
  check('types', 'node_modules/typescript/bin/tsc', '-p', 'tsconfig.json')
  check('table types', 'src/app/commands/db-types.ts', '--verify')
  const vitest = (title, ...chosen) =>
    part(title, () => {
      const report = path.join(reports, 'vitest.json')
      const unhandled = path.join(reports, 'unhandled-errors.json')
      for (const file of [report, unhandled]) fs.rmSync(file, { force: true })
      const reporters = ['dot', 'json', './scripts/testing/unhandled-errors.mjs'].map((name) => `--reporter=${name}`)
      const isGood = run(
        ['node_modules/vitest/vitest.mjs', 'run', ...chosen, ...reporters, `--outputFile.json=${report}`],
        { NODE_ENV: 'test', UNHANDLED_ERRORS: unhandled },
      )
      const results = readJson(report)
      const { numPassedTests = 0, numFailedTests = 0, numPendingTests = 0 } = results
      // A file that cannot be loaded, or an error outside of tests, fails the run without a failed test.
      return {
        passed: numPassedTests,
        failed: atLeastOne(numFailedTests, isGood),
        skipped: numPendingTests,
        failures: [...failedTests(results), ...unhandledErrors(readJson(unhandled))],
      }
    })
  if (touched === 'all') vitest('rules and API')
  else {
    // All the rules take ten seconds.
    vitest('rules', '--project=rules')
    if (tests.length > 0) vitest('API', '--project=api', ...tests)
  }
  if (!process.argv.includes('--no-journeys') && (touched === 'all' || journeys.length > 0)) {
    part('journeys', () => {
      if (!findBrowser()) {
        console.error(howToGetOne)
        return { failed: 1 }
      }
      const report = path.join(reports, 'journeys.json')
      fs.rmSync(report, { force: true })
      const isGood = run(['node_modules/@playwright/test/cli.js', 'test', ...journeys, '--reporter=list,json'], {
        PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      })
      const results = readJson(report)
      const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = results.stats ?? {}
      return {
        passed: expected + flaky,
        failed: atLeastOne(unexpected, isGood),
        skipped,
        flaky,
        failures: failedJourneys(results),
      }
    })
  }

  console.log(`\n=== all of it, ${elapsed().trim()} ===`)
  for (const line of summary) console.log(line)
  console.log(`${total.passed} passed, ${total.failed} failed`)
  process.exitCode = total.failed > 0 ? 1 : 0
})

function atLeastOne(failed, isGood) {
  return isGood ? failed : Math.max(failed, 1)
}

function readJson(file) {
  try {
    return JSON.parse(fs.readFileSync(file, 'utf8'))
  } catch {
    return {}
  }
}
