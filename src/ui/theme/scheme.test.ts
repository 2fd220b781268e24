import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { ONLY_ATTRIBUTE, SCHEME_ATTRIBUTE, schemeScript } from './scheme.ts'

/** Runs the inline script as a browser would, and says which scheme it set. */
const shown = (only: 'dark' | null, stored: string | null, isDeviceDark: boolean, isStorageForbidden = false) => {
  const set: Record<string, string> = {}
  const localStorage = {
    getItem: () => {
      if (isStorageForbidden) throw new Error('SecurityError')
      return stored
    },
  }
  const documentElement = { setAttribute: (name: string, value: string) => Object.assign(set, { [name]: value }) }
  const matchMedia = () => ({ matches: isDeviceDark })
  runInNewContext(schemeScript(only), { localStorage, document: { documentElement }, matchMedia })
  return set[SCHEME_ATTRIBUTE]
}

test('the chosen scheme, or else the device’s, is set before the first paint', () => {
  expect(shown(null, 'dark', false)).toBe('dark')
  expect(shown(null, 'light', true)).toBe('light')
  expect(shown(null, 'auto', true)).toBe('dark')
  expect(shown(null, null, false)).toBe('light')
  expect(shown(null, '"><script>', true)).toBe('dark')
})

test('a browser that blocks storage shows the device’s scheme', () => {
  expect(shown(null, 'light', true, true)).toBe('dark')
})

test('a portal with a dark background has only one scheme, whatever was chosen elsewhere (PRT-045)', () => {
  expect(shown('dark', 'light', false)).toBe('dark')
  expect(ONLY_ATTRIBUTE).toBe('data-only-scheme')
})

test('the script can be inlined', () => {
  expect(schemeScript(null)).not.toMatch(/[<>]|\n/)
  expect(schemeScript(null).length).toBeLessThan(300)
})
