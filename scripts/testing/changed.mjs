// What npm test -- --changed runs. Code and tests name the requirements they are about, so a changed feature leads to its
// own tests and to every test and journey that proves one of its requirements.
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'

const ID = /\b[A-Z]{3}-\d{3}\b/g
const TEST = /\.(api\.test|spec)\.ts$/
const CODE = /\.(tsx?|mjs|css)$/
/** What everything is built on, and so touches every test. */
const BASE =
  /^(src\/(kernel|platform|ui|app)|migrations|tests\/(?!journeys|api\/))|^(package(-lock)?\.json|vite.*\.ts|playwright\.config\.ts)$/

/** The files that differ from a commit, new ones included; without one from where this branch left origin/main. */
export function changedFiles(root, since) {
  const git = (...args) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
      .split('\n')
      .filter(Boolean)
  const base = since ?? branchPoint(git)
  return [
    ...new Set([...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')]),
  ].sort()
}

function branchPoint(git) {
  try {
    return git('merge-base', 'HEAD', 'origin/main')[0]
  } catch {
    return 'HEAD'
  }
}

/**
 * The API tests and journeys that a change touches, or `all` of them. `files` holds the text of every file by its path from
 * the root.
 */
export function touchedTests(changed, files) {
  const code = changed.filter((file) => !file.endsWith('.md'))
  if (code.some((file) => BASE.test(file))) return 'all'
  const tests = [...files.keys()].filter((file) => TEST.test(file))
  const folders = new Set(code.flatMap((file) => /^src\/(?:features|standins)\/[^/]+\//.exec(file) ?? []))
  const ids = new Set()
  for (const [file, text] of files)
    if (CODE.test(file) && [...folders].some((folder) => file.startsWith(folder)))
      for (const id of idsIn(text)) ids.add(id)
  const helpers = withImporters(
    code.filter((file) => file.startsWith('tests/')),
    files,
  )
  const isTouched = (file) =>
    helpers.has(file) ||
    [...folders].some((folder) => file.startsWith(folder)) ||
    idsIn(files.get(file)).some((id) => ids.has(id))
  return tests.filter(isTouched).sort()
}

const idsIn = (text) => text.match(ID) ?? []

/** The files with everything that imports them, however far away. */
function withImporters(start, files) {
  const all = new Set(start)
  for (let before = -1; before !== all.size; ) {
    before = all.size
    for (const [file, text] of files)
      for (const [, target] of text.matchAll(/from '(\.[^']+)'/g))
        if (all.has(path.posix.join(path.posix.dirname(file), target))) all.add(file)
  }
  return all
}

/** The text of every file below src/ and tests/ that is code. */
export function readFiles(root) {
  return new Map(
    ['src', 'tests'].flatMap((folder) =>
      fs
        .readdirSync(path.join(root, folder), { recursive: true })
        .map((file) => `${folder}/${file.replaceAll('\\', '/')}`)
        .filter((file) => CODE.test(file))
        .map((file) => [file, fs.readFileSync(path.join(root, file), 'utf8')]),
    ),
  )
}
