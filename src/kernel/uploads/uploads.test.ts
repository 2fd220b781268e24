import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  acceptAttribute,
  allowedExtensions,
  checkUpload,
  checkUploads,
  extensionOf,
  MEDIA_TYPES,
  mediaTypeOf,
  SEO_EXTENSIONS,
  UPLOAD_MAX_SIZE,
  UPLOAD_TYPES,
  uploadTypeOf,
  VIDEO_MAX_SIZE,
  withExtension,
} from '#kernel/uploads/uploads.ts'

describe('types and extensions', () => {
  test('the uploadable extensions are those in the list (UPL-013)', () => {
    expect(UPLOAD_TYPES).toEqual({
      docs: ['doc', 'docx', 'rtf', 'txt', 'ppt', 'pptx', 'odt'],
      pdf: ['pdf'],
      sheets: ['xls', 'xlsx', 'csv'],
      img: ['jpg', 'jpeg', 'gif', 'png', 'webp'],
      audio: ['mp3'],
      icon: ['ico'],
      video: ['mp4', 'webm'],
    })
    expect(SEO_EXTENSIONS).toEqual(['jpg', 'jpeg', 'png'])
    expect(MEDIA_TYPES).toEqual(['docs', 'pdf', 'sheets', 'img', 'audio', 'video'])
  })

  test.each([
    ['report.DOCX', 'docs', 'docs'],
    ['a.b.Pdf', 'pdf', 'pdf'],
    ['numbers.csv', 'sheets', 'sheets'],
    ['photo.JPeG', 'img', 'img'],
    ['talk.mp3', 'audio', 'audio'],
    ['favicon.ico', 'icon', 'img'],
    ['drawing.svg', null, null],
    ['film.mp4', 'video', 'video'],
    ['film.mov', null, null],
    ['page.html', null, null],
    ['noextension', null, null],
    ['.pdf', null, null],
    ['pdf', null, null],
    ['trailing.', null, null],
    ['folder.pdf/evil', null, null],
    ['invoice.pdf.exe', null, null],
  ])('%s is of the type %s and listed under %s (UPL-004, UPL-010, UPL-013, UPL-045)', (name, type, media) => {
    expect(uploadTypeOf(name)).toBe(type)
    expect(mediaTypeOf(name)).toBe(media)
  })

  test('.jfif and .jpe are accepted as JPEG wherever JPEG is, and only there (UPL-036)', () => {
    for (const name of ['photo.jfif', 'photo.JPE']) {
      expect([uploadTypeOf(name), mediaTypeOf(name)]).toEqual(['img', 'img'])
      expect(checkUpload({ name, size: 1 }, { extensions: SEO_EXTENSIONS })).toBeNull()
      expect(checkUpload({ name, size: 1 }, { extensions: ['png'] })?.title).toBe('Wrong Format')
    }
  })

  test.each([
    ['photo.png', 'jpg', 'photo.jpg'],
    ['photo.jfif', 'jpg', 'photo.jpg'],
    ['photo.JPEG', 'jpg', 'photo.JPEG'],
    ['a.b.webp', 'png', 'a.b.png'],
    ['photo', 'png', 'photo.png'],
  ])('%s that holds a %s is named %s (UPL-036)', (name, extension, expected) =>
    expect(withExtension(name, extension)).toBe(expected),
  )

  test('an unsupported kind of picture is refused with advice where pictures are accepted (UPL-035, ERR-112, ERR-113)', () => {
    const rule = { types: ['img'] } as const
    for (const name of ['IMG_0007.HEIC', 'IMG_0007.heif'])
      expect(checkUpload({ name, size: 1 }, rule)?.message).toContain(
        'choose Settings > Camera > Formats > Most Compatible',
      )
    expect(checkUpload({ name: 'plan.avif', size: 1 }, rule)?.message).toBe(
      'plan.avif is a picture in the AVIF format, which cannot be used here. It was not uploaded. Save it as one of jpg, gif, png, webp and upload that.',
    )
    expect(checkUpload({ name: 'plan.webp', size: 1 }, { extensions: SEO_EXTENSIONS })?.message).toContain(
      'Save it as one of jpg, png and',
    )
    for (const name of ['IMG_0007.heic', 'plan.tiff', 'photo.jpg'])
      expect(checkUpload({ name, size: 1 }, { types: ['pdf'] })?.message).toBe(`The file ${name} has a wrong format.`)
  })

  test('the case of the extension does not matter (UPL-010)', () => {
    fc.assert(
      fc.property(fc.constantFrom(...allowedExtensions({})), fc.array(fc.boolean()), (extension, ups) => {
        const mixed = [...extension].map((letter, i) => (ups[i] ? letter.toUpperCase() : letter)).join('')
        expect(extensionOf(`file.${mixed}`)).toBe(extension)
        expect(checkUpload({ name: `file.${mixed}`, size: 1 })).toBeNull()
      }),
    )
  })

  test('videos are taken where they are named alone, and may be larger than other files (UPL-015, UPL-045)', () => {
    expect(checkUpload({ name: 'film.mp4', size: 1 })?.title).toBe('Wrong Format')
    expect(checkUpload({ name: 'film.mp4', size: VIDEO_MAX_SIZE }, { types: ['video'] })).toBeNull()
    expect(checkUpload({ name: 'film.mp4', size: VIDEO_MAX_SIZE + 1 }, { types: ['video'] })?.title).toBe('Wrong Size')
    expect(checkUpload({ name: 'a.pdf', size: UPLOAD_MAX_SIZE + 1 }, { types: ['video', 'pdf'] })?.title).toBe(
      'Wrong Size',
    )
  })

  test('the accept attribute lists the extensions of the rule', () => {
    expect(acceptAttribute({ types: ['pdf', 'sheets'] })).toBe('.pdf,.xls,.xlsx,.csv')
    expect(acceptAttribute({ extensions: SEO_EXTENSIONS })).toBe('.jpg,.jpeg,.png,.jfif,.jpe')
  })
})

describe('refusals', () => {
  test('a wrong extension is Wrong Format and names the file (UPL-010, ERR-072, ERR-073)', () => {
    expect(checkUpload({ name: 'run.exe', size: 1 })).toEqual({
      code: 'invalidFileFormat',
      title: 'Wrong Format',
      message: 'The file run.exe has a wrong format.',
      name: 'run.exe',
    })
  })

  test('an uploadable extension outside the rule is Wrong Format (UPL-010, UPL-014)', () => {
    expect(checkUpload({ name: 'a.webp', size: 1 }, { extensions: SEO_EXTENSIONS })?.title).toBe('Wrong Format')
    expect(checkUpload({ name: 'a.png', size: 1 }, { types: ['pdf'] })?.title).toBe('Wrong Format')
    expect(checkUpload({ name: 'a.png', size: 1 }, { extensions: SEO_EXTENSIONS })).toBeNull()
  })

  test('20971520 bytes are accepted, and one more is Wrong Size with name and size (UPL-009, UPL-011, ERR-074)', () => {
    expect(UPLOAD_MAX_SIZE).toBe(20_971_520)
    expect(checkUpload({ name: 'a.pdf', size: 20_971_520 })).toBeNull()
    expect(checkUpload({ name: 'a.pdf', size: 20_971_521 })).toEqual({
      code: 'invalidFileSize',
      title: 'Wrong Size',
      message: 'The file a.pdf (20 MB) is too large.',
      name: 'a.pdf',
    })
    expect(checkUpload({ name: 'a.pdf', size: 11 }, { maxSize: 10 })?.message).toBe(
      'The file a.pdf (11 Bytes) is too large.',
    )
  })

  test.each([
    [{ width: 32, height: 32 }, null],
    [{ width: 33, height: 32 }, 'The image a.png must be 32x32 pixels.'],
    [{ width: 32, height: 31 }, 'The image a.png must be 32x32 pixels.'],
    [{}, 'The image a.png must be 32x32 pixels.'],
  ])('an image of %o where 32x32 is required: %s (UPL-012, ERR-075)', (measures, message) => {
    const refusal = checkUpload({ name: 'a.png', size: 1, ...measures }, { width: 32, height: 32 })
    expect(refusal?.message ?? null).toBe(message)
    if (refusal) expect(refusal.title).toBe('Wrong Dimensions')
  })

  test('many files are accepted at once, and at most three refusals are shown (UPL-009)', () => {
    const files = ['a.pdf', '1.exe', '2.exe', 'b.png', '3.exe', '4.exe'].map((name) => ({ name, size: 1 }))
    const { accepted, refused, shown } = checkUploads(files)
    expect(accepted.map((file) => file.name)).toEqual(['a.pdf', 'b.png'])
    expect(refused).toHaveLength(4)
    expect(shown.map((refusal) => refusal.name)).toEqual(['1.exe', '2.exe', '3.exe'])
  })
})
