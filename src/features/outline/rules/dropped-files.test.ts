import { expect, test } from 'vitest'
import { allowedExtensions } from '#kernel/uploads/uploads.ts'
import { DROPPED_UPLOADS, keptForRetry, kindOfFile, refusalOfFile, titleOfFile } from './dropped-files.ts'

test.each([
  ['plan.pdf', 'Document'],
  ['Rules.DOCX', 'Document'],
  ['slides.pptx', 'Document'],
  ['talk.mp3', 'Audio'],
  ['walk.mp4', 'Video'],
  ['walk.webm', 'Video'],
  ['course.zip', 'ScormModule'],
  ['photo.png', null],
  ['sheet.xlsx', null],
  ['tool.exe', null],
  ['plan', null],
])('%s becomes: %s (BLD-089)', (name, kind) => {
  expect(kindOfFile(name)).toBe(kind)
  expect(refusalOfFile({ name, size: 10 }) === null).toBe(kind !== null)
})

test('every refusal names the file (BLD-089)', () => {
  expect(refusalOfFile({ name: 'photo.png', size: 10 })).toBe(
    'photo.png is a picture. Pictures belong in texts: open a text, and add it there.',
  )
  expect(refusalOfFile({ name: 'tool.exe', size: 10 })).toBe('The file tool.exe has a wrong format.')
  expect(refusalOfFile({ name: 'plan.pdf', size: 30_000_000 })).toMatch(/^The file plan\.pdf .* is too large\.$/)
  expect(refusalOfFile({ name: 'walk.mp4', size: 30_000_000 })).toBeNull()
})

test('the dialog of the system offers exactly what can become an item (BLD-089)', () => {
  for (const extension of allowedExtensions(DROPPED_UPLOADS))
    expect(kindOfFile(`a.${extension}`), extension).not.toBeNull()
})

test.each([
  ['ladder-safety_part-2.pdf', 'ladder safety part 2'],
  ['v1.2 notes.docx', 'v1.2 notes'],
  [`${'a'.repeat(300)}.pdf`, 'a'.repeat(200)],
])('%s is called: %s (BLD-089)', (name, title) => {
  expect(titleOfFile(name)).toBe(title)
})

const MADE = { media_uuid: 'a', module_id: 4 }
test.each([
  ['no answer', 0, [], MADE],
  ['a server that failed', 502, [], MADE],
  ['a first call that still runs', 409, [], MADE],
  ['a module that is gone', 404, [], { media_uuid: 'a' }],
  ['a file that is gone', 422, ['media_uuid'], {}],
  ['a title that is refused', 422, ['title'], { media_uuid: 'a' }],
])('after %s the next try begins with what is there (BLD-092)', (_, status, fields, kept) => {
  expect(keptForRetry(MADE, { status, fields })).toEqual(kept)
})

test('a package that is gone is sent again (BLD-092)', () => {
  const made = { scorm_id: 7, scorm_title: 'Ladders' }
  expect(keptForRetry(made, { status: 503, fields: [] })).toEqual(made)
  expect(keptForRetry(made, { status: 422, fields: ['scorm_id'] })).not.toHaveProperty('scorm_id')
})
