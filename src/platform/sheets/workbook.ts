import path from 'node:path'
import yauzl, { type Entry, type ZipFile } from 'yauzl'
import { type XmlHandler, xmlParser } from '#kernel/format/xml.ts'
import type { SheetLimits } from './limits.ts'
import { damagedSheet, refuseSheet } from './sheet-error.ts'

/** Parts of a workbook; one with pictures and pivot tables has some hundreds. */
const MOST_PARTS = 5000

/** The parts of a workbook and how they are read. Only those that hold rows are unpacked, each piece by piece. */
export type Workbook = {
  has: (name: string) => boolean
  names: () => string[]
  /** The bytes of a part. */
  bytes: (name: string) => Promise<Buffer>
  /** The text of a part in pieces. */
  pieces: (name: string) => AsyncGenerator<string>
  /** Reads a part to its end. */
  read: (name: string, handler: XmlHandler) => Promise<void>
}

const openZip = (bytes: Buffer): Promise<ZipFile> =>
  yauzl.fromBufferPromise(bytes, { lazyEntries: true, validateEntrySizes: true }).catch(damagedSheet)

const readParts = async (zip: ZipFile): Promise<Map<string, Entry>> => {
  if (zip.entryCount > MOST_PARTS) damagedSheet()
  const parts = new Map<string, Entry>()
  try {
    for await (const entry of zip.eachEntry()) {
      // Two parts of one name are how a checker is shown another file than the reader.
      if (parts.has(entry.fileName)) damagedSheet()
      parts.set(entry.fileName, entry)
    }
  } catch (error) {
    damagedSheet(error)
  }
  return parts
}

export const openWorkbook = async (bytes: Buffer, limits: SheetLimits): Promise<Workbook> => {
  const zip = await openZip(bytes)
  const parts = await readParts(zip)
  let left = limits.unpacked

  async function* chunks(name: string): AsyncGenerator<Buffer> {
    const entry = parts.get(name) ?? damagedSheet()
    if (entry.isEncrypted()) damagedSheet()
    if (entry.uncompressedSize > left) tooLarge()
    const stream = await zip.openReadStreamPromise(entry).catch(damagedSheet)
    try {
      for await (const chunk of stream as AsyncIterable<Buffer>) {
        left -= chunk.length
        if (left < 0) tooLarge()
        yield chunk
      }
    } catch (error) {
      throw error instanceof Error && error.name === 'SheetError' ? error : damagedSheet(error)
    } finally {
      stream.destroy()
    }
  }

  async function* pieces(name: string): AsyncGenerator<string> {
    let decoder: TextDecoder | undefined
    for await (const chunk of chunks(name)) {
      decoder ??= new TextDecoder(isUtf16(chunk) ? (chunk[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8')
      yield decoder.decode(chunk, { stream: true })
    }
  }

  return {
    has: (name) => parts.has(name),
    names: () => [...parts.keys()],
    bytes: async (name) => Buffer.concat(await Array.fromAsync(chunks(name))),
    pieces,
    read: async (name, handler) => {
      const parser = xmlParser(handler, () => damagedSheet())
      for await (const piece of pieces(name)) parser.write(piece)
      parser.end()
    },
  }
}

const isUtf16 = ([first, second]: Uint8Array): boolean =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)

const tooLarge = (): never =>
  refuseSheet('too_large', 'The workbook is too large once unpacked. Split it into several sheets.')

type Relation = { id: string; type: string; target: string }

/** The relations of a part: what it names by an id is another part of the workbook. Those that lead outside are left out. */
const relationsOf = async (workbook: Workbook, part: string): Promise<Relation[]> => {
  const { dir, base } = path.posix.parse(part)
  const name = path.posix.join(dir, '_rels', `${base}.rels`)
  const relations: Relation[] = []
  if (!workbook.has(name)) return relations
  await workbook.read(name, {
    open: (tag, { Id, Type = '', Target = '', TargetMode }) => {
      if (tag !== 'Relationship' || TargetMode === 'External') return
      const target = Target.startsWith('/') ? Target.slice(1) : path.posix.join(dir, Target)
      relations.push({ id: Id ?? '', type: Type.slice(Type.lastIndexOf('/') + 1), target })
    },
  })
  return relations
}

/** Where the rows of the first visible sheet stand, and what is needed to read its cells. */
export type SheetPlace = { sheet: string; strings: string | null; styles: string | null; is1904: boolean }

export const findSheet = async (workbook: Workbook): Promise<SheetPlace> => {
  const main =
    (await relationsOf(workbook, '')).find(({ type }) => type === 'officeDocument')?.target ?? 'xl/workbook.xml'
  if (main.endsWith('.bin'))
    refuseSheet('old_format', 'This is a binary workbook. Save it as an Excel workbook (.xlsx) or as CSV.')
  if (!workbook.has(main))
    refuseSheet('unknown_format', 'The file is not an Excel workbook. Save it as CSV or as an Excel workbook (.xlsx).')
  const sheets: { relation: string; isHidden: boolean }[] = []
  let is1904 = false
  await workbook.read(main, {
    open: (tag, attributes) => {
      if (tag === 'workbookPr') is1904 = /^(1|true|on)$/.test(attributes.date1904 ?? '')
      if (tag !== 'sheet') return
      const relation = Object.entries(attributes).find(([name]) => /:id$/.test(name))?.[1] ?? ''
      sheets.push({ relation, isHidden: (attributes.state ?? 'visible') !== 'visible' })
    },
  })
  const relations = await relationsOf(workbook, main)
  const rows = relations.filter(({ type }) => type === 'worksheet')
  const chosen = sheets
    .filter(({ isHidden }) => !isHidden)
    .map(({ relation }) => rows.find(({ id }) => id === relation)?.target)
    .find((target) => target !== undefined)
  const partOf = (name: string) => {
    const target = relations.find(({ type }) => type === name)?.target
    return target !== undefined && workbook.has(target) ? target : null
  }
  if (chosen === undefined || !workbook.has(chosen)) refuseSheet('empty', 'The workbook has no sheet with rows.')
  return { sheet: chosen as string, strings: partOf('sharedStrings'), styles: partOf('styles'), is1904 }
}
