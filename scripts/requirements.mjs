// Whether the catalog of docs/requirements/ tells the truth. The checks, whose rules are in requirements/rules.ts:
//
// - Every id that is written somewhere exists, and no id stands twice.
// - Every call that a requirement names is an endpoint of a contract.
// - Every address that a ROU requirement names is in the route table (a name in route-names.ts makes no page), and a journey
//   whose title names the id opens it.
// - Every endpoint is called by a screen, or stands with a reason in docs/requirements/api-only.md.
// - A requirement about something people see counts as proved only when the title of a journey names it: one of the areas PGB,
//   CNT, BLD and UIX, or one that names the address of a screen, such as `/users/create`. A line that begins with a call is about
//   the API, and those of ROL and API are about rights and calls. Any test that names another requirement proves it.
//
// What fails these checks today is listed in docs/requirements/open.md, which may only shrink. With --list: every requirement
// that nothing proves. With --write: removes from open.md what is no longer open, and lowers MOST_OPEN with it; it adds nothing.
import fs from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './prepare.mjs'
import {
  addressesIn,
  apiOnlyOf,
  callsOf,
  idsInTitles,
  indexedCalls,
  isSeen,
  isWrittenOut,
  listedOpen,
  openLine,
  openProblems,
  pagesOf,
  requirementsOf,
  sameAddress,
  sameCall,
  screensOf,
  usesOf,
} from './requirements/rules.ts'

/** The number of lines in open.md. It only goes down: lower it with every line that is removed, and never raise it. */
const MOST_OPEN = 0

/** Calls without a contract, because a protocol or the documentation answers them, and the file that does. */
const OUTSIDE_CONTRACTS = {
  'GET /health': 'src/platform/http/health.ts',
  'GET /openapi.json': 'src/platform/http/openapi.ts',
  'GET /docs': 'src/platform/http/openapi.ts',
  'GET /internal/tls-allowed': 'src/features/domains/server/tls-allowed.ts',
  'POST /tus': 'src/features/scorm/server/packages/uploads.ts',
  'HEAD /tus/:id': 'src/features/scorm/server/packages/uploads.ts',
  'PATCH /tus/:id': 'src/features/scorm/server/packages/uploads.ts',
  'DELETE /tus/:id': 'src/features/scorm/server/packages/uploads.ts',
}

const OPEN = 'docs/requirements/open.md'
const API_ONLY = 'docs/requirements/api-only.md'
const ID = /\b[A-Z]{3}-\d{3}\b/g
const problems = []

const requirements = new Map()
const titles = new Map()
const indexed = []
for (const file of filesBelow('docs/requirements', /^\d\d-.*\.md$/)) {
  const text = read(file)
  for (const requirement of requirementsOf(text)) {
    const { id } = requirement
    if (requirements.has(id)) problems.push(`${file} gives ${id} to a second requirement; take the next free number`)
    requirements.set(id, requirement)
    titles.set(id.slice(0, 3), /^# \d\d (.*)$/m.exec(text)?.[1] ?? id.slice(0, 3))
  }
  indexed.push(...indexedCalls(text))
}

const proved = new Set()
const provedByJourney = new Set()
for (const folder of ['src', 'tests', 'bench', 'migrations']) {
  for (const file of filesBelow(folder, /\.(tsx?|sql|md)$/)) {
    const isTest = /\.(test|spec)\.tsx?$/.test(file)
    const text = read(file)
    if (/^tests\/journeys\/.*\.spec\.ts$/.test(file)) for (const id of idsInTitles(text)) provedByJourney.add(id)
    if (isTest) for (const id of idsInTitles(text)) if (requirements.has(id)) proved.add(id)
    for (const [index, line] of text.split('\n').entries()) {
      for (const [id] of line.matchAll(ID)) {
        if (requirements.has(id)) {
          if (isTest) proved.add(id)
        } else if (titles.has(id.slice(0, 3))) problems.push(`${file}:${index + 1} names ${id}, which does not exist`)
      }
    }
  }
}

const open = new Map()
const missing = (key, what) => open.set(key, [...new Set([...(open.get(key) ?? []), what])])

const endpoints = await readEndpoints()
const calls = [...endpoints, ...readOutside()]
const named = [
  ...[...requirements.values()].flatMap(({ id, text }) => callsOf(text).map((call) => ({ id, call }))),
  ...indexed.flatMap(({ ids, call }) => ids.map((id) => ({ id, call }))),
]
for (const { id, call } of named) {
  if (!calls.some((actual) => sameCall(call, actual))) missing(id, `no endpoint \`${call.method} ${call.path}\``)
}

// The lite version has a table of its own.
const pages = [
  ...pagesOf((await load('src/app/routes.ts')).routes),
  ...(await load('src/features/lite/rules/addresses.ts')).LITE_PAGES,
]
const ofRoutes = [...requirements.values()].filter(({ id }) => id.startsWith('ROU-'))
const screens = ofRoutes.flatMap(screensOf)
for (const requirement of ofRoutes) {
  for (const address of screensOf(requirement)) {
    if (!isPage(address)) missing(requirement.id, `no page \`${address}\``)
  }
}

const isScreen = (address) => isPage(address) || screens.some((known) => known === address)
const seen = new Set([...requirements.values()].filter((one) => isSeen(one, isScreen)).map(({ id }) => id))
for (const id of seen) if (!provedByJourney.has(id)) missing(id, 'no journey')

const apiOnly = apiOnlyOf(read(API_ONLY))
const called = readCalled()
for (const { method, path: address, isCalled } of endpoints.map((one) => ({ ...one, isCalled: called(one) }))) {
  const key = `${method} ${address}`
  const reason = apiOnly.get(key)
  apiOnly.delete(key)
  if (isCalled && reason !== undefined) problems.push(`${API_ONLY} lists ${key}, which a screen calls`)
  if (!isCalled && reason === '') problems.push(`${API_ONLY} gives no reason for ${key}`)
  if (!isCalled && reason === undefined) missing(key, 'no screen calls it')
}
for (const key of apiOnly.keys()) problems.push(`${API_ONLY} lists ${key}, which is no endpoint`)

if (process.argv.includes('--write')) writeOpen()
problems.push(...openProblems(open, read(OPEN), MOST_OPEN))

const isProved = (id) => (seen.has(id) ? provedByJourney : proved).has(id)
if (process.argv.includes('--list')) {
  for (const id of requirements.keys()) if (!isProved(id)) console.log(id)
}
for (const line of problems) console.error(line)
const count = [...requirements.keys()].filter(isProved).length
console.log(`${count} of ${requirements.size} requirements are proved; ${OPEN} lists ${open.size} that are open`)
process.exitCode = problems.length > 0 || requirements.size === 0 ? 1 : 0

/** Every endpoint of the contracts, with its export, and its name there if it is part of a group. */
async function readEndpoints() {
  const endpoints = []
  for (const file of filesBelow('src/features', /^contract(-\w+)?\.ts$/)) {
    const contract = file.slice('src/'.length)
    for (const [name, value] of Object.entries(await load(file))) {
      const members = isEndpoint(value) ? [[undefined, value]] : Object.entries(isGroup(value) ? value : {})
      for (const [member, one] of members) {
        if (isEndpoint(one)) endpoints.push({ contract, name, member, method: one.method, path: one.path })
      }
    }
  }
  return endpoints
}

function isEndpoint(value) {
  return isGroup(value) && 'method' in value && 'path' in value && 'permission' in value
}

function isGroup(value) {
  return typeof value === 'object' && value !== null && !('_zod' in value)
}

function readOutside() {
  return Object.entries(OUTSIDE_CONTRACTS).map(([call, file]) => {
    const [method, address] = call.split(' ')
    if (!read(file).includes(`'${address.replace('/:id', '')}'`)) problems.push(`${file} does not answer ${call}`)
    return { method, path: address }
  })
}

/** Whether a file that a browser loads calls the endpoint. */
function readCalled() {
  const uses = []
  const addresses = []
  // Workers, and scripts of pages without React, are sent as they are written.
  const sent = filesBelow('src/features', /\.js$/).filter((file) => /\/server\/[^/]+$/.test(file))
  for (const file of sent) addresses.push(...addressesIn(read(file)))
  for (const file of filesBelow('src', /\.tsx?$/)) {
    if (!/^src\/(features\/[^/]+\/web|ui|app(?!\/(demo|commands)\/))\//.test(file) || /\.test\.tsx?$/.test(file))
      continue
    // Besides the pages, the composition holds server parts, which call no endpoints.
    if (/^src\/app\/[^/]+\.ts$/.test(file) && !/^src\/app\/(outline|page-session)\.ts$/.test(file)) continue
    const text = read(file)
    uses.push(...usesOf(file.slice('src/'.length), text))
    addresses.push(...addressesIn(text))
  }
  return ({ contract, name, member, path: address }) =>
    uses.some(
      (use) => use.contract === contract && use.name === name && (!member || !use.member || use.member === member),
    ) || addresses.some((one) => isWrittenOut(one, address))
}

function writeOpen() {
  const still = new Map(
    listedOpen(read(OPEN)).map(({ key, missing: was }) => [key, was.filter((one) => open.get(key)?.includes(one))]),
  )
  const lines = read(OPEN).split('\n')
  const kept = lines.flatMap((line) => {
    const [listed] = listedOpen(line)
    const left = listed && still.get(listed.key)
    return left ? (left.length > 0 ? [openLine(listed.key, left)] : []) : [line]
  })
  const text = kept.join('\n').replace(/^## .*\n+(?=## )/gm, '')
  fs.writeFileSync(path.join(root, OPEN), text)
  const own = path.join(root, 'scripts/requirements.mjs')
  const count = Math.min(MOST_OPEN, listedOpen(text).length)
  fs.writeFileSync(own, fs.readFileSync(own, 'utf8').replace(/^const MOST_OPEN = \d+$/m, `const MOST_OPEN = ${count}`))
}

function isPage(address) {
  return pages.some((page) => sameAddress(address, page))
}

function load(file) {
  return import(pathToFileURL(path.join(root, file)).href)
}

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
