// npm run …: runs one file of the project with the right Node, after installing what is missing.
import { handOver } from './hand-over.mjs'
import { findNode, Impossible, install, main, stopwatch } from './prepare.mjs'

await main(() => {
  const [file, ...args] = process.argv.slice(2)
  if (!file) throw new Impossible('Usage: node scripts/run.mjs FILE [ARGUMENTS]')
  install(stopwatch().say)
  handOver(findNode(), [file, ...args])
})
