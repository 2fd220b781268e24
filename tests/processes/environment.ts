/**
 * All that a test's separate process has in its environment beside what the test gives it. The second is where Node keeps
 * what it compiled (vitest.config.ts), without which loading the program takes a process most of two seconds.
 */
const { PATH, NODE_COMPILE_CACHE } = process.env
export const BARE_ENVIRONMENT = { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) }
