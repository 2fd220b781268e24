// Which requirement of docs/requirements a test names, and whether every id that is written somewhere exists.
// With --list: every requirement that no test names.
import fs from 'node:fs'
import path from 'node:path'
import { root } from './prepare.mjs'

const ID = /\b[A-Z]{3}-\d{3}\b/g

const requirements = new Map()
for (const file of filesBelow('docs/requirements', /^\d\d-.*\.md$/)) {
  for (const [, id] of read(file).matchAll(/^- \*\*([A-Z]{3}-\d{3})\*\*/gm)) requirements.set(id, file)
}
const areas = new Set([...requirements.keys()].map((id) => id.slice(0, 3)))

const proved = new Set()
const unknown = []
for (const folder of ['src', 'tests', 'bench', 'migrations']) {
  for (const file of filesBelow(folder, /\.(tsx?|sql|md)$/)) {
    const isTest = /\.(test|spec)\.tsx?$/.test(file)
    const lines = read(file).split('\n')
    for (const [index, line] of lines.entries()) {
      for (const [id] of line.matchAll(ID)) {
        if (requirements.has(id)) {
          if (isTest) proved.add(id)
        } else if (areas.has(id.slice(0, 3))) unknown.push(`${file}:${index + 1} names ${id}, which does not exist`)
      }
    }
  }
}

if (process.argv.includes('--list')) {
  for (const id of requirements.keys()) if (!proved.has(id)) console.log(id)
}
for (const line of unknown) console.error(line)
console.log(`${proved.size} of ${requirements.size} requirements are named by a test`)
process.exitCode = unknown.length > 0 || requirements.size === 0 ? 1 : 0

function filesBelow(folder, names) {
  const absolute = path.join(root, folder)
  if (!fs.existsSync(absolute)) return []
  return fs
    .readdirSync(absolute, { recursive: true })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => names.test(path.posix.basename(name)))
    .map((name) => `${folder}/${name}`)
    .sort()
}

function read(file) {
  return fs.readFileSync(path.join(root, file), 'utf8')
}
