// npm start: installs what is missing, builds what is stale, and serves what was built. npm run dev: the same from the
// sources, with pages and server as they are edited.
import { handOver } from './hand-over.mjs'
import { build, check, findNode, install, isBuilt, main, stopwatch } from './prepare.mjs'

await main(() => {
  const began = Date.now()
  const { say } = stopwatch()
  const isDevelopment = process.argv.includes('--dev')
  install(say)
  const node = findNode()
  const { PORTICO_DEMO, NODE_ENV, DATABASE_URL } = process.env
  // Without any configuration this starts the demo.
  const isUnconfigured = !PORTICO_DEMO && !NODE_ENV && !DATABASE_URL
  const environment = {
    NODE_ENV: isDevelopment ? 'development' : 'production',
    PORTICO_STARTED: String(began),
    ...(isUnconfigured ? { PORTICO_DEMO: 'on' } : {}),
  }
  if (!isDevelopment && DATABASE_URL && PORTICO_DEMO !== 'on')
    say('production start, because DATABASE_URL is set (PORTICO_DEMO=on loads the demo into it instead)')
  if (!isDevelopment && !isBuilt()) {
    // Errors that would end the start are reported before the build, which takes longer.
    check(node, 'src/app/commands/check-start.ts', environment)
    build(node, say)
  }
  const rest = process.argv.slice(2).filter((word) => word !== '--dev')
  // A program that lives on 70 MB of objects grows to several times that before V8 cleans up, if it may take all memory.
  const isSized = process.env.NODE_OPTIONS?.includes('max-old-space-size')
  const heap = isDevelopment || isSized ? [] : ['--max-old-space-size=1024']
  const program = isDevelopment ? 'scripts/dev.mjs' : 'dist/server/main.js'
  handOver(node, [...heap, program, ...rest], environment)
})
