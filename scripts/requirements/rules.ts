// The rules of scripts/requirements.mjs: what a requirement names, what a test proves, and what open.md may list.

export type Call = { method: string; path: string }
export type Requirement = { id: string; text: string }

const ID = '[A-Z]{3}-\\d{3}'

/** The lines of a catalog file that are requirements. */
export const requirementsOf = (text: string): Requirement[] =>
  [...text.matchAll(new RegExp(`^- \\*\\*(${ID})\\*\\* (.*)$`, 'gm'))].map(([, id, line]) => ({ id: id!, text: line! }))

const CALL = /`(GET|HEAD|POST|PUT|PATCH|DELETE) (\/[^`\s?]*)[^`]*`/g

/** The API calls that a requirement names, such as `GET /users/{id}`. */
export const callsOf = (text: string): Call[] =>
  [...text.matchAll(CALL)].map(([, method, path]) => ({ method: method!, path: path! }))

/** The rows of the index of calls, each under the requirements that define it. */
export const indexedCalls = (text: string): { ids: string[]; call: Call }[] =>
  [...text.matchAll(/^\| (GET|HEAD|POST|PUT|PATCH|DELETE) \| `([^`]+)` \| ([^|]+) \|$/gm)].map(
    ([, method, path, ids]) => ({ ids: idsIn(ids!), call: { method: method!, path: path! } }),
  )

/** Parameters that stand for fixed words: each list or type of the catalog has an address of its own. */
const FOR_WORDS = /^\{(list|type|kind)\}$/

/** Whether an address of the catalog is one of the program, whose parameters are `:name` or `$name`. */
export const sameAddress = (named: string, actual: string): boolean => {
  const [ours, theirs] = [segmentsOf(named), segmentsOf(actual)]
  return (
    ours.length === theirs.length &&
    ours.every((one, index) => {
      const other = theirs[index]!
      const isParameter = /^[:$]/.test(other)
      if (/^[{:]/.test(one)) return isParameter || FOR_WORDS.test(one)
      return one === other || other === '$kind'
    })
  )
}
const segmentsOf = (address: string) => address.split('/').filter(Boolean)

export const sameCall = (named: Call, actual: Call): boolean =>
  named.method === actual.method && sameAddress(named.path, actual.path)

type RouteNode = { type: string; path?: string; children?: RouteNode[] }

/** Every address of the route table. A frame around other pages is none unless a page stands at its own address. */
export const pagesOf = (node: RouteNode, above = ''): string[] => {
  const own = `${above}/${node.path ?? ''}`.replace(/\/+/g, '/').replace(/(.)\/$/, '$1')
  if (node.children?.length) return node.children.flatMap((child) => pagesOf(child, node.path ? own : above))
  return node.type === 'route' || node.type === 'index' ? [own] : []
}

/** Where the children that a requirement names hang, when its line does not say so itself. */
const BASES: Record<string, string> = {
  'ROU-052': '/courses/learner/{slug}/{relatedId}',
  'ROU-058': '/courses/learner/{slug}/{relatedId}',
  'ROU-060': '/courses/learner/{slug}/{relatedId}',
  'ROU-082': '/courses/builder/{slug}/outline',
  'ROU-083': '/courses/builder/{slug}/overview',
}
/** What follows a frame, which is opened at the addresses of its children. */
const FRAME = /^(?: \([^)]*\))? has the child routes/
const FRAMES = new Set(Object.values(BASES))
const CHILDREN = /(?:has|there are|with) the (?:child routes|children) ([^;.:(]*)/
const CONTENT = /for each of: ([^.]*)\./

/** The addresses of screens that a requirement names, its child routes among them; not those it says there are none of. */
export const screensOf = ({ id, text }: Requirement): string[] => {
  const screens: string[] = []
  let base = BASES[id]
  for (const match of text.matchAll(/`((?:…)?\/[^`]*)`/g)) {
    const address = match[1]!.replace(/^…/, BASES[id] ?? '…').replace(/\?.*=.*$/, '')
    // `/orders/…` and `/dev/` are all addresses below, `…/` without a known beginning is none.
    if (/…|.\/$/.test(address) || /\bno $/.test(text.slice(0, match.index))) continue
    if (!FRAME.test(text.slice(match.index + match[0].length))) screens.push(...withAndWithoutOptional(address))
    if (!BASES[id] && match.index < text.search(CHILDREN)) base = address
  }
  const children = namesIn(CHILDREN.exec(text)?.[1])
  if (base) for (const child of children) screens.push(...withAndWithoutOptional(`${base}/${child}`))
  for (const list of namesIn(CONTENT.exec(text)?.[1])) {
    screens.push(...['', '/create', '/{id}'].map((rest) => `/portals/${list}${rest}`))
  }
  return [...new Set(screens)].filter((address) => !FRAMES.has(address))
}

const namesIn = (list = ''): string[] =>
  list
    .replaceAll('`', '')
    .split(/, and |, | and /)
    .map((name) => name.trim())
    .filter((name) => /^[\w{}/?-]+$/.test(name))

const withAndWithoutOptional = (address: string): string[] =>
  address.includes('?}') ? [address.replace(/\/\{\w+\?\}/g, '') || '/', address.replaceAll('?}', '}')] : [address]

const AREAS_SEEN = /^(PGB|CNT|BLD|UIX)-/
/** Lines of these areas name screens only to say whose they are, or what the addresses of calls begin with. */
const AREAS_UNSEEN = /^(ROL|API)-/

/**
 * Whether a requirement is about something people see, which only a journey proves. It is when it stands in one of the areas of
 * screens, or names the address of a screen; a line that begins with a call is about the API.
 */
export const isSeen = (requirement: Requirement, isScreen: (address: string) => boolean): boolean => {
  if (requirement.text.search(CALL) === 0 || AREAS_UNSEEN.test(requirement.id)) return false
  if (AREAS_SEEN.test(requirement.id)) return true
  const screens = screensOf(requirement)
  return requirement.id.startsWith('ROU-')
    ? screens.length > 0
    : screens.some((address) => address !== '/' && isScreen(address))
}

/** The ids that a text names; `BLD-013 to BLD-018` are six. */
export const idsIn = (text: string): string[] =>
  [...text.matchAll(new RegExp(`(${ID})(?: to (${ID}))?`, 'g'))].flatMap(([, first, last]) => {
    const area = first!.slice(0, 4)
    if (!last?.startsWith(area)) return last ? [first!, last] : [first!]
    const [from, to] = [Number(first!.slice(4)), Number(last.slice(4))]
    return Array.from({ length: Math.max(to - from, 0) + 1 }, (_, n) => `${area}${String(from + n).padStart(3, '0')}`)
  })

/**
 * The ids in the titles of a file's tests. Where a title is made from a table (`… (${ids})`), the strings of that file that
 * hold nothing but ids belong to its titles.
 */
export const idsInTitles = (text: string): string[] => {
  const titles = [...text.matchAll(/\btest(?:\.\w+)?\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/g)].map(
    ([, , title]) => title!,
  )
  const cells = titles.some((title) => /\$\{ids\}/.test(title))
    ? [...text.matchAll(new RegExp(`'(${ID}(?:(?:, | to )${ID})*)'`, 'g'))].map(([, cell]) => cell!)
    : []
  return [...titles, ...cells].flatMap(idsIn)
}

/** A part of a contract that a file of the browser calls: an export, or one call of an export that is a group of them. */
export type Use = { contract: string; name: string; member?: string }

const IMPORT = /^import (type )?([^;'"]*?) from '([^']+)'$/gm
const LATE_IMPORT = /const (\{[^}]*\}|\w+) = await import\('([^']+)'\)/g

/**
 * What a file below src/ calls of the contracts. An import for its type, its address (`name.path`) or its method alone is no
 * call; a group that is handed on whole is called whole.
 */
export const usesOf = (file: string, text: string): Use[] => {
  const code = text
    .replace(IMPORT, '')
    .replace(LATE_IMPORT, '')
    .replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '')
  const imports = [
    ...[...text.matchAll(IMPORT)].map(([, isType, names, source]) => ({ isType, names: names!, source: source! })),
    ...[...text.matchAll(LATE_IMPORT)].map(([, names, source]) => ({
      isType: undefined,
      names: names!.startsWith('{') ? names!.replaceAll(': ', ' as ') : `* as ${names}`,
      source: source!,
    })),
  ]
  return imports.flatMap(({ isType, names, source }) => {
    const contract = contractOf(file, source)
    if (isType || !contract) return []
    const space = /^\* as (\w+)$/.exec(names)?.[1]
    if (space) {
      return partsOf(code, space).flatMap((part) =>
        part[0] ? [{ contract, name: part[0], ...memberOf(part[1]) }] : [],
      )
    }
    return names
      .replace(/[{}]/g, '')
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name && !name.startsWith('type '))
      .flatMap((name) => {
        const [exported, local] = name.split(' as ')
        return partsOf(code, local ?? exported!)
          .filter(([member]) => member !== 'path' && member !== 'method')
          .map(([member]) => ({ contract, name: exported!, ...memberOf(member) }))
      })
  })
}
const memberOf = (member: string | undefined) => (member ? { member } : {})

/** How a name goes on wherever it stands for a value: `calls.list` is `['list']`. */
const partsOf = (code: string, name: string): (string | undefined)[][] =>
  [...code.matchAll(new RegExp(`(typeof )?(?<![.\\w])${name}\\b(?:\\.(\\w+))?(?:\\.(\\w+))?`, 'g'))]
    .filter(([, isType]) => !isType)
    .map(([, , first, second]) => [first, second])

const contractOf = (file: string, source: string): string | undefined => {
  const target = source.startsWith('#') ? source.slice(1) : new URL(source, `file:///${file}`).pathname.slice(1)
  return /^features\/[^/]+\/contract(-\w+)?\.ts$/.test(target) ? target : undefined
}

/** The addresses of calls that a file writes out itself, with words or values of a template where they have parameters. */
export const addressesIn = (text: string): string[] =>
  [...text.matchAll(/['"`]\/api\/v1(\/(?:[\w./-]|\$\{[^}]*\})+)|\burl: '(\/[\w/-]+)'/g)].map(
    ([, whole, below]) => (whole ?? below)!,
  )

/** Whether a file calls the endpoint by an address that it writes out. */
export const isWrittenOut = (address: string, path: string): boolean =>
  new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/:\w+/g, '[^/]+')}$`).test(address)

/** The lines of api-only.md: endpoints that no screen calls, and why. */
export const apiOnlyOf = (text: string): Map<string, string> =>
  new Map([...text.matchAll(/^- `([A-Z]+ \/[^`]*)`:? ?(.*)$/gm)].map(([, call, reason]) => [call!, reason!.trim()]))

/** What is missing of each requirement or endpoint. */
export type Open = Map<string, string[]>

const OPEN_LINE = /^- (?:\*\*([^*]+)\*\*|`([A-Z]+ [^`]+)`): (.+)$/gm

export const openLine = (key: string, missing: readonly string[]): string =>
  `- ${key.includes(' ') ? `\`${key}\`` : `**${key}**`}: ${missing.join('; ')}`

/** What open.md lists; a key that stands twice is listed as often. */
export const listedOpen = (text: string): { key: string; missing: string[] }[] =>
  [...text.matchAll(OPEN_LINE)].map(([, id, call, missing]) => ({ key: (id ?? call)!, missing: missing!.split('; ') }))

/** What is wrong with open.md: it lists exactly what is open, and its number of lines is the ceiling. */
export const openProblems = (open: Open, text: string, ceiling: number): string[] => {
  const listed = listedOpen(text)
  const at = new Map(listed.map(({ key, missing }) => [key, missing]))
  const fresh = [...open].flatMap(([key, missing]) =>
    missing.filter((one) => !at.get(key)?.includes(one)).map((one) => `${key}: ${one}`),
  )
  const done = listed.flatMap(({ key, missing }) =>
    missing
      .filter((one) => !open.get(key)?.includes(one))
      .map((one) => `docs/requirements/open.md lists what is no longer open; remove it: ${key}: ${one}`),
  )
  const bullets = text.split('\n').filter((line) => line.startsWith('- ')).length
  return [
    ...fresh,
    ...done,
    ...(bullets > listed.length
      ? ['docs/requirements/open.md has lines that name no requirement and no endpoint']
      : []),
    ...(listed.length > at.size ? ['docs/requirements/open.md lists something twice'] : []),
    ...(bullets > ceiling
      ? [`docs/requirements/open.md has ${bullets} lines; it may only shrink, from ${ceiling}`]
      : []),
    ...(bullets < ceiling
      ? [`docs/requirements/open.md is down to ${bullets} lines: lower MOST_OPEN to ${bullets}`]
      : []),
  ]
}
