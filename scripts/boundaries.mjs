// The rules of docs/architecture.md for imports, and that no status is a bare number, checked on every file under src/; and those
// for circles and sizes of files, checked on all of the program. Parses with the parser that Vite brings.
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseSync } from 'rolldown/utils'

/** Which layers a layer may import, beside itself in the same feature. `own`: only of the same feature. */
const rules = {
  kernel: {},
  platform: { any: ['kernel'] },
  ui: { any: ['kernel'] },
  standins: { any: ['kernel'] },
  rules: { any: ['kernel'] },
  contract: { any: ['kernel', 'contract'], own: ['rules'] },
  server: { any: ['kernel', 'platform', 'server/api'], own: ['contract', 'rules', 'server'] },
  web: { any: ['kernel', 'ui', 'contract', 'web/public'], own: ['rules', 'web'] },
  app: {
    any: ['kernel', 'platform', 'ui', 'standins', 'rules', 'contract', 'server', 'server/api', 'web', 'web/public'],
  },
}
/** Layers that a browser loads. */
const inBrowser = ['kernel', 'ui', 'rules', 'contract', 'web']
/** Layers that Node runs as they are written, which it cannot do with JSX. */
const withoutJsx = ['kernel', 'platform', 'standins', 'rules', 'contract', 'server']
/** Files of a feature's root, beside its contract, and the layer each belongs to. */
const ofRoot = { contract: 'contract', errors: 'rules', permissions: 'rules' }
/** A large slice has a contract for each kind of caller, such as `contract-admin.ts`. */
const ofCaller = /^contract-[a-z]+$/

const COMPUTED = 'imports a computed name, which no check can follow'

/** The layer, and the feature if any, of a path below src/; `layer` is undefined where nothing may be. */
function placeOf(file) {
  const [top, feature, third] = file.split('/')
  if (top !== 'features') return { layer: top in rules ? top : undefined }
  const name = third?.replace(/\.tsx?$/, '') ?? ''
  if (/^(rules|server|web)$/.test(third ?? '')) {
    const open = /^features\/[^/]+\/(server\/api|web\/public)\.tsx?$/.exec(file)?.[1]
    return { layer: third, feature, open }
  }
  return { layer: ofCaller.test(name) ? 'contract' : ofRoot[name], feature }
}

/** Every import of a file as { line, target } and everything that hides one as { line, problem }. */
function* importsOf(file, text) {
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file}: ${errors[0].message}`)
  const lineOf = ({ start }) => text.slice(0, start).split('\n').length
  const pending = [program]
  while (pending.length > 0) {
    const node = pending.pop()
    const line = () => lineOf(node)
    const literal = (value) => (value?.type === 'Literal' && typeof value.value === 'string' ? value.value : undefined)
    switch (node.type) {
      case 'ImportDeclaration':
      case 'ExportAllDeclaration':
      case 'ExportNamedDeclaration':
        if (node.source) yield { line: line(), target: node.source.value }
        break
      case 'ImportExpression':
      case 'TSImportType': {
        const target = literal(node.source ?? node.argument)
        yield target === undefined ? { line: line(), problem: COMPUTED } : { line: line(), target }
        break
      }
      case 'TSImportEqualsDeclaration':
        yield { line: line(), problem: 'uses import = require()' }
        break
      case 'CallExpression': {
        const { callee } = node
        if (callee.type === 'Identifier' && callee.name === 'require') {
          yield { line: line(), problem: 'uses require()' }
        }
        if (isImportMeta(callee.object) && /^glob/.test(callee.property?.name ?? '')) {
          yield { line: line(), problem: 'uses import.meta.glob; features are listed by name' }
        }
        break
      }
      case 'NewExpression': {
        const [target, base] = node.arguments
        const isModule = /\.[mc]?[jt]sx?$/.test(literal(target) ?? '')
        if (node.callee.name === 'URL' && isImportMeta(base?.object) && isModule) {
          yield { line: line(), target: literal(target) }
        }
        break
      }
    }
    for (const value of Object.values(node)) {
      if (Array.isArray(value)) pending.push(...value.filter((item) => typeof item?.type === 'string'))
      else if (typeof value?.type === 'string') pending.push(value)
    }
  }
}

/** The file with the numbers of all statuses. */
const STATUSES = 'kernel/product/statuses.ts'
/**
 * A number from 1 to 9 compared with a status or given to one, in TypeScript or SQL. HTTP answers have three digits, and
 * `status: 1 | 2` is a type.
 */
const bareStatus =
  /status\b['"`]?(?:,\s*'[^']{1,6}',\s*\[?|\s*(?:[!=]==?|<>|!=|=|:)\s*|\s+(?:not )?in\s*\(\s*)[1-9]\b(?!\s*[|.])/gi
/** A constant of its own that repeats one of them. */
const ownStatus =
  /\bconst (?:draft|published|coming_soon|archived|not_approved|pending|approved|cancelled|completed|refunded)\s*=\s*[1-9]\b/gi

/** The lines on which a status is a bare number. */
function* bareStatusesOf(text) {
  for (const { index, 0: bare } of [...text.matchAll(bareStatus), ...text.matchAll(ownStatus)])
    yield { line: text.slice(0, index).split('\n').length, problem: `has the bare status "${bare}", see ${STATUSES}` }
}

const isImportMeta = (node) => node?.type === 'MetaProperty' && node.meta.name === 'import'

/** Checks every .ts and .tsx file below `src`; returns one sentence for each thing that is wrong. */
export function checkBoundaries(src) {
  const problems = []
  /** feature → the features it imports → the import that does so */
  const edges = new Map()
  const files = fs
    .readdirSync(src, { recursive: true })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.tsx?$/.test(file) && !/\.(gen|d)\.ts$/.test(file))
    .sort()
  for (const file of files) {
    const from = placeOf(file)
    const isTest = /\.test\.tsx?$/.test(file)
    if (!from.layer) {
      problems.push(`${file} is in no layer`)
      continue
    }
    if (file.endsWith('.tsx') && withoutJsx.includes(from.layer)) problems.push(`${file} holds JSX, but Node runs it`)
    const text = fs.readFileSync(path.join(src, file), 'utf8')
    if (!isTest && file !== STATUSES)
      for (const { line, problem } of bareStatusesOf(text)) problems.push(`${file}:${line} ${problem}`)
    for (const { line, target, problem } of importsOf(file, text)) {
      const at = `${file}:${line}`
      // Tests sit beside what they test and may build it from anything.
      if (isTest) continue
      // The composition may import everything, so a name it computes (of a built file) hides nothing.
      if (problem && !(from.layer === 'app' && problem === COMPUTED)) problems.push(`${at} ${problem}`)
      if (problem) continue
      if (/^[.#]/.test(target)) {
        const verdict = judge(file, from, target)
        if (verdict.problem) problems.push(`${at} ${verdict.problem}`)
        const { feature } = verdict.to
        if (from.feature && feature && feature !== from.feature) {
          if (!edges.has(from.feature)) edges.set(from.feature, new Map())
          edges.get(from.feature).set(feature, `${at} → ${verdict.path}`)
        }
      } else if (inBrowser.includes(from.layer) && target.startsWith('node:')) {
        problems.push(`${at} may not import ${target}: a browser loads this layer`)
      }
    }
  }
  return { files: files.length, problems: [...problems, ...circles(edges)] }
}

function judge(file, from, target) {
  const resolved = target.startsWith('#')
    ? target.slice(1)
    : path.posix.join(path.posix.dirname(file), target.replace(/\?.*$/, ''))
  const to = placeOf(resolved)
  const answer = (problem) => ({ path: resolved, to, problem })
  if (resolved.startsWith('../')) return answer(`may not import ${target}, which is outside src/`)
  if (/\.test\.tsx?$/.test(resolved)) return answer(`may not import the test ${resolved}`)
  if (!to.layer) return answer(`imports ${resolved}, which is in no layer`)
  if (from.layer === to.layer && from.feature === to.feature) return answer()
  const { any = [], own = [] } = rules[from.layer]
  const isAllowed =
    any.includes(to.layer) ||
    (to.open !== undefined && any.includes(to.open)) ||
    (to.feature === from.feature && own.includes(to.layer))
  return answer(isAllowed ? undefined : `may not import ${resolved}`)
}

/** Folders that are checked for circles and sizes. */
const FOLDERS = ['src', 'tests', 'bench', 'scripts', 'migrations']
const CODE = /\.[mc]?[jt]sx?$/
const MOST_LINES = 400
const MOST_FILES = 30
const isGenerated = (file) => /\.gen\.ts$|\/db-types\.ts$|\.d\.m?ts$/.test(file)

/** What may break these rules, and why: files by their path, folders by theirs, circles by the beginning of their files' path. */
const EXCEPTIONS = { long: {}, full: {}, circles: {} }

/**
 * Checks the files of a checkout: no circle of files through any import, types included; no folder with too many files; no
 * file with too many lines. Returns one sentence for each thing that is wrong.
 */
export function checkTree(root, exceptions = EXCEPTIONS) {
  const files = FOLDERS.filter((folder) => fs.existsSync(path.join(root, folder)))
    .flatMap((folder) => fs.readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort()
  return [
    ...fullFolders(files, exceptions.full),
    ...longFiles(root, files, exceptions.long),
    ...fileCircles(root, files, exceptions.circles),
  ]
}

function fullFolders(files, exceptions) {
  const folders = Map.groupBy(files, (file) => path.posix.dirname(file))
  return [...folders]
    .filter(([folder, { length }]) => length > MOST_FILES && !exceptions[folder])
    .map(([folder, { length }]) => `${folder} holds ${length} files; ${MOST_FILES} is the most`)
}

function longFiles(root, files, exceptions) {
  return files
    .filter((file) => (CODE.test(file) || file.endsWith('.css')) && !isGenerated(file) && !exceptions[file])
    .map((file) => [file, fs.readFileSync(path.join(root, file), 'utf8').trimEnd().split('\n').length])
    .filter(([, lines]) => lines > MOST_LINES)
    .map(([file, lines]) => `${file} has ${lines} lines; ${MOST_LINES} is the most`)
}

/** One sentence for each circle of files. */
function fileCircles(root, files, exceptions) {
  const edges = new Map(files.filter((file) => CODE.test(file) && !isGenerated(file)).map((file) => [file, []]))
  for (const [file, targets] of edges)
    for (const { target = '' } of importsOf(file, fs.readFileSync(path.join(root, file), 'utf8'))) {
      const bare = target.replace(/\?.*$/, '')
      const resolved = bare.startsWith('#') ? `src/${bare.slice(1)}` : path.posix.join(path.posix.dirname(file), bare)
      if (/^[.#]/.test(bare) && edges.has(resolved)) targets.push(resolved)
    }
  const isAllowed = (circle) =>
    Object.keys(exceptions).some((beginning) => circle.every((file) => file.startsWith(beginning)))
  return waysAround(edges)
    .filter((circle) => !isAllowed(circle))
    .map((circle) => `files in a circle: ${[...circle, circle[0]].join(' → ')}`)
}

/** The shortest way around from every node that reaches itself, but for those that stand on one already. */
function waysAround(edges) {
  const wayFrom = (start) => {
    const before = new Map()
    const pending = [start]
    for (const node of pending)
      for (const to of edges.get(node)) {
        if (to === start) {
          const way = [node]
          while (way[0] !== start) way.unshift(before.get(way[0]))
          return way
        }
        if (before.has(to)) continue
        before.set(to, node)
        pending.push(to)
      }
    return []
  }
  const problems = []
  const onWay = new Set()
  for (const node of edges.keys()) {
    const way = onWay.has(node) ? [] : wayFrom(node)
    for (const each of way) onWay.add(each)
    if (way.length > 0) problems.push(way)
  }
  return problems
}

/** One sentence for each circle of features. */
function circles(edges) {
  const problems = []
  const finished = new Set()
  const walk = (feature, trail) => {
    const start = trail.indexOf(feature)
    if (start >= 0) {
      const circle = [...trail.slice(start), feature]
      const imports = circle.slice(1).map((to, index) => edges.get(circle[index]).get(to))
      problems.push(`features in a circle: ${circle.join(' → ')} (${imports.join('; ')})`)
      return
    }
    if (finished.has(feature)) return
    for (const to of edges.get(feature)?.keys() ?? []) walk(to, [...trail, feature])
    finished.add(feature)
  }
  for (const feature of edges.keys()) walk(feature, [])
  return problems
}

if (process.argv[1] && import.meta.url === pathToFileURL(fs.realpathSync(process.argv[1])).href) {
  const root = path.resolve(process.argv[2] ?? '.')
  const { files, problems } = checkBoundaries(path.join(root, 'src'))
  problems.push(...checkTree(root))
  for (const problem of problems) console.error(problem)
  console.log(`${files} files, ${problems.length} imports or places against the rules`)
  process.exitCode = problems.length > 0 ? 1 : 0
}
