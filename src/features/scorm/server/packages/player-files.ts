import { createHash } from 'node:crypto'
import fs from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import type { LaunchClaims } from '#platform/packages/launch-token.ts'

const PLAYER = path.join(import.meta.dirname, '../../player')

/**
 * Files that the player's page loads in addition to the content. They are the same for everyone, so browsers cache
 * them.
 */
const SOURCES = {
  'player.js': { file: path.join(PLAYER, 'player.js'), type: 'text/javascript; charset=utf-8' },
  'lenient.js': { file: path.join(PLAYER, 'lenient.js'), type: 'text/javascript; charset=utf-8' },
  'watch.js': { file: path.join(PLAYER, 'watch.js'), type: 'text/javascript; charset=utf-8' },
  'use.js': { file: path.join(PLAYER, 'use.js'), type: 'text/javascript; charset=utf-8' },
  'player.css': { file: path.join(PLAYER, 'player.css'), type: 'text/css; charset=utf-8' },
  'scorm12.js': {
    file: createRequire(import.meta.url).resolve('scorm-again/scorm12/min'),
    type: 'text/javascript; charset=utf-8',
  },
} as const

type PlayerFile = { content: Buffer; type: string; version: string }

const load = (file: string, type: string): PlayerFile => {
  const content = fs.readFileSync(file)
  return { content, type, version: createHash('sha256').update(content).digest('base64url').slice(0, 10) }
}

const FILES = new Map(Object.entries(SOURCES).map(([name, { file, type }]) => [name, load(file, type)]))

/** A file of the player by its name, or null. */
export const playerFile = (name: string): PlayerFile | null => FILES.get(name) ?? null

const escapeAttribute = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

const attributes = (values: Record<string, string | number>): string =>
  Object.entries(values)
    .map(([name, value]) => `data-${name}="${escapeAttribute(String(value))}"`)
    .join(' ')

/** The address of a player file, relative to the player's page. */
const address = (name: keyof typeof SOURCES): string => `../-/${name}?v=${FILES.get(name)?.version}`

/** The page that owns the run-time object and shows the content in its own frame (SCO-013). */
export const playerPage = ({ mode, subject, launch, entry, embedder }: LaunchClaims): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Course content</title>
    <link rel="stylesheet" href="${address('player.css')}" />
    <script defer src="${address('scorm12.js')}"></script>
    <script defer src="${address('lenient.js')}"></script>
${mode === 'rehearsal' ? `    <script defer src="${address('watch.js')}"></script>\n` : ''}    <script defer src="${address('player.js')}"></script>
${mode === 'learn' ? `    <script defer src="${address('use.js')}"></script>\n` : ''}  </head>
  <body ${attributes({ attempt: `${mode}-${subject}`, launch, kept: mode === 'learn' ? 'yes' : 'no', entry, embedder })}>
    <iframe id="content" title="Course content" allow="autoplay; fullscreen; clipboard-write"></iframe>
  </body>
</html>
`
