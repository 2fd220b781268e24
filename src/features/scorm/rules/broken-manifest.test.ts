import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { locateManifest, readManifest } from '#features/scorm/rules/manifest.ts'
import { decodeXml } from '#kernel/format/xml.ts'
import { manifest, refusal } from '../../../../tests/scorm/manifests.ts'
import { brokenPackage, manifestXml, singleSco } from '../../../../tests/scorm/scorm-packages.ts'

describe('manifests that cannot be read', () => {
  test.each([
    ['', 'The file imsmanifest.xml cannot be read: '],
    ['hello', 'The file imsmanifest.xml cannot be read: '],
    ['<html></html>', 'The file imsmanifest.xml cannot be read: it has no manifest element.'],
    ['<manifest><a></manifest>', 'The file imsmanifest.xml cannot be read: '],
    [
      '<!DOCTYPE m [<!ENTITY x SYSTEM "file:///etc/passwd">]><manifest/>',
      'The file imsmanifest.xml cannot be read: a document type is not allowed.',
    ],
    [
      '<!-- <x> --><!doctype m [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><manifest>&b;</manifest>',
      'The file imsmanifest.xml cannot be read: a document type is not allowed.',
    ],
    [`<manifest>${' '.repeat(5_000_000)}</manifest>`, 'The file imsmanifest.xml cannot be read: it is too large.'],
    [`${'<manifest>'.repeat(200)}${'</manifest>'.repeat(200)}`, 'The file imsmanifest.xml cannot be read: '],
    ['<manifest><__proto__/></manifest>', 'The file imsmanifest.xml cannot be read: '],
  ])('%# is refused with a sentence (SCO-015)', (xml, message) => {
    expect(refusal(xml).startsWith(message), refusal(xml)).toBe(true)
  })

  test('a manifest cut off in the middle is refused (SCO-015)', async () => {
    const whole = manifestXml(singleSco())
    for (let length = 0; length < whole.trimEnd().length; length += 7)
      expect(refusal(whole.slice(0, length))).not.toBe('read')
    expect((await brokenPackage()).length).toBeGreaterThan(0)
  })

  test('any text results in items or a clean refusal (SCO-015)', () => {
    const piece = fc.constantFrom(
      '<manifest>',
      '</manifest>',
      '<item identifier="x">',
      '</item>',
      '<organizations>',
      '</organizations>',
      '<resource href="a"/>',
      '&amp;',
      '<![CDATA[',
      ']]>',
      'text',
      '<a b="c"/>',
      '<!--',
      '-->',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        expect(typeof refusal(pieces.join(''))).toBe('string')
      }),
    )
  })

  test('too deep and too many items are refused', () => {
    const nest = (depth: number): string =>
      depth === 0 ? '' : `<item identifier="i${depth}">${nest(depth - 1)}</item>`
    const wrap = (items: string) =>
      manifest({ organizations: `<organizations><organization identifier="o">${items}</organization></organizations>` })
    expect(refusal(wrap(nest(21)))).toContain('nested too deep')
    expect(refusal(wrap(nest(20)))).toBe('read')
    expect(refusal(wrap('<item/>'.repeat(2001)))).toContain('too many items')
  })
})

describe('bytes and places', () => {
  const xml = manifest({ head: '<?xml version="1.0" encoding="ENC"?>' }).replace('<title>T', '<title>Grüße')
  const encoded = (name: string, encoding: BufferEncoding, mark: number[] = []) =>
    Buffer.concat([Buffer.from(mark), Buffer.from(xml.replace('ENC', name), encoding)])

  test.each([
    ['UTF-8', encoded('UTF-8', 'utf8')],
    ['UTF-8 with a mark', encoded('utf-8', 'utf8', [0xef, 0xbb, 0xbf])],
    ['ISO-8859-1', encoded('ISO-8859-1', 'latin1')],
    ['Windows-1252', encoded('windows-1252', 'latin1')],
    ['UTF-8 that says UTF-16', encoded('utf-16', 'utf8')],
    ['UTF-8 with a mark that says Windows-1252', encoded('windows-1252', 'utf8', [0xef, 0xbb, 0xbf])],
    ['UTF-16 with a mark', encoded('UTF-16', 'utf16le', [0xff, 0xfe])],
    ['UTF-16 without a mark', encoded('UTF-16', 'utf16le')],
    ['UTF-16 the other way round', encoded('UTF-16', 'utf16le', [0xff, 0xfe]).swap16()],
  ])('a manifest in %s is read', (_, bytes) => {
    const { text, is_assumed: isAssumed } = decodeXml(bytes)
    expect([readManifest(text).title, isAssumed]).toEqual(['Grüße', false])
  })

  test.each([
    ['Windows-1252 that says UTF-8', encoded('UTF-8', 'latin1')],
    ['Windows-1252 that says ASCII in capitals', encoded('no-such-encoding', 'latin1')],
    ['UTF-8 under an unknown name', encoded('no-such-encoding', 'utf8')],
  ])('a manifest in %s is read, and that is said (SCO-034)', (_, bytes) => {
    const { text, is_assumed: isAssumed } = decodeXml(bytes)
    expect([readManifest(text).title, isAssumed]).toEqual(['Grüße', true])
  })

  test.each([
    [['imsmanifest.xml', 'a/b.html'], 'imsmanifest.xml'],
    [['a/b.html', 'IMSManifest.XML'], 'IMSManifest.XML'],
    [['Course/imsmanifest.xml', 'Course/a.html'], 'Course/imsmanifest.xml'],
    [['Course/imsmanifest.xml', 'Other/a.html'], null],
    [['Course/deep/imsmanifest.xml', 'Course/a.html'], null],
    [['readme.txt', 'Course/imsmanifest.xml'], null],
    [['imsmanifest.xml.txt'], null],
    [[], null],
  ])('among %j the manifest is %s (SCO-015)', (names, expected) => expect(locateManifest(names)).toBe(expected))
})
