import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import fc from 'fast-check'
import * as fontkit from 'fontkit'
import jsQR from 'jsqr'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { readPdf } from '#platform/pdf/pdf-testing.ts'
import { typesetter } from '#platform/pdf/typeset/typeset.ts'
import { type CertificateData, renderCertificate } from './document.ts'

const picture = (red: number, alpha: (x: number) => number, width = 120): Promise<Buffer> => {
  const pixels = new Uint8Array(width * 30 * 4)
  for (let index = 0; index < pixels.length; index += 4) {
    const x = (index / 4) % width
    pixels.set([red, (x * 7) % 256, (index * 13) % 256, alpha(x)], index)
  }
  return sharp(pixels, { raw: { width, height: 30, channels: 4 } })
    .png()
    .toBuffer()
}

const certificate: CertificateData = {
  number: 'K7M4-9XAT-2HRN-3CEF',
  title: 'Certificate of Completion',
  text: 'Awarded by {portal_name} to {user_name} of {state_name} on {date}. {nickname}',
  holder_name: 'Zoë Łukasiewicz-Đorđević',
  course_title: 'Working at Height',
  provider: 'Harbor Safety Institute',
  course_version: 2,
  issued_at: new Date('2031-05-01T10:00:00Z'),
  time_zone: 'UTC',
  expires_at: new Date('2034-05-01T10:00:00Z'),
  signer_name: 'Margaret Ellison',
  signer_title: 'Director of Training',
  signature_image: await picture(20, (x) => (x * 2) % 256),
  logo: await picture(200, (x) => 255 - ((x * 2) % 256)),
  background: null,
  primary_color: '#0f766e',
  seals: [{ number: 'AG-2211', title: 'State Board of Contractors', image: await picture(90, () => 255) }],
  verify_url: 'https://harbor.portico.example.com/certificates/verify/K7M4-9XAT-2HRN-3CEF',
  code_url: `https://harbor.portico.example.com/certificates/verify/K7M4-9XAT-2HRN-3CEF#${'statement-'.repeat(32)}`,
}

/** The QR code as it is drawn on the page: every closed path that is a row of modules one high, on a bitmap. */
const drawnCode = (drawing: string) => {
  const runs = [...drawing.matchAll(/(?<=\n)(\d+) (\d+) m\n(\d+) \2 l\n\3 (\d+) l\n\1 \4 l\nh\n/g)]
    .map(([, from, row, to, end]) => ({ from: Number(from), row: Number(row), to: Number(to), end: Number(end) }))
    .filter((run) => run.end === run.row + 1)
  const size = Math.max(...runs.map((run) => run.to))
  const [scale, quiet] = [4, 4]
  const side = (size + 2 * quiet) * scale
  const bitmap = new Uint8ClampedArray(side * side * 4).fill(255)
  for (const { from, row, to } of runs) {
    for (let y = (row + quiet) * scale; y < (row + quiet + 1) * scale; y += 1) {
      for (let x = (from + quiet) * scale; x < (to + quiet) * scale; x += 1) bitmap.set([0, 0, 0], (y * side + x) * 4)
    }
  }
  return jsQR(bitmap, side, side)?.data
}

const words = (text: string | undefined) => (text ?? '').replace(/[\s\u00a0]+/g, ' ')

describe('the certificate as a PDF', () => {
  test('one page has holder, course, provider, number and dates as text (CER-007, CER-025, UIX-018)', async () => {
    const { pdf } = await renderCertificate(certificate)
    const { pages, texts } = readPdf(pdf)
    expect(pages).toBe(1)
    const text = words(texts[0])
    for (const part of [
      'Certificate of Completion',
      'Zoë Łukasiewicz-Đorđević',
      'Working at Height',
      'Harbor Safety Institute',
      'K7M4-9XAT-2HRN-3CEF',
      'Course version 2',
      'May 1 2031',
      'May 1 2034',
      'Margaret Ellison',
      'Director of Training',
      'State Board of Contractors',
      'No. AG-2211',
    ])
      expect(text).toContain(part)
  })

  test('the certificate is dated by the American evening, and its last day is the one before its end (CER-032)', async () => {
    const { pdf } = await renderCertificate({
      ...certificate,
      time_zone: 'America/New_York',
      issued_at: new Date('2031-05-02T01:30:00Z'),
      expires_at: new Date('2034-05-02T04:00:00Z'),
    })
    const text = words(readPdf(pdf).texts[0])
    expect(text).toContain('of {state_name} on May 1 2031.')
    expect(text).toContain('May 1 2034')
    expect(text).not.toContain('May, 2')
  })

  test('dynamic words in the template are filled; unknown and empty ones stay (CER-012, PGB-032)', async () => {
    const { pdf } = await renderCertificate(certificate)
    expect(words(readPdf(pdf).texts[0])).toContain(
      'Awarded by Harbor Safety Institute to Zoë Łukasiewicz-Đorđević of {state_name} on May 1 2031. {nickname}',
    )
    const filled = await renderCertificate({ ...certificate, words: { state_name: 'Ohio' } })
    expect(words(readPdf(filled.pdf).texts[0])).toContain('of Ohio on May 1 2031.')
  })

  test('the code on the page and the links lead to the verification page (CER-025)', async () => {
    const { pdf } = await renderCertificate(certificate)
    const { drawings, links, texts } = readPdf(pdf)
    expect(drawnCode(drawings[0] ?? '')).toBe(certificate.code_url)
    expect(texts[0]).toContain(certificate.verify_url.replace('https://', ''))
    expect(new Set(links)).toEqual(new Set([certificate.verify_url, certificate.code_url]))
  })

  test('title, author, subject, language and dates are in the file, and fonts are embedded', async () => {
    const { pdf } = await renderCertificate(certificate)
    const { info, language, fonts } = readPdf(pdf)
    expect(info).toEqual({
      Title: 'Certificate of Completion: Zoë Łukasiewicz-Đorđević, Working at Height',
      Author: 'Harbor Safety Institute',
      Subject: 'Certificate K7M4-9XAT-2HRN-3CEF',
      Keywords: 'K7M4-9XAT-2HRN-3CEF',
      Creator: 'Portico',
      Producer: 'Portico',
      CreationDate: 'D:20310501100000Z',
      ModificationDate: 'D:20310501100000Z',
    })
    expect(language).toBe('en-US')
    expect(fonts.toSorted()).toEqual(['EBGaramond-Medium', 'EBGaramond-Regular', 'Inter-Regular', 'Inter-SemiBold'])
  })

  test.each([
    ['a short name', { holder_name: 'Li Wu', course_title: 'Ladders', text: '' }],
    [
      'a very long name and title',
      {
        holder_name:
          'María-Fernanda Þórðardóttir Wójcik-Żeleńska de la Cruz Villanueva y Nguyễn Thị Ngọc von Hohenzollern',
        course_title: `${'Advanced Multi-Employer Worksite Hazard Communication '.repeat(4)}for Supervisors`,
        text: 'All assessments were passed at the first attempt. '.repeat(12),
      },
    ],
    ['one endless word', { holder_name: 'W'.repeat(120), course_title: 'x'.repeat(300) }],
    ['Greek and Cyrillic', { holder_name: 'Ελένη Παπαδοπούλου', course_title: 'Охрана труда' }],
    [
      'nothing that may be missing',
      {
        logo: null,
        signature_image: null,
        signer_name: null,
        signer_title: null,
        expires_at: null,
        seals: [],
        primary_color: null,
      },
    ],
  ] satisfies [string, Partial<CertificateData>][])('%s stays on one page and is there in full', async (_, change) => {
    const data: CertificateData = { ...certificate, ...change }
    const { pages, texts } = readPdf((await renderCertificate(data)).pdf)
    expect(pages).toBe(1)
    // A very long word is broken with hyphens, so they do not count.
    const letters = (text: string) => text.replace(/[\s-]+/g, '')
    const text = letters(texts[0] ?? '')
    expect(text).toContain(letters(data.holder_name))
    expect(text).toContain(letters(data.course_title))
    expect(text).not.toContain('\ufffd')
  })

  test.each([2, 3, 4, 6, 7, 12])(
    'the seals of %i agencies all stand between the signer and the code (CER-028)',
    async (count) => {
      const images = await Promise.all(
        Array.from({ length: count }, (_, index) => (index % 2 ? picture(20 * index, () => 255) : null)),
      )
      const seals = images.map((image, index) => ({
        number: `AG${index}-${2200 + index}`,
        title: `Board ${index} of Licensed Contractors`,
        image,
      }))
      const { pdf } = await renderCertificate({ ...certificate, seals })
      const file = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise
      expect(file.numPages).toBe(1)
      const { items } = await (await file.getPage(1)).getTextContent()
      const written = items.flatMap((item) => ('str' in item ? [item] : []))
      // The width of the page without its margins and side columns.
      const [left, right] = [68 + 226, 792 - 68 - 226]
      for (const { number } of seals) {
        const [x = 0, y = 0] = written.find(({ str }) => str.includes(number))?.transform.slice(4) ?? []
        const width = written.find(({ str }) => str.includes(number))?.width ?? 0
        expect([x >= left - 1, x + width <= right + 1, y > 55], `${number} at ${x}, ${y}`).toEqual([true, true, true])
      }
      const bottom = Math.min(
        ...written.filter(({ str }) => str.includes('has successfully')).map(({ transform }) => transform[5]),
      )
      expect(
        Math.max(...written.filter(({ str }) => str.includes('Board')).map(({ transform }) => transform[5])),
      ).toBeLessThan(bottom)
    },
  )

  test('a damaged logo is replaced by the name of the provider', async () => {
    const broken = Buffer.from(certificate.logo ?? '')
    broken.fill(0x55, 60, broken.length - 20)
    const { pdf } = await renderCertificate({ ...certificate, logo: broken, signature_image: Buffer.from('GIF89a') })
    expect(words(readPdf(pdf).texts[0])).toMatch(/^ ?Harbor Safety Institute /)
  })
})

/** The lines of a page as a PDF reader returns them, with those of one element joined. */
const readBack = async (pdf: Buffer): Promise<string> => {
  const file = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise
  const { items } = await (await file.getPage(1)).getTextContent()
  return items.map((item) => ('str' in item ? item.str : '')).join('\n')
}

/** Names and titles in many scripts. Their look was checked by eye; `typeset.api.test.ts` checks each point. */
const WORLD = [
  ['Maria Lopez', 'Working at Height'],
  ['Trần Phượng', 'An toàn lao động'],
  ['Lukáš Novák', 'Práce ve výškách'],
  ['Ivan Petrov', 'Ladders'],
  ['Ελένη Παπαδοπούλου', 'Ασφάλεια εργασίας'],
  ['Юлия Щербакова', 'Охрана труда'],
  ['محمد عبد الله الأنصاري', 'السلامة في مواقع البناء'],
  ['محمد Smith', 'OSHA 10'],
  ['דָּוִד בֶּן־גּוּרִיּוֹן', 'בטיחות בעבודה'],
  ['ศิริพร ปิ่นทองน้ำผึ้ง', 'ความปลอดภัย'],
  ['क्षितिज श्रीवास्तव', 'निर्माण सुरक्षा प्रशिक्षण'],
  ['សុខ ស្រីមុំ ខ្ញុំស្រឡាញ់', 'សុវត្ថិភាពការងារ'],
  ['王小明', '高处作业安全培训'],
  ['山田 太郎', '高所作業の安全トレーニング'],
  ['김철수', '고소 작업 안전 교육'],
  ['Amélie 👷🏽‍♀️', 'Safety first 🦺✅'],
] as const

/** Those that are also drawn in separate processes. */
const FIRST: (readonly [string, string])[] = [WORLD[0], WORLD[3], WORLD[5], WORLD[7], WORLD[12]]

/** Left, right, bottom and top of the numbers in an outline. */
const edges = (outline: string): string => {
  const numbers = [...outline.matchAll(/-?[\d.]+/g)].map(Number)
  const side = (odd: number) => numbers.filter((_, index) => index % 2 === odd)
  return [Math.min(...side(0)), Math.max(...side(0)), Math.min(...side(1)), Math.max(...side(1))].join(' ')
}

const named = ([holder_name, course_title]: readonly [string, string]): CertificateData => ({
  ...certificate,
  holder_name,
  course_title,
  text: '{user_name}: {course_title}',
  logo: null,
  signature_image: null,
  seals: [],
})

describe('names and titles of every script', () => {
  test.each(WORLD)('%s and %s are read back in logical order, on one page (CER-030)', async (name, title) => {
    const { pdf, undrawable } = await renderCertificate(named([name, title]))
    const lines = (await readBack(pdf)).split('\n')
    expect(lines).toContain(name)
    expect(lines).toContain(title)
    expect(undrawable).toEqual([])
  })

  test('decomposed accents are composed, and characters that reverse a name are left out (CER-030)', async () => {
    const { pdf } = await renderCertificate(named(['Ame\u0301lie \u202enosnhoJ\u202c', 'Sa\u0000fety\u200f']))
    const lines = (await readBack(pdf)).split('\n')
    expect(lines).toContain('Amélie nosnhoJ')
    expect(lines).toContain('Safety')
    expect(readPdf(pdf).info['Title']).toBe('Certificate of Completion: Amélie nosnhoJ, Safety')
  })

  test('a letter that no font has is reported, and its text is still there (CER-031)', async () => {
    const { pdf, undrawable } = await renderCertificate(named(['Ana ⴰⵎ', 'Ladders']))
    expect(undrawable).toEqual(['ⴰ', 'ⵎ'])
    expect((await readBack(pdf)).split('\n')).toContain('Ana ⴰⵎ')
  })

  test.each(WORLD)('the file of %s has the outline of each of its letters (CER-030)', async (name, title) => {
    const setter = await typesetter()
    const { glyphs, files } = readPdf((await renderCertificate(named([name, title]))).pdf)
    const fonts = files.map((file) => fontkit.create(file))
    const carried = new Set(
      glyphs.flat().map(({ code, text, file }) => `${text} ${edges(fonts[file]?.getGlyph(code).path.toSVG() ?? '')}`),
    )
    const drawn = [
      ...setter.paragraph(name, { face: { family: 'EB Garamond', weight: 500 } }).lines(Number.POSITIVE_INFINITY),
      ...setter.paragraph(title, { face: { family: 'Inter', weight: 600 } }).lines(Number.POSITIVE_INFINITY),
    ].flatMap(({ signs }) => signs)
    for (const { text, contours } of drawn) {
      const points = contours.flat().map(({ x, y }) => `${Math.round(x * 2048)} ${Math.round(y * 2048)}`)
      expect(carried, text).toContain(`${text} ${edges(points.join(' '))}`)
    }
  })
})

describe('the fingerprint', () => {
  test('is the SHA-256 of the bytes, equal for equal data, and different for any other (CER-025)', async () => {
    const one = await renderCertificate(certificate)
    const two = await renderCertificate({ ...certificate })
    expect(one.sha256).toBe(createHash('sha256').update(one.pdf).digest('hex'))
    expect(two.pdf.equals(one.pdf)).toBe(true)
    expect(two.sha256).toBe(one.sha256)
    const altered = await renderCertificate({ ...certificate, holder_name: 'Zoë Łukasiewicz-Đorđevič' })
    expect(altered.sha256).not.toBe(one.sha256)
  })

  test('does not depend on what was rendered before or at the same time (CER-025)', async () => {
    const { sha256 } = await renderCertificate(certificate)
    const others = Array.from({ length: 6 }, (_, index) =>
      renderCertificate(index % 2 ? certificate : { ...certificate, holder_name: `Person ${index}`, logo: null }),
    )
    const rendered = await Promise.all(others)
    expect(rendered.filter((_, index) => index % 2).map((result) => result.sha256)).toEqual([sha256, sha256, sha256])
  })

  test('of every name is the same as in a fresh process, whatever was drawn before (CER-025, CER-029)', async () => {
    const module = fileURLToPath(new URL('./document.ts', import.meta.url))
    const alone = await Promise.all(
      FIRST.map(async (pair) => {
        const { issued_at, expires_at, ...data } = named(pair)
        const script = `
          const { renderCertificate } = await import(${JSON.stringify(module)})
          const dates = { issued_at: new Date(${Number(issued_at)}), expires_at: new Date(${Number(expires_at)}) }
          process.stdout.write((await renderCertificate({ ...${JSON.stringify(data)}, ...dates })).sha256)`
        const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
          cwd: fileURLToPath(new URL('../../../..', import.meta.url)),
        })
        return stdout
      }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(WORLD.length - 1), { minLength: 2, maxLength: 6 }), async (order) => {
        for (const index of order) {
          const pair = WORLD[index] ?? WORLD[0]
          const { sha256 } = await renderCertificate(named(pair))
          const at = FIRST.indexOf(pair)
          if (at >= 0) expect(sha256, pair[0]).toBe(alone[at])
        }
      }),
      { numRuns: 12, examples: [[[1, 0]], [[2, 3]], [[6, 7, 12, 0]]] },
    )
  })

  test('is the same in another process (CER-025)', async () => {
    const data = { ...certificate, logo: null, signature_image: null, seals: [] }
    const module = fileURLToPath(new URL('./document.ts', import.meta.url))
    const script = `
      const { renderCertificate } = await import(${JSON.stringify(module)})
      const data = ${JSON.stringify(data)}
      const dates = { issued_at: new Date(data.issued_at), expires_at: new Date(data.expires_at) }
      process.stdout.write((await renderCertificate({ ...data, ...dates })).sha256)`
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
      cwd: fileURLToPath(new URL('../../../..', import.meta.url)),
    })
    expect(stdout).toBe((await renderCertificate(data)).sha256)
  })
})
