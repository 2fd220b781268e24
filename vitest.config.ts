import { defineConfig } from 'vitest/config'

// Two projects: pure rules share one thread pool without isolation (milliseconds), and everything that needs
// PostgreSQL, files or the network runs in processes of its own against one cluster (tests/cluster.ts).
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'rules',
          environment: 'node',
          pool: 'threads',
          isolate: false,
          sequence: { groupOrder: 0 },
          include: [
            'src/kernel/**/*.test.ts',
            'src/features/*/rules/**/*.test.ts',
            'src/ui/**/*.test.ts',
            'src/platform/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          exclude: ['**/*.api.test.ts', '**/node_modules/**'],
        },
      },
      {
        test: {
          name: 'api',
          environment: 'node',
          pool: 'forks',
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          testTimeout: 30_000,
          hookTimeout: 60_000,
          globalSetup: ['tests/cluster.ts'],
          include: ['src/**/*.api.test.ts', 'tests/api/**/*.test.ts'],
        },
      },
    ],
  },
})
