import { describe, expect, test } from 'vitest'
import { contentPath, contentType, encodePath, folderOf } from '#features/scorm/rules/content-path.ts'

describe('files of a package by their path (SCO-016)', () => {
  test.each([
    ['index.html', 'index.html'],
    ['Grüße/日本 (1).html'.normalize('NFD'), 'Grüße/日本 (1).html'],
    ['a/.well-known/x', 'a/.well-known/x'],
    ['a..b/c..', 'a..b/c..'],
    ['a\\b', 'a/b'],
  ])('%s is found', (requested, path) => {
    expect(contentPath(requested)).toBe(path)
  })

  test.each([
    '',
    '/',
    'a//b',
    '../a',
    'a/../b',
    'a/..',
    './a',
    '..\\a',
    'a\\..\\b',
    '\\a',
    'a\0b',
    'a\nb',
    '/etc/passwd',
    'a/',
    'x'.repeat(3000),
  ])('%j is in no package', (requested) => {
    expect(contentPath(requested)).toBeNull()
  })

  test('an address preserves every character of a path', () => {
    const path = 'a b/ü#?%/100%.html'
    expect(encodePath(path)).toBe('a%20b/%C3%BC%23%3F%25/100%25.html')
    expect(decodeURIComponent(encodePath(path))).toBe(path)
    expect([folderOf('a/b/c.html'), folderOf('c.html')]).toEqual(['a/b/', ''])
  })
})

test.each([
  ['a/Index.HTM', 'text/html'],
  ['x.js', 'text/javascript'],
  ['data.json', 'application/json'],
  ['pic.svg', 'image/svg+xml'],
  ['film.mp4', 'video/mp4'],
  ['a.b/README', 'application/octet-stream'],
  ['x.constructor', 'application/octet-stream'],
])('%s is served as %s', (path, type) => {
  expect(contentType(path)).toBe(type)
})
