// npm start: installs what is missing, builds what is stale, and serves what was built. npm run dev: the same from the
// sources, with pages as they are edited.
import path from 'node:path'
import { handOver } from './hand-over.mjs'
import { build, findNode, install, main, root, stopwatch } from './prepare.mjs'

await main(() => {
  const { say } = stopwatch()
  const isDevelopment = process.argv.includes('--dev')
  install(say)
  const node = findNode()
  if (!isDevelopment) build(node, say)
  say(`starting with ${path.relative(root, node).startsWith('..') ? node : path.relative(root, node)}`)
  const { PORTICO_DEMO, NODE_ENV, DATABASE_URL } = process.env
  // Whoever has configured nothing wants to look at it: the demo.
  const isUnconfigured = !PORTICO_DEMO && !NODE_ENV && !DATABASE_URL
  const rest = process.argv.slice(2).filter((word) => word !== '--dev')
  handOver(node, [isDevelopment ? 'src/app/main.ts' : 'dist/server/main.js', ...rest], {
    NODE_ENV: isDevelopment ? 'development' : 'production',
    ...(isUnconfigured ? { PORTICO_DEMO: 'on' } : {}),
  })
})
