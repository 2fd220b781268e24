import {
  attribute,
  child,
  children,
  type Element,
  parseManifest,
  textOf,
  withoutComments,
} from '#features/scorm/rules/manifest-xml.ts'
import { PackageError, unreadable, versionNotImplemented } from '#features/scorm/rules/package-error.ts'

/** One line of the outline. Field names are those of the answers. */
export interface ScormItem {
  identifier: string
  /** The identifier of the item above, null at the top. */
  parent: string | null
  title: string
  /** Address within the package, with its query and fragment, percent-encoded; null for a mere heading. */
  href: string | null
  /** The file behind `href` as it lies in the package. */
  file: string | null
  /** Content that talks to the player, or content that is only shown; null for a heading. */
  kind: 'sco' | 'asset' | null
  is_visible: boolean
  /** An aicc_script expression, empty when there is none. */
  prerequisites: string
  /** 0 to 100. */
  mastery_score: number | null
  max_time_allowed: string | null
  time_limit_action: string | null
  data_from_lms: string | null
}

export interface ScormManifest {
  version: '1.2'
  title: string
  items: ScormItem[]
  /** Where the package starts: the address of its first item that can be opened. */
  entry: string
}

interface Resource {
  href: string | null
  file: string | null
  kind: 'sco' | 'asset'
}

const MAX_ITEMS = 2000
const MAX_DEPTH = 20
const PACKAGE = 'http://package.invalid/'
const NAMESPACE_2004 = /adlcp_v1p3|adlseq_v1p3|adlnav_v1p3|\/imsss/i
const NAMESPACE_12 = /adlcp_rootv1p2/i
const TIME_LIMIT_ACTION = /^(?:exit|continue),\s*(?:no )?message$/
const TIME_SPAN = /^\d{2,4}:\d{2}:\d{2}(?:\.\d{1,2})?$/

/**
 * Accepts SCORM 1.2 alone (SCO-004). The schema version is free text and often missing or wrong, so the namespaces
 * have a say: those of 2004 without that of 1.2 make it 2004.
 */
const checkVersion = (root: Element, xml: string): void => {
  const declared = children(root, 'metadata')
    .map((metadata) => textOf(metadata, 'schemaversion'))
    .find((text) => text !== '')
  const namespaces = [...withoutComments(xml).matchAll(/\sxmlns(?::[\w.-]+)?\s*=\s*["']([^"']*)["']/g)].map(
    ([, namespace]) => namespace ?? '',
  )
  const is12 = namespaces.some((namespace) => NAMESPACE_12.test(namespace))
  const is2004 = !is12 && namespaces.some((namespace) => NAMESPACE_2004.test(namespace))
  const says12 = declared !== undefined && /(?:^|[^\d.])1\.2(?:[^\d.]|$)/.test(declared)
  if (is2004) throw versionNotImplemented(declared === undefined || says12 ? '2004' : declared)
  if (says12 || (declared === undefined && is12)) return
  throw versionNotImplemented(declared ?? 'unknown')
}

/** An address inside the package, resolved against the bases above it; null when it leads outside. */
const resolve = (bases: (string | undefined)[], href: string): URL | null => {
  try {
    let base = new URL(PACKAGE)
    for (const part of bases) if (part) base = new URL(part.replaceAll('\\', '/'), base)
    const url = new URL(href.replaceAll('\\', '/'), base)
    return url.origin === new URL(PACKAGE).origin ? url : null
  } catch {
    return null
  }
}

const fileOf = (url: URL): string | null => {
  try {
    return decodeURIComponent(url.pathname.slice(1)).normalize('NFC')
  } catch {
    return url.pathname.slice(1)
  }
}

/** The resources of a manifest and of the manifests inside it, by identifier. */
const readResources = (manifest: Element, bases: (string | undefined)[], depth = 0): Map<string, Resource> => {
  const found = new Map<string, Resource>()
  if (depth > MAX_DEPTH) throw unreadable('manifests are nested too deep.')
  for (const inner of children(manifest, 'manifest'))
    for (const [identifier, resource] of readResources(inner, [...bases, attribute(inner, 'base')], depth + 1))
      found.set(identifier, resource)
  const list = child(manifest, 'resources')
  for (const element of children(list, 'resource')) {
    const href = attribute(element, 'href')
    const url = href ? resolve([...bases, attribute(list, 'base'), attribute(element, 'base')], href) : null
    const identifier = attribute(element, 'identifier') ?? `resource-${found.size + 1}`
    found.set(identifier, {
      href: url ? url.pathname.slice(1) + url.search + url.hash : null,
      file: url ? fileOf(url) : null,
      kind: attribute(element, 'scormtype')?.toLowerCase() === 'asset' ? 'asset' : 'sco',
    })
  }
  return found
}

/**
 * The parameters of an item joined to an address: leading `?` and `&` are dropped, a fragment is kept last, and a
 * fragment in the parameters counts only where the address has none.
 */
export const withParameters = (href: string, parameters: string): string => {
  const extra = parameters.trim().replace(/^[?&]+/, '')
  if (extra === '') return href
  const [address = '', ...fragments] = href.split('#')
  const fragment = fragments.length > 0 ? `#${fragments.join('#')}` : ''
  if (extra.startsWith('#')) return fragment ? href : href + extra
  const separator = address.includes('?') ? '&' : '?'
  // What a query may not hold as it is; an escape that is there already stays.
  const query = extra.replaceAll(/[\s"<>\\^`{|}]/g, (character) => encodeURIComponent(character))
  const [ownQuery = '', ...ownFragment] = query.split('#')
  const ownEnd = ownFragment.length > 0 ? `#${ownFragment.join('#')}` : ''
  return address + separator + ownQuery + (fragment || ownEnd)
}

const score = (text: string): number | null => {
  const value = Number(text.replace(',', '.'))
  return text !== '' && value >= 0 && value <= 100 ? value : null
}

const prerequisitesOf = (element: Element): string => {
  const type = attribute(child(element, 'prerequisites'), 'type')?.toLowerCase()
  return type === undefined || type === 'aicc_script' ? textOf(element, 'prerequisites') : ''
}

const orNull = (text: string): string | null => (text === '' ? null : text)

const readItems = (organization: Element, resources: Map<string, Resource>): ScormItem[] => {
  const items: ScormItem[] = []
  const identifiers = new Set<string>()
  /** Results are kept by identifier, so a missing or repeated one gets a name of its own. */
  const unique = (wanted: string): string => {
    let identifier = wanted
    for (let count = 2; identifiers.has(identifier); count += 1) identifier = `${wanted}~${count}`
    identifiers.add(identifier)
    return identifier
  }
  const walk = (above: Element, parent: string | null, depth: number): void => {
    for (const element of children(above, 'item')) {
      if (depth > MAX_DEPTH) throw unreadable('items are nested too deep.')
      if (items.length >= MAX_ITEMS) throw unreadable('it has too many items.')
      const identifier = unique(attribute(element, 'identifier') ?? `item-${items.length + 1}`)
      const resource = resources.get(attribute(element, 'identifierref') ?? '')
      const maxTime = textOf(element, 'maxtimeallowed')
      const action = textOf(element, 'timelimitaction').toLowerCase()
      items.push({
        identifier,
        parent,
        title: textOf(element, 'title') || identifier,
        href: resource?.href ? withParameters(resource.href, attribute(element, 'parameters') ?? '') : null,
        file: resource?.file ?? null,
        kind: resource?.href ? resource.kind : null,
        is_visible: attribute(element, 'isvisible')?.toLowerCase() !== 'false',
        prerequisites: prerequisitesOf(element),
        mastery_score: score(textOf(element, 'masteryscore')),
        max_time_allowed: TIME_SPAN.test(maxTime) ? maxTime : null,
        time_limit_action: TIME_LIMIT_ACTION.test(action) ? action : null,
        data_from_lms: orNull(textOf(element, 'datafromlms')),
      })
      walk(element, identifier, depth + 1)
    }
  }
  walk(organization, null, 1)
  return items
}

/** A package without a usable organization starts with its first SCO, else with its first resource that has a file. */
const fallbackItem = (resources: Map<string, Resource>, title: string): ScormItem | null => {
  const launchable = [...resources].filter(([, resource]) => resource.href !== null)
  const chosen = launchable.find(([, resource]) => resource.kind === 'sco') ?? launchable[0]
  if (!chosen) return null
  const [identifier, resource] = chosen
  return {
    identifier,
    parent: null,
    title: title || identifier,
    href: resource.href,
    file: resource.file,
    kind: resource.kind,
    is_visible: true,
    prerequisites: '',
    mastery_score: null,
    max_time_allowed: null,
    time_limit_action: null,
    data_from_lms: null,
  }
}

/**
 * The facts of a SCORM 1.2 manifest. Throws a PackageError for another version (with the text of ERR-059), for a
 * manifest that cannot be read and for one in which nothing can be started (SCO-015).
 */
export const readManifest = (xml: string): ScormManifest => {
  const root = parseManifest(xml)
  checkVersion(root, xml)
  const resources = readResources(root, [attribute(root, 'base')])
  const list = child(root, 'organizations')
  const organizations = children(list, 'organization')
  const organization =
    organizations.find((candidate) => attribute(candidate, 'identifier') === attribute(list, 'default')) ??
    organizations[0]
  const title = textOf(organization, 'title')
  const read = organization ? readItems(organization, resources) : []
  const fallback = read.some((item) => item.href !== null) ? null : fallbackItem(resources, title)
  const items = fallback ? [fallback] : read
  const entry = launchableItems(items)[0]?.href
  if (!entry) throw new PackageError('no_start_file', 'The package has no file to start with.')
  return { version: '1.2', title: title || items[0]?.title || '', items, entry }
}

/** The items a learner can open: the visible ones with a file, or all with a file where none is visible. */
export const launchableItems = (items: readonly ScormItem[]): ScormItem[] => {
  const withFile = items.filter((item) => item.href !== null)
  const visible = withFile.filter((item) => item.is_visible)
  return visible.length > 0 ? visible : withFile
}

/**
 * Where the manifest lies among the files of a package: at the top, or in the only folder there, because packages are
 * often made from one folder up. Null when it is in neither place (SCO-015).
 */
export const locateManifest = (names: readonly string[]): string | null => {
  const isManifest = (name: string) => name.toLowerCase() === 'imsmanifest.xml'
  const atTop = names.find(isManifest)
  if (atTop !== undefined) return atTop
  const folders = new Set(names.map((name) => (name.includes('/') ? name.slice(0, name.indexOf('/') + 1) : '')))
  const [folder] = folders
  if (folders.size !== 1 || !folder) return null
  return names.find((name) => isManifest(name.slice(folder.length))) ?? null
}
