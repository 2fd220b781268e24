import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addressOf, fileBehind, namesByAddress, repairedAddress } from '#features/scorm/rules/file-address.ts'

const behind = (address: string, ...names: string[]) => fileBehind(address, namesByAddress(names))

describe('the file that an address means (SCO-035)', () => {
  test.each([
    ['index.html', 'index.html'],
    ['Gr%C3%BC%C3%9Fe.html', 'Grüße.html'],
    ['caf%E9.html', 'café.html'],
    ['Fran%E7ois/d%E9but%20%96%201.html', 'François/début – 1.html'],
    ['100%.html', '100%.html'],
    ['100%25.html', '100%.html'],
    ['100%%20sure.html', '100% sure.html'],
    ['content%5Cindex.html', 'content/index.html'],
    ['50%2.html', '50%2.html'],
    ['a%zz.html', 'a%zz.html'],
  ])('%s is %s', (address, file) => {
    expect(addressOf(address)).toBe(file)
    expect(behind(address, file, 'other.html')).toBe(file)
    expect(decodeURIComponent(repairedAddress(address))).toBe(file)
  })

  test.each([
    ['caf%E9.html', 'caf%E9.html'],
    ['50%25off.html', '50%25off.html'],
    ['50%20off.html', '50%20off.html'],
    ['INDEX.html', 'index.HTML'],
  ])('%s finds a file called %s to the letter', (address, name) => {
    expect(behind(address, name)).toBe(name)
  })

  test('a missing file is null', () => {
    expect(behind('caf%E9.html', 'cafe.html')).toBeNull()
  })

  test('a corrected address always decodes to what the address means', () => {
    const piece = fc.constantFrom('%', '%E9', '%C3%A9', '%20', '%25', 'a', '/', 'é', '\\', '%5C')
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const address = pieces.join('')
        expect(decodeURIComponent(repairedAddress(address))).toBe(addressOf(address))
      }),
    )
  })
})
