// npm run demo:reset: removes the demo, so that the next start loads it anew. Only what the embedded database and the demo
// have made goes; a database of your own is never touched.
import fs from 'node:fs'
import path from 'node:path'
import { readConfig } from '#platform/config.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const config = readConfig({ ...process.env, PORTICO_DEMO: 'on' }, root)
if (config.DATABASE_URL) {
  console.error('DATABASE_URL is set: the demo of a database of your own is removed by removing that database.')
  process.exit(1)
}
const postmaster = path.join(config.data_dir, 'postgres', 'postmaster.pid')
if (fs.existsSync(postmaster)) {
  console.error('The program is running. Please stop it first.')
  process.exit(1)
}
for (const name of ['postgres', 'files', 'tus', 'standins', 'demo.loading'])
  fs.rmSync(path.join(config.data_dir, name), { recursive: true, force: true })
console.log('The demo is gone; the next start loads it anew.')
