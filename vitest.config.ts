import path from 'node:path'
import { defineConfig } from 'vitest/config'

// The processes that tests start load the program from its sources; all but the first find them compiled.
process.env['NODE_COMPILE_CACHE'] ??= path.join(import.meta.dirname, 'node_modules/.cache/node')

// These limits end what hangs. Those of the library, a second for what comes about by itself and five for a test, would
// judge the speed of the machine.
const limits = { testTimeout: 180_000, hookTimeout: 180_000, expect: { poll: { timeout: 20_000 } } }

// Two projects: pure rules share one thread pool without isolation (milliseconds), and everything that needs
// PostgreSQL, files or the network runs in three processes against one cluster (tests/processes/cluster.ts).
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'rules',
          environment: 'node',
          ...limits,
          pool: 'threads',
          isolate: false,
          sequence: { groupOrder: 0 },
          include: ['src/**/*.test.ts', 'scripts/**/*.test.ts'],
          exclude: ['**/*.api.test.ts', '**/node_modules/**'],
        },
      },
      {
        test: {
          name: 'api',
          environment: 'node',
          ...limits,
          pool: 'forks',
          // Each file starts an application of its own on a database of its own. Loading the program again for each of them
          // would take a third of the time.
          isolate: false,
          // Two fill two cores only in part: several wait for another process to die, start or try again.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
          globalSetup: ['tests/processes/cluster.ts'],
          include: ['src/**/*.api.test.ts', 'tests/api/**/*.test.ts'],
        },
      },
    ],
  },
})
