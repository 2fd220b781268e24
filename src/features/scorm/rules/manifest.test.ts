import { describe, expect, test } from 'vitest'
import { launchableItems, readManifest, withParameters } from '#features/scorm/rules/manifest.ts'
import { manifest, ORGANIZATION, RESOURCE, refusal, V12 } from '../../../../tests/scorm/manifests.ts'
import {
  manifestXml,
  multiSco,
  nestedItems,
  packageFiles,
  scorm2004,
  singleSco,
} from '../../../../tests/scorm/scorm-packages.ts'

describe('versions', () => {
  test('a SCORM 2004 package is refused with the version it names (SCO-004, ERR-059)', () => {
    expect(refusal(manifestXml(scorm2004()))).toBe('Version 2004 3rd Edition is not implemented')
  })

  const V2004 = 'xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3"'
  test.each([
    ['1.2', V12, 'read'],
    [' 1.2 ', V12, 'read'],
    ['SCORM 1.2', V12, 'read'],
    ['1.2', '', 'read'],
    ['', V12, 'read'],
    ['1.2', `${V12} xmlns:imsss="http://www.imsglobal.org/xsd/imsss"`, 'read'],
    ['1.1', V12, 'Version 1.1 is not implemented'],
    ['1.20', V12, 'Version 1.20 is not implemented'],
    ['11.2', V12, 'Version 11.2 is not implemented'],
    ['CAM 1.3', V2004, 'Version CAM 1.3 is not implemented'],
    ['2004 4th Edition', V2004, 'Version 2004 4th Edition is not implemented'],
    ['', V2004, 'Version 2004 is not implemented'],
    ['1.2', V2004, 'Version 2004 is not implemented'],
    ['1.2', 'xmlns:imsss="http://www.imsglobal.org/xsd/imsss"', 'Version 2004 is not implemented'],
    ['', '', 'Version unknown is not implemented'],
  ])('schemaversion %j with %s: %s (SCO-004)', (version, root, expected) => {
    expect(refusal(manifest({ version, root }))).toBe(expected)
  })

  test('a namespace in a comment is ignored', () => {
    const head = '<?xml version="1.0"?><!-- xmlns:imsss="http://www.imsglobal.org/xsd/imsss" -->'
    expect(refusal(manifest({ head, root: '' }))).toBe('read')
  })
})

describe('items', () => {
  test('the start file of a single SCO is the entry (SCO-001, SCO-015)', () => {
    const manifest = readManifest(manifestXml(singleSco('score:85,finish')))
    expect(manifest).toMatchObject({ version: '1.2', title: 'Golf for Beginners' })
    expect(manifest.entry).toBe('content/golf.html?auto=score:85,finish')
    expect(manifest.items).toEqual([
      {
        identifier: 'golf',
        parent: null,
        title: 'Golf for Beginners',
        href: 'content/golf.html?auto=score:85,finish',
        file: 'content/golf.html',
        kind: 'sco',
        is_visible: true,
        prerequisites: '',
        mastery_score: 80,
        max_time_allowed: null,
        time_limit_action: null,
        data_from_lms: null,
      },
    ])
  })

  test('prerequisites, time limits, data and parameters are read for each item (SCO-027)', () => {
    const { items } = readManifest(manifestXml(multiSco()))
    expect(items.map((item) => [item.identifier, item.kind, item.href])).toEqual([
      ['intro', 'sco', 'content/intro.html'],
      ['fire', 'sco', 'content/lesson.html?topic=fire&leave=finish'],
      ['test', 'sco', 'content/lesson.html?topic=test'],
      ['sheet', 'asset', 'content/sheet.html'],
    ])
    expect(items[0]?.data_from_lms).toBe('chapter=1;mode=<fast>')
    expect(items[1]).toMatchObject({
      prerequisites: 'intro',
      max_time_allowed: '00:30:00',
      time_limit_action: 'continue,no message',
    })
    expect(items[2]).toMatchObject({ prerequisites: 'intro&(fire|fire="completed")', mastery_score: 70 })
  })

  test('items stay below their headings, and hidden ones are not offered (SCO-027)', () => {
    const { items, entry } = readManifest(manifestXml(nestedItems()))
    expect(items.map((item) => [item.identifier, item.parent, item.kind, item.is_visible])).toEqual([
      ['basics', null, null, true],
      ['call', 'basics', 'sco', true],
      ['breathing', 'basics', null, true],
      ['check', 'breathing', 'sco', true],
      ['hidden', null, 'sco', false],
      ['exam', null, 'sco', true],
    ])
    expect(entry).toBe('a/call.html')
    expect(launchableItems(items).map((item) => item.identifier)).toEqual(['call', 'check', 'exam'])
  })

  test('every file that a manifest names is in the package that the builder creates', () => {
    for (const spec of [singleSco(), multiSco(), nestedItems()]) {
      const files = packageFiles(spec)
      for (const item of readManifest(files['imsmanifest.xml'] ?? '').items)
        if (item.file) expect(Object.keys(files)).toContain(item.file)
    }
  })

  test('the default organization is taken, else the first', () => {
    const two = `${ORGANIZATION}<organization identifier="p"><title>Second</title><item identifier="j" identifierref="r"/></organization>`
    const readStart = (start: string) => readManifest(manifest({ organizations: `${start}${two}</organizations>` }))
    expect(readStart('<organizations default="p">')).toMatchObject({
      title: 'Second',
      items: [{ identifier: 'j', title: 'Second' }],
    })
    expect(readStart('<organizations default="x">').title).toBe('T')
    expect(readStart('<organizations>').title).toBe('T')
  })

  test('without organizations or usable items the first SCO starts, or else the first file (SCO-015)', () => {
    const resources =
      '<resources><resource identifier="a" adlcp:scormtype="asset" href="a.html"/><resource identifier="s" adlcp:scormtype="sco" href="s.html"/></resources>'
    for (const organizations of [
      '',
      '<organizations/>',
      '<organizations><organization identifier="o"><title>T</title><item identifier="i" identifierref="none"/></organization></organizations>',
    ])
      expect(readManifest(manifest({ organizations, resources })).entry).toBe('s.html')
    const assets = '<resources><resource identifier="a" adlcp:scormtype="asset" href="a.html"/></resources>'
    expect(readManifest(manifest({ organizations: '', resources: assets })).items).toMatchObject([
      { identifier: 'a', kind: 'asset' },
    ])
  })

  describe('a manifest that leaves something out (SCO-034)', () => {
    const lom = (title: string) => `<metadata><schemaversion>1.2</schemaversion>${title}</metadata>`
    const inLom =
      '<lom xmlns="x"><general><title><langstring xml:lang="en">Forklift Basics</langstring></title></general></lom>'
    const without = (more: { version?: string; resources?: string; organizations?: string } = {}) =>
      manifest({ organizations: '', resources: `<resources>${RESOURCE}</resources>`, ...more })
    const xml = without().replace(/<metadata>.*?<\/metadata>/, lom(inLom))

    test('without an outline it is named by its metadata, and the start and the assumptions are stated', () => {
      expect(readManifest(xml, 'Course')).toMatchObject({
        title: 'Forklift Basics',
        items: [{ identifier: 'r', title: 'Forklift Basics', href: 'index.html' }],
        notes: ['The manifest has no outline, so the package is one part that starts with index.html.'],
      })
    })

    test('without any title it is named by its file, never by an identifier', () => {
      const result = readManifest(without(), 'Forklift 2026')
      expect(result).toMatchObject({ title: 'Forklift 2026', items: [{ title: 'Forklift 2026' }] })
      expect(result.notes[1]).toBe('The manifest names no title, so the package is called “Forklift 2026”.')
    })

    test('the title of the resource counts, and parts that are not shown are reported', () => {
      const titled = `<resource identifier="a" adlcp:scormtype="sco" href="a.html"><metadata>${inLom}</metadata></resource>`
      const result = readManifest(
        without({ resources: `<resources>${titled}${RESOURCE}${RESOURCE.replace('"r"', '"s"')}</resources>` }),
      )
      expect(result.title).toBe('Forklift Basics')
      expect(result.notes[0]).toContain('2 more parts are not shown.')
    })

    test('an outline that opens nothing is recognized, and unnamed parts are numbered', () => {
      const wrap = (items: string) =>
        `<organizations><organization identifier="o"><title>T</title>${items}</organization></organizations>`
      expect(readManifest(without({ organizations: wrap('<item identifierref="none"/>') })).notes[0]).toContain(
        'an outline that opens no file',
      )
      const two = readManifest(
        without({
          organizations: wrap(
            '<item identifier="item_1" identifierref="r"/><item identifier="item_2" identifierref="r"/>',
          ),
        }),
      )
      expect(two.items.map(({ title }) => title)).toEqual(['Part 1', 'Part 2'])
      expect(two.notes).toEqual(['Parts without a title in the manifest are numbered.'])
    })

    test('a complete manifest gets no notes', () => {
      expect(readManifest(manifest()).notes).toEqual([])
    })
  })

  test('nothing to start with is refused (SCO-015)', () => {
    expect(refusal(manifest({ resources: '<resources/>' }))).toBe('The package has no file to start with.')
    expect(refusal(manifest({ resources: '' }))).toBe('The package has no file to start with.')
  })

  test('bases are joined as addresses (xml:base)', () => {
    const result = readManifest(
      manifest({
        root: `${V12} xml:base="package/"`,
        resources:
          '<resources xml:base="pages/"><resource identifier="r" xml:base="one/" adlcp:scormtype="sco" href="../a b%20c.html#top"/></resources>',
      }),
    )
    expect(result.items[0]).toMatchObject({
      href: 'package/pages/a%20b%20c.html#top',
      file: 'package/pages/a b c.html',
    })
  })

  test.each([
    ['content\\index.html', 'content/index.html'],
    ['/index.html', 'index.html'],
    ['../../index.html', 'index.html'],
    ['Gr%C3%BC%C3%9Fe.html', 'Grüße.html'],
    ['100%.html', '100%.html'],
    ['a.html?x=1&amp;y=2', 'a.html'],
  ])('the address %s stands for the file %s', (href, file) => {
    const resources = `<resources><resource identifier="r" adlcp:scormtype="sco" href="${href}"/></resources>`
    expect(readManifest(manifest({ resources })).items[0]?.file).toBe(file)
  })

  test.each([
    'https://evil.example.com/x.html',
    '//evil.example.com/x.html',
    'javascript:alert(1)',
    'data:text/html,x',
  ])('an address outside the package is none: %s (SCO-016)', (href) => {
    const resources = `<resources><resource identifier="r" adlcp:scormtype="sco" href="${href}"/></resources>`
    expect(refusal(manifest({ resources }))).toBe('The package has no file to start with.')
  })

  test('resources of manifests inside the manifest are found', () => {
    const resources = `<resources/><manifest identifier="inner" xml:base="inner/"><resources>${RESOURCE}</resources></manifest>`
    expect(readManifest(manifest({ resources })).entry).toBe('inner/index.html')
  })

  test('names are read regardless of case and prefix, and entities as text', () => {
    const xml = `<?xml version="1.0"?><ns:Manifest xmlns:ns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:x="http://www.adlnet.org/xsd/adlcp_rootv1p2">
      <ns:Organizations Default="o"><ns:Organization Identifier="o"><ns:Title>Caf&#233; &amp; <![CDATA[<Bar>]]></ns:Title>
      <ns:Item Identifier="i" IdentifierRef="r" IsVisible="TRUE"><ns:Title> 1.50 </ns:Title><x:MasteryScore>007</x:MasteryScore></ns:Item></ns:Organization></ns:Organizations>
      <ns:Resources><ns:Resource Identifier="r" x:ScormType="SCO" Href="A.html"/></ns:Resources></ns:Manifest>`
    const result = readManifest(xml)
    expect(result.title).toMatch(/^Café & ?<Bar>$/)
    expect(result.items[0]).toMatchObject({ title: '1.50', mastery_score: 7, kind: 'sco', is_visible: true })
  })

  test.each([
    ['80', 80],
    [' 72.5 ', 72.5],
    ['66,7', 66.7],
    ['0', 0],
    ['100', 100],
    ['101', null],
    ['-1', null],
    ['high', null],
    ['', null],
  ])('a mastery score of %j is %s (SCO-026)', (text, expected) => {
    const spec = singleSco()
    const item = { ...spec.items[0]!, masteryscore: text }
    expect(readManifest(manifestXml({ ...spec, items: [item] })).items[0]?.mastery_score).toBe(expected)
  })

  test('every item has a unique identifier, because results are stored by it', () => {
    const organizations =
      '<organizations><organization identifier="o"><item identifier="i" identifierref="r"/><item identifier="i" identifierref="r"/><item identifierref="r"/><item identifier="__proto__" identifierref="r"/></organization></organizations>'
    expect(readManifest(manifest({ organizations })).items.map((item) => item.identifier)).toEqual([
      'i',
      'i~2',
      'item-3',
      '__proto__',
    ])
  })

  test('prerequisites in another language are ignored', () => {
    const organizations = (type: string) =>
      `<organizations><organization identifier="o"><item identifier="i" identifierref="r"><adlcp:prerequisites${type}>a&amp;b</adlcp:prerequisites></item></organization></organizations>`
    const readResource = (type: string) =>
      readManifest(manifest({ organizations: organizations(type) })).items[0]?.prerequisites
    expect(readResource(' type="aicc_script"')).toBe('a&b')
    expect(readResource('')).toBe('a&b')
    expect(readResource(' type="javascript"')).toBe('')
  })
})

describe('parameters', () => {
  test.each([
    ['a.html', '', 'a.html'],
    ['a.html', '?x=1', 'a.html?x=1'],
    ['a.html', 'x=1', 'a.html?x=1'],
    ['a.html', '&&?x=1', 'a.html?x=1'],
    ['a.html?y=2', '?x=1', 'a.html?y=2&x=1'],
    ['a.html?y=2', '&x=1', 'a.html?y=2&x=1'],
    ['a.html#end', '?x=1', 'a.html?x=1#end'],
    ['a.html?y=2#end', 'x=1', 'a.html?y=2&x=1#end'],
    ['a.html', '#part', 'a.html#part'],
    ['a.html#end', '#part', 'a.html#end'],
    ['a.html', '?x=1#part', 'a.html?x=1#part'],
    ['a.html', '?', 'a.html'],
    ['a.html', '?name=Jane "J" <x>', 'a.html?name=Jane%20%22J%22%20%3Cx%3E'],
    ['a.html', '?x=%20', 'a.html?x=%20'],
  ])('%s with %j is %s', (href, parameters, expected) => expect(withParameters(href, parameters)).toBe(expected))
})
