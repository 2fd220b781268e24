import { defineConfig, devices } from '@playwright/test'
import { browserFlags, findBrowser } from './scripts/browser.mjs'

const executablePath = findBrowser()

/** A page of a journey is left before it pays to optimize its scripts, and a process of its own for drawing costs more. */
const quickPages = ['--js-flags=--no-opt,--no-maglev', '--in-process-gpu']

// Journeys run in the system's own Chromium, against an application that tests/journeys/kit/setup.ts starts; it says where
// by JOURNEYS_ORIGIN.
export default defineConfig({
  testDir: 'tests/journeys',
  globalSetup: './tests/journeys/kit/setup.ts',
  outputDir: 'test-results/journeys',
  fullyParallel: true,
  // Two fill two cores only in part: a journey often waits for its server.
  workers: 3,
  forbidOnly: Boolean(process.env['CI']),
  // A second try tells a slow moment of the machine from a fault; the report counts those that needed it.
  retries: 1,
  // These limits end what hangs; a machine with other things to do takes its time, and nothing waits for them but what fails.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: [['list']],
  use: {
    ...(process.env['JOURNEYS_ORIGIN'] ? { baseURL: process.env['JOURNEYS_ORIGIN'] } : {}),
    // What cannot be pressed for so long never will be; the second try starts sooner.
    actionTimeout: 60_000,
    // Recording every first try takes a fifth of its time.
    trace: 'on-first-retry',
    locale: 'en-US',
    timezoneId: 'UTC',
    // Nothing waits for a drawer to slide in; journeys about motion switch it on.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      args: [...browserFlags, ...quickPages],
      ...(executablePath ? { executablePath } : {}),
    },
  },
  projects: [
    {
      name: 'phone',
      // Journeys of administration look at each of their screens at 360 px themselves. One in which no width has a part, such as
      // a rule of the checkout, has the tag @desktop and runs there alone; its screens are looked at in both (expectAccessible).
      testIgnore: [
        '**/addresses.spec.ts',
        '**/no-home-page.spec.ts',
        '**/no-subscription.spec.ts',
        '**/tour.spec.ts',
        '**/admin/**',
        '**/authoring/**',
        '**/badges/**',
        '**/bulk-changes/**',
        '**/callbacks/**',
        '**/compliance/**',
        '**/content/**',
        '**/evidence/**',
        '**/health/**',
        '**/history/**',
        '**/media/**',
        '**/new-portal/**',
        '**/pages/**',
        '**/single-sign-on/**',
        '**/theme/**',
        '**/two-way-api/**',
        '**/values/**',
      ],
      grepInvert: /@desktop/,
      use: {
        ...devices['Desktop Chrome'],
        viewport: { width: 360, height: 740 },
        deviceScaleFactor: 2,
        hasTouch: true,
        isMobile: true,
      },
    },
    {
      name: 'desktop',
      // The same for journeys of learners, who learn on phones: @phone.
      grepInvert: /@phone/,
      testIgnore: '**/whole-course.spec.ts',
      use: { ...devices['Desktop Chrome'], viewport: { width: 1440, height: 900 } },
    },
  ],
})
