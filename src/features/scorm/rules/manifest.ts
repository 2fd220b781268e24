import { addressOf } from '#features/scorm/rules/file-address.ts'
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
import { formatTimespan, parseTimespan } from '#features/scorm/rules/player/timespan.ts'

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
  /** What was assumed where the manifest says nothing, as sentences for its author (SCO-034). */
  notes: string[]
}

interface Resource {
  href: string | null
  file: string | null
  kind: 'sco' | 'asset'
  title: string
}

const MAX_ITEMS = 2000
const MAX_DEPTH = 20
const PACKAGE = 'http://package.invalid/'
const NAMESPACE_2004 = /adlcp_v1p3|adlseq_v1p3|adlnav_v1p3|\/imsss/i
const NAMESPACE_12 = /adlcp_rootv1p2/i
const TIME_LIMIT_ACTION = /^(?:exit|continue),\s*(?:no )?message$/

/**
 * Accepts only SCORM 1.2 (SCO-004). The schema version is free text and often missing or wrong, so the namespaces count
 * too: those of 2004 without that of 1.2 make it 2004.
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

/** The title in the metadata of a manifest, organization or resource (LOM: general, title, in any language), or empty. */
const titleOf = (element: Element | undefined): string => {
  for (const metadata of children(element, 'metadata')) {
    const general = child(child(metadata, 'lom') ?? child(metadata, 'record'), 'general')
    const title = child(general, 'title')
    const courseTitle = textOf(title, 'langstring') || textOf(title, 'string') || textOf(general, 'title')
    if (courseTitle) return courseTitle
  }
  return ''
}

/** The resources of a manifest and of the manifests inside it, by identifier. */
const readResources = (manifest: Element, bases: (string | undefined)[], depth = 0): Map<string, Resource> => {
  const resources = new Map<string, Resource>()
  if (depth > MAX_DEPTH) throw unreadable('manifests are nested too deep.')
  for (const inner of children(manifest, 'manifest'))
    for (const [identifier, resource] of readResources(inner, [...bases, attribute(inner, 'base')], depth + 1))
      resources.set(identifier, resource)
  const list = child(manifest, 'resources')
  for (const element of children(list, 'resource')) {
    const href = attribute(element, 'href')
    const url = href ? resolve([...bases, attribute(list, 'base'), attribute(element, 'base')], href) : null
    const identifier = attribute(element, 'identifier') ?? `resource-${resources.size + 1}`
    resources.set(identifier, {
      href: url ? url.pathname.slice(1) + url.search + url.hash : null,
      file: url ? addressOf(url.pathname.slice(1)) : null,
      kind: attribute(element, 'scormtype')?.toLowerCase() === 'asset' ? 'asset' : 'sco',
      title: titleOf(element),
    })
  }
  return resources
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
  /** Results are stored by identifier, so a missing or repeated one gets a unique name. */
  const unique = (preferred: string): string => {
    let identifier = preferred
    for (let count = 2; identifiers.has(identifier); count += 1) identifier = `${preferred}~${count}`
    identifiers.add(identifier)
    return identifier
  }
  const walk = (above: Element, parent: string | null, depth: number): void => {
    for (const element of children(above, 'item')) {
      if (depth > MAX_DEPTH) throw unreadable('items are nested too deep.')
      if (items.length >= MAX_ITEMS) throw unreadable('it has too many items.')
      const identifier = unique(attribute(element, 'identifier') ?? `item-${items.length + 1}`)
      const resource = resources.get(attribute(element, 'identifierref') ?? '')
      const maxTime = parseTimespan(textOf(element, 'maxtimeallowed'))
      const action = textOf(element, 'timelimitaction').toLowerCase()
      items.push({
        identifier,
        parent,
        title: textOf(element, 'title') || titleOf(element) || resource?.title || '',
        href: resource?.href ? withParameters(resource.href, attribute(element, 'parameters') ?? '') : null,
        file: resource?.file ?? null,
        kind: resource?.href ? resource.kind : null,
        is_visible: attribute(element, 'isvisible')?.toLowerCase() !== 'false',
        prerequisites: prerequisitesOf(element),
        mastery_score: score(textOf(element, 'masteryscore')),
        max_time_allowed: maxTime === null ? null : formatTimespan(maxTime),
        time_limit_action: TIME_LIMIT_ACTION.test(action) ? action : null,
        data_from_lms: orNull(textOf(element, 'datafromlms')),
      })
      walk(element, identifier, depth + 1)
    }
  }
  walk(organization, null, 1)
  return items
}

/** A package without a usable organization is its first SCO, else its first resource that has a file. */
const fallbackItem = (resources: Map<string, Resource>): { item: ScormItem; others: number } | null => {
  const launchable = [...resources].filter(([, resource]) => resource.href !== null)
  const scos = launchable.filter(([, resource]) => resource.kind === 'sco')
  const [chosen] = scos.length > 0 ? scos : launchable
  if (!chosen) return null
  const [identifier, { href, file, kind, title }] = chosen
  const item = {
    identifier,
    parent: null,
    title,
    href,
    file,
    kind,
    is_visible: true,
    prerequisites: '',
    mastery_score: null,
    max_time_allowed: null,
    time_limit_action: null,
    data_from_lms: null,
  }
  return { item, others: scos.length > 0 ? scos.length - 1 : 0 }
}

/** Gives items without a title the one of the package when there is no other, else their number. */
const withTitles = (items: readonly ScormItem[], title: string): ScormItem[] =>
  items.map((item, at) => (item.title ? item : { ...item, title: items.length === 1 ? title : `Part ${at + 1}` }))

/**
 * The facts of a SCORM 1.2 manifest. Throws a PackageError for another version (with the text of ERR-059), for a
 * manifest that cannot be read and for one in which nothing can be started (SCO-015). What the manifest leaves out is
 * assumed and said in `notes`; `fallbackTitle` names a package that names itself nowhere (SCO-034).
 */
export const readManifest = (xml: string, fallbackTitle = 'Untitled package'): ScormManifest => {
  const root = parseManifest(xml)
  checkVersion(root, xml)
  const resources = readResources(root, [attribute(root, 'base')])
  const list = child(root, 'organizations')
  const organizations = children(list, 'organization')
  const organization =
    organizations.find((candidate) => attribute(candidate, 'identifier') === attribute(list, 'default')) ??
    organizations[0]
  const listedItems = organization ? readItems(organization, resources) : []
  const fallback = listedItems.some((item) => item.href !== null) ? null : fallbackItem(resources)
  const listed = fallback ? [fallback.item] : listedItems
  const own = textOf(organization, 'title') || titleOf(organization) || titleOf(root)
  const title = own || listed.find((item) => item.title)?.title || fallbackTitle
  const items = withTitles(listed, title)
  const entry = launchableItems(items)[0]?.href
  if (!entry) throw new PackageError('no_start_file', 'The package has no file to start with.')
  const notes: string[] = []
  if (fallback) {
    const rest =
      fallback.others === 0
        ? ''
        : fallback.others === 1
          ? ' 1 more part is not shown.'
          : ` ${fallback.others} more parts are not shown.`
    notes.push(
      `The manifest ${organization ? 'has an outline that opens no file' : 'has no outline'}, so the package is one part that starts with ${fallback.item.file}.${rest}`,
    )
  }
  if (title === fallbackTitle) notes.push(`The manifest names no title, so the package is called “${title}”.`)
  else if (!own && fallback) notes.push(`The package is named after its start file’s title, “${title}”.`)
  if (listed.some((item) => !item.title) && listed.length > 1)
    notes.push('Parts without a title in the manifest are numbered.')
  return { version: '1.2', title, items, entry, notes }
}

/** The items a learner can open: the visible ones with a file, or all with a file if none is visible. */
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
