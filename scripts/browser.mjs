// Where a Chromium is on this machine; none is downloaded.
import fs from 'node:fs'
import path from 'node:path'

const { CHROMIUM, PATH = '', PROGRAMFILES, LOCALAPPDATA } = process.env
const ofWindows = 'Google/Chrome/Application/chrome.exe'

/** The path of a Chromium or Chrome, or undefined. CHROMIUM names one and is then the only one looked at. */
export function findBrowser() {
  if (CHROMIUM) return fs.existsSync(CHROMIUM) ? CHROMIUM : undefined
  // The first has no window of its own to draw: journeys take two thirds of the time.
  const names = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
  const folders = ['/usr/bin', '/usr/local/bin', '/snap/bin', ...PATH.split(path.delimiter).filter(Boolean)]
  return [
    ...folders.flatMap((folder) => names.map((name) => path.join(folder, name))),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    ...[PROGRAMFILES, process.env['PROGRAMFILES(X86)'], LOCALAPPDATA].flatMap((folder) =>
      folder ? [path.join(folder, ofWindows)] : [],
    ),
  ].find((file) => fs.existsSync(file))
}

export const howToGetOne =
  'No Chromium was found. Install one (Debian: apt-get install chromium-headless-shell; Ubuntu: apt-get install chromium; macOS: brew install --cask chromium; ' +
  'or Google Chrome anywhere), or name yours: CHROMIUM=/path/to/chromium. Without one: npm run check.'

/** Keeps the browser from looking outside; as root its sandbox cannot be set up. */
export const browserFlags = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]
