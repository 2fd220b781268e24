import { buffer } from 'node:stream/consumers'
import yazl from 'yazl'
import { assetPage, SCO_SCRIPT, SCO_STYLE, scoPage } from './scorm-content.ts'

/** One item of a package to be built. */
export interface ItemSpec {
  identifier: string
  title: string
  /** The item's page; a heading has none. Several items may share one page. */
  page?: string
  kind?: 'sco' | 'asset'
  parameters?: string
  prerequisites?: string
  masteryscore?: number | string
  maxtimeallowed?: string
  timelimitaction?: string
  datafromlms?: string
  isvisible?: boolean
  items?: ItemSpec[]
}

export interface PackageSpec {
  title: string
  version?: '1.2' | '2004 3rd Edition'
  items: ItemSpec[]
}

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const NAMESPACES = {
  '1.2': `xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2"`,
  '2004 3rd Edition': `xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3" xmlns:imsss="http://www.imsglobal.org/xsd/imsss"`,
} as const

const attribute = (name: string, value: string | undefined): string =>
  value === undefined ? '' : ` ${name}="${escapeXml(value)}"`

const element = (name: string, value: string | number | undefined, more = ''): string =>
  value === undefined ? '' : `<adlcp:${name}${more}>${escapeXml(String(value))}</adlcp:${name}>`

const itemXml = (item: ItemSpec): string =>
  `<item identifier="${escapeXml(item.identifier)}"${attribute('identifierref', item.page && `${item.identifier}-resource`)}${attribute('parameters', item.parameters)}${item.isvisible === false ? ' isvisible="false"' : ''}><title>${escapeXml(item.title)}</title>${(item.items ?? []).map(itemXml).join('')}${element('prerequisites', item.prerequisites, ' type="aicc_script"')}${element('maxtimeallowed', item.maxtimeallowed)}${element('timelimitaction', item.timelimitaction)}${element('datafromlms', item.datafromlms)}${element('masteryscore', item.masteryscore)}</item>`

const flat = (items: readonly ItemSpec[]): ItemSpec[] => items.flatMap((item) => [item, ...flat(item.items ?? [])])

/** The manifest of a package, as an authoring tool would write it. */
export const manifestXml = ({ title, version = '1.2', items }: PackageSpec): string => {
  const type = version === '1.2' ? 'scormtype' : 'scormType'
  const resources = flat(items)
    .filter((item) => item.page)
    .map(
      (item) =>
        `<resource identifier="${escapeXml(item.identifier)}-resource" type="webcontent" adlcp:${type}="${item.kind ?? 'sco'}" href="${escapeXml(item.page ?? '')}"><file href="${escapeXml(item.page ?? '')}"/></resource>`,
    )
  return `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="package" version="1" ${NAMESPACES[version]}>
  <metadata><schema>ADL SCORM</schema><schemaversion>${version}</schemaversion></metadata>
  <organizations default="org"><organization identifier="org"><title>${escapeXml(title)}</title>${items.map(itemXml).join('')}</organization></organizations>
  <resources>${resources.join('')}</resources>
</manifest>
`
}

/** A zip with named texts. */
export const zipOf = (files: Record<string, string | Buffer>): Promise<Buffer> => {
  const zip = new yazl.ZipFile()
  for (const [name, content] of Object.entries(files)) zip.addBuffer(Buffer.from(content as string), name)
  zip.end()
  return buffer(zip.outputStream)
}

/** Every file of a package: its manifest, one page for each address, and shared files. */
export const packageFiles = (spec: PackageSpec): Record<string, string> => {
  const files: Record<string, string> = {
    'imsmanifest.xml': manifestXml(spec),
    'shared/sco.js': SCO_SCRIPT,
    'shared/style.css': SCO_STYLE,
  }
  for (const item of flat(spec.items)) {
    const page = item.page?.split(/[?#]/)[0]
    if (!page || files[page]) continue
    const root = '../'.repeat(page.split('/').length - 1)
    files[page] = item.kind === 'asset' ? assetPage(item.title) : scoPage(item.title, root)
  }
  return files
}

/** A real, playable SCORM package as a zip. */
export const buildPackage = (spec: PackageSpec): Promise<Buffer> => zipOf(packageFiles(spec))

/** One SCO with a mastery score; `auto` controls its page (see tests/scorm/scorm-content.ts). */
export const singleSco = (auto?: string): PackageSpec => ({
  title: 'Golf for Beginners',
  items: [
    {
      identifier: 'golf',
      title: 'Golf for Beginners',
      page: 'content/golf.html',
      masteryscore: 80,
      ...(auto === undefined ? {} : { parameters: `?auto=${auto}` }),
    },
  ],
})

/** Three SCOs and an asset: the second requires the first, the third both; each has data and parameters. */
export const multiSco = (): PackageSpec => ({
  title: 'Safety at Work',
  items: [
    { identifier: 'intro', title: 'Introduction', page: 'content/intro.html', datafromlms: 'chapter=1;mode=<fast>' },
    {
      identifier: 'fire',
      title: 'Fire',
      page: 'content/lesson.html',
      parameters: '?topic=fire&leave=finish',
      prerequisites: 'intro',
      maxtimeallowed: '00:30:00',
      timelimitaction: 'continue,no message',
    },
    {
      identifier: 'test',
      title: 'Final Test',
      page: 'content/lesson.html',
      parameters: 'topic=test',
      prerequisites: 'intro&(fire|fire="completed")',
      masteryscore: 70,
    },
    { identifier: 'sheet', title: 'Fact Sheet', page: 'content/sheet.html', kind: 'asset' },
  ],
})

/** Headings two levels deep, a hidden item, and a prerequisite on a heading. */
export const nestedItems = (): PackageSpec => ({
  title: 'First Aid',
  items: [
    {
      identifier: 'basics',
      title: 'Basics',
      items: [
        { identifier: 'call', title: 'Calling for Help', page: 'a/call.html' },
        {
          identifier: 'breathing',
          title: 'Breathing',
          items: [{ identifier: 'check', title: 'Checking', page: 'a/b/check.html' }],
        },
      ],
    },
    { identifier: 'hidden', title: 'Hidden', page: 'a/hidden.html', isvisible: false },
    { identifier: 'exam', title: 'Exam', page: 'exam.html', prerequisites: 'basics', masteryscore: 50 },
  ],
})

/** A package of a version that is not played. */
export const scorm2004 = (): PackageSpec => ({ ...singleSco(), version: '2004 3rd Edition' })

/** An archive with a truncated manifest. */
export const brokenPackage = (): Promise<Buffer> => {
  const files = packageFiles(singleSco())
  const manifest = files['imsmanifest.xml'] ?? ''
  return zipOf({ ...files, 'imsmanifest.xml': manifest.slice(0, manifest.length / 2) })
}

/** An archive without a manifest. */
export const noPackage = (): Promise<Buffer> => zipOf({ 'index.html': assetPage('No package') })
