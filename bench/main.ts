// npm run bench: what the product costs, each figure against its budget (docs/architecture.md §13) or as a ratio to the
// same work without the product, in one run on one machine. Names as arguments run only those parts.
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

// React is measured as it is served; what it loads is decided by this when it is first imported.
process.env.NODE_ENV = 'production'

const root = path.resolve(import.meta.dirname, '..')

const PARTS: Record<string, () => Promise<unknown>> = {
  'start and pages': async () => (await import('./start.ts')).benchStart(root),
  pages: async () => (await import('./in-browser.ts')).benchInBrowser(root),
  catalog: async () => (await import('./catalog.ts')).benchCatalog(),
  credits: async () => (await import('./credits.ts')).benchCredits(),
  progress: async () => (await import('./progress.ts')).benchProgress(),
  player: async () => (await import('./player.ts')).benchPlayer(root),
  builder: async () => (await import('./builder.ts')).benchBuilder(root),
  reports: async () => (await import('./reports.ts')).benchReports(),
  proof: async () => (await import('./proof.ts')).benchProof(),
  compliance: async () => (await import('./compliance.ts')).benchCompliance(),
  evidence: async () => (await import('./evidence.ts')).benchEvidence(),
  scorm: async () => (await import('./scorm.ts')).benchScorm(),
  versions: async () => (await import('./versions.ts')).benchVersions(),
  teaching: async () => (await import('./teaching.ts')).benchTeaching(),
  search: async () => (await import('./search.ts')).benchSearch(),
  history: async () => (await import('./history.ts')).benchHistory(),
  import: async () => (await import('./import.ts')).benchImport(),
  learners: async () => {
    const { benchLearners, learnersOptions } = await import('./learners.ts')
    return benchLearners(learnersOptions())
  },
  cluster: async () => {
    const { benchCluster, clusterOptions } = await import('./cluster.ts')
    return benchCluster(clusterOptions())
  },
  live: async () =>
    (await import('./live.ts')).benchLive({ connections: Number(process.env.LIVE_CONNECTIONS ?? 2_000) }),
}

const names = process.argv.slice(2)
const unknown = names.filter((name) => !Object.keys(PARTS).some((part) => part.startsWith(name)))
if (unknown.length > 0)
  throw new Error(`No such part: ${unknown.join(', ')}. There are ${Object.keys(PARTS).join(', ')}.`)

const results: Record<string, unknown> = {
  machine: `${os.cpus().length} × ${os.cpus()[0]?.model.trim()}, ${Math.round(os.totalmem() / 2 ** 30)} GiB, Node ${process.version}`,
}
for (const [name, run] of Object.entries(PARTS)) {
  if (names.length > 0 && !names.some((word) => name.startsWith(word))) continue
  console.log(`\n=== ${name} ===`)
  const figures = await run()
  console.dir(figures, { depth: 4 })
  results[name] = figures
}
fs.mkdirSync(path.join(root, 'test-results'), { recursive: true })
fs.writeFileSync(path.join(root, 'test-results/bench.json'), JSON.stringify(results, null, 2))
// Servers of other parts may still hold a handle; all results have been printed.
process.exit(0)
