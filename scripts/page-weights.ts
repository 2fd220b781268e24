// The JavaScript that each public page loads before it is usable, by the built files alone, and all that a lite page is; fails
// above the budgets.
import fs from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { ENTRY, routeAssets, type ViteManifest, withImports } from '../src/app/rendering/route-assets.ts'
import { heaviestLitePages } from './lite-pages.ts'

/** In KB of 1,024 bytes, gzip (architecture §13). */
const BUDGET = 123
/** The whole of a lite page, which asks for nothing else (LIT-001). */
const LITE_BUDGET = 60

const root = path.resolve(import.meta.dirname, '..')
const client = path.join(root, 'dist/client')
const manifest: ViteManifest = JSON.parse(fs.readFileSync(path.join(client, '.vite/manifest.json'), 'utf8'))
const routes = routeAssets(fs.readFileSync(path.join(root, 'src/app/routeTree.gen.ts'), 'utf8'), manifest)

const sizes = new Map<string, number>()
const sizeOf = (file: string): number => {
  const size = sizes.get(file) ?? gzipSync(fs.readFileSync(path.join(client, file))).length
  sizes.set(file, size)
  return size
}

const frame = withImports(manifest, ENTRY)
const pages = Object.entries(routes)
  .filter(([id]) => id.startsWith('/_site/'))
  .map(([id, { modules }]) => {
    const files = new Set([...frame, ...(routes['/_site']?.modules ?? []), ...modules])
    return { id, kb: [...files].reduce((sum, file) => sum + sizeOf(file), 0) / 1024 }
  })
  .toSorted((a, b) => b.kb - a.kb)

for (const { id, kb } of pages) console.log(`${kb.toFixed(1).padStart(6)} KB  ${id}`)
const heavy = pages.filter(({ kb }) => kb > BUDGET)
// A tree that names no pages would weigh nothing.
if (pages.length < 15 || heavy.length > 0) {
  console.error(`${heavy.length} of ${pages.length} public pages load more than ${BUDGET} KB of JavaScript`)
  process.exitCode = 1
}

const litePages = await heaviestLitePages()
for (const { path: address, text } of litePages) {
  const kb = gzipSync(text).length / 1024
  console.log(`${kb.toFixed(1).padStart(6)} KB  ${address} (lite)`)
  // Anything but links that somebody opens would be one more request.
  const asks = /<(?:script|link(?! rel="icon")|iframe|object|embed)\b/.exec(text)?.[0]
  if (kb <= LITE_BUDGET && !asks) continue
  console.error(asks ? `${address} holds ${asks}>` : `${address} weighs more than ${LITE_BUDGET} KB`)
  process.exitCode = 1
}
