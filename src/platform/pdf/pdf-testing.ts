import { inflateSync } from 'node:zlib'

/** What a test looks at in a PDF of ours. */
export type PdfContents = {
  pages: number
  /** The words of each page in the order of drawing; runs that were drawn apart are parted by a new line. */
  texts: string[]
  /** Title, Author, Subject and the other entries of the document information. */
  info: Record<string, string>
  language: string | null
  /** Addresses of the links. */
  links: string[]
  fonts: string[]
  /** The glyphs of each page in the order of drawing, with the letters they stand for and the number of their font file. */
  glyphs: { code: number; text: string; file: number }[][]
  /** The font files that the PDF carries. */
  files: Buffer[]
  /** The drawing operators of each page. */
  drawings: string[]
}

type PdfObject = { head: string; stream: Buffer | null }

const objectsOf = (pdf: Buffer): Map<string, PdfObject> => {
  const objects = new Map<string, PdfObject>()
  const raw = pdf.toString('latin1')
  for (const match of raw.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const [, id = '', body = ''] = match
    const start = body.indexOf('stream\n')
    const bytes = Buffer.from(body.slice(start + 7, body.lastIndexOf('\nendstream')), 'latin1')
    const isPacked = body.slice(0, start).includes('/FlateDecode')
    objects.set(id, {
      head: start < 0 ? body : body.slice(0, start),
      stream: start < 0 ? null : isPacked ? inflateSync(bytes) : bytes,
    })
  }
  return objects
}

/** A text string of PDF: in parentheses, either Latin or UTF-16 with a byte order mark. */
const textOf = (literal: string): string => {
  const bytes = literal.replace(/\\([nrtbf()\\])/g, (_, sign: string) => ({ n: '\n', r: '\r', t: '\t' })[sign] ?? sign)
  if (!bytes.startsWith('\xfe\xff')) return bytes
  return Buffer.from(bytes.slice(2), 'latin1').swap16().toString('utf16le')
}

const lettersOf = (unicodeMap: string): Map<number, string> => {
  const letters = new Map<number, string>()
  for (const [, from = '0', list = ''] of unicodeMap.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/g)) {
    for (const [index, [, code = '']] of [...list.matchAll(/<([0-9a-f ]*)>/g)].entries()) {
      const units = Buffer.from(code.replaceAll(' ', ''), 'hex').swap16().toString('utf16le')
      letters.set(Number.parseInt(from, 16) + index, units)
    }
  }
  return letters
}

/** Reads a PDF as the PDF library writes it; no reader of PDFs in general. */
export const readPdf = (pdf: Buffer): PdfContents => {
  const objects = objectsOf(pdf)
  const reference = (head: string, key: string) => objects.get(new RegExp(`/${key} (\\d+) 0 R`).exec(head)?.[1] ?? '')
  const heads = [...objects.values()].map((object) => object.head)
  const pages = [...objects.values()].filter((object) => /\/Type \/Page\n/.test(object.head))
  const infoHead = heads.find((head) => head.includes('/Producer')) ?? ''
  const info = Object.fromEntries(
    [...infoHead.matchAll(/\/(\w+) (\d+) 0 R/g)].map(([, key = '', id = '']) => [
      key,
      textOf(objects.get(id)?.head.replace(/^\(|\)\s*$/g, '') ?? ''),
    ]),
  )
  const drawings = pages.map((page) => reference(page.head, 'Contents')?.stream?.toString('latin1') ?? '')
  const files: Buffer[] = []
  const fileOf = (font: string): number => {
    const descendant = objects.get(/\/DescendantFonts \[(\d+) 0 R\]/.exec(font)?.[1] ?? '')?.head ?? ''
    const file = reference(reference(descendant, 'FontDescriptor')?.head ?? '', 'FontFile2')?.stream
    if (!file) return -1
    if (!files.includes(file)) files.push(file)
    return files.indexOf(file)
  }
  const glyphs: PdfContents['glyphs'] = pages.map(() => [])
  const texts = pages.map((page, index) => {
    const fonts = new Map<string, { letters: Map<number, string>; file: number }>()
    const resources = reference(page.head, 'Resources')?.head ?? ''
    for (const [, name = '', id = ''] of resources.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const head = objects.get(id)?.head ?? ''
      const map = reference(head, 'ToUnicode')?.stream?.toString('latin1')
      if (map) fonts.set(name, { letters: lettersOf(map), file: fileOf(head) })
    }
    let current: { letters: Map<number, string>; file: number } | undefined
    let text = ''
    for (const [part, font, shown] of (drawings[index] ?? '').matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ|\bET\b/g)) {
      if (font) current = fonts.get(font)
      else if (part === 'ET') text += '\n'
      else
        for (const [, hex = ''] of (shown ?? '').matchAll(/<([0-9a-f]+)>/g))
          for (const written of hex.match(/.{4}/g) ?? []) {
            const code = Number.parseInt(written, 16)
            const letters = current?.letters.get(code) ?? '\ufffd'
            glyphs[index]?.push({ code, text: letters, file: current?.file ?? -1 })
            text += letters
          }
    }
    return text
  })
  return {
    pages: pages.length,
    texts,
    info,
    language: /\/Lang \(([^)]*)\)/.exec(heads.find((head) => head.includes('/Catalog')) ?? '')?.[1] ?? null,
    links: heads.flatMap((head) => /\/URI \(([^)]*)\)/.exec(head)?.[1] ?? []),
    glyphs,
    files,
    fonts: heads.flatMap((head) => /\/FontName \/\w+\+(\S+)/.exec(head)?.[1] ?? []),
    drawings,
  }
}
