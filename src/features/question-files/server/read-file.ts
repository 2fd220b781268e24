import path from 'node:path'
import {
  decodeXml,
  elementIn,
  elementsIn,
  parseXml,
  textIn,
  type XmlElement,
  XmlError,
  type XmlFault,
} from '#kernel/format/xml.ts'
import { encodingOf } from '#platform/sheets/encoding.ts'
import { readTable, SHEET_LIMITS, SheetError } from '#platform/sheets/sheet.ts'
import { openWorkbook, type Workbook } from '#platform/sheets/workbook.ts'
import { looksLikeAiken, readAiken } from '../rules/aiken.ts'
import { type Format, MOST_QUESTIONS } from '../rules/decide.ts'
import { type FoundQuestion, refusedQuestion } from '../rules/found.ts'
import { looksLikeGift, readGift } from '../rules/gift.ts'
import { decodeName, withoutControls } from '../rules/html.ts'
import { readMoodleXml } from '../rules/moodle-xml.ts'
import { itemFilesOf, readItem } from '../rules/qti.ts'
import { readRow, TITLES } from '../rules/sheet.ts'

/** `part` gives a file that stands beside the questions, null where there is none. */
export type QuestionFile = {
  format: Format
  questions: FoundQuestion[]
  part?: (path: string) => Promise<Buffer | null>
}

/** A file of which nothing is taken; its message is one or two sentences for the person who chose it. */
export class QuestionFileError extends Error {
  override name = 'QuestionFileError'
}

const refuse = (problem: string): never => {
  throw new QuestionFileError(problem)
}

const MB = 1 << 20
/** Bytes that the items of a package and the pictures they show may unpack to. */
const UNPACKED = 20 * MB
const ITEM_BYTES = 2 * MB

const TOO_MANY = `The file has more than ${MOST_QUESTIONS.toLocaleString('en-US')} questions. Split it into several files.`
const UNKNOWN =
  'The file is none of the known formats. Choose a GIFT, Aiken, Moodle XML or QTI 2.1 file, a CSV file or an Excel workbook (.xlsx).'

const FAULTS: Record<XmlFault, string> = {
  document_type:
    'The XML file has a document type (DOCTYPE), which is not allowed. Export the questions again without one.',
  too_deep: 'The XML file is nested too deeply to be a file of questions.',
  too_many_attributes: 'The XML file has a tag with too many attributes to be a file of questions.',
  too_long: 'The XML file has a tag that is too long to be a file of questions.',
  not_closed: 'The XML file is damaged or incomplete: a tag is not closed. Export it again.',
  no_element: 'The file holds no XML.',
}

const rootOf = (bytes: Uint8Array): XmlElement => {
  const { text, is_assumed } = decodeXml(bytes)
  if (is_assumed) refuse('The XML file is not written in the encoding that it names. Save it as UTF-8.')
  try {
    return parseXml(withoutControls(text.replace(/^\ufeff/, '').replaceAll('&nbsp;', '&#160;')))
  } catch (error) {
    throw error instanceof XmlError ? new QuestionFileError(FAULTS[error.fault]) : error
  }
}

const OTHER_VERSIONS: Record<string, string> = {
  questestinterop: 'The file is QTI 1.2. Export the questions as QTI 2.1, Moodle XML or GIFT.',
  'qti-assessment-item': 'The file is QTI 3.0. Export the questions as QTI 2.1, Moodle XML or GIFT.',
  assessmentTest: 'The file is a QTI test without its questions. Choose the whole package (.zip).',
  manifest: 'The file is the list of a package. Choose the whole package (.zip).',
}

const readXml = (bytes: Uint8Array): QuestionFile => {
  const root = rootOf(bytes)
  if (root.name === 'quiz') {
    const { length } = elementsIn(root, 'question')
    if (length > 2 * MOST_QUESTIONS) refuse(TOO_MANY)
    return { format: 'moodle', questions: readMoodleXml(root) }
  }
  if (root.name === 'assessmentItem') return { format: 'qti', questions: [readItem(root, 'The item', null)] }
  return refuse(OTHER_VERSIONS[root.name] ?? UNKNOWN)
}

const inPackage = (names: readonly string[], href: string): string | undefined => {
  const plain = href.replace(/^\.\//, '').split(/[?#]/)[0] ?? ''
  return names.find((name) => name === plain) ?? names.find((name) => name === decodeName(plain))
}

/** Items name their pictures from where they stand. */
const fromPackage = ({ pictures, ...rest }: FoundQuestion, name: string): FoundQuestion => ({
  ...rest,
  ...(pictures && {
    pictures: pictures.map((source) =>
      source.kind === 'part' ? { ...source, path: path.posix.join(path.posix.dirname(name), source.path) } : source,
    ),
  }),
})

const readOne = async (parts: Workbook, name: string): Promise<FoundQuestion | null> => {
  const heading = { place: name.slice(0, 200), title: name.slice(0, 200), category: null }
  const bytes = await parts.bytes(name)
  if (bytes.length > ITEM_BYTES) return refusedQuestion(heading, 'Its file is too large to be a question.')
  try {
    const root = rootOf(bytes)
    if (root.name === 'assessmentItem') return fromPackage(readItem(root, heading.place, null), name)
    if (root.name === 'assessmentTest' || root.name === 'manifest') return null
    return refusedQuestion(heading, OTHER_VERSIONS[root.name] ?? 'Its file is no QTI item.')
  } catch (error) {
    if (error instanceof QuestionFileError) return refusedQuestion(heading, error.message)
    throw error
  }
}

/** The items of a content package: those of its manifest in order, or every item where it has none. */
const readPackage = async (parts: Workbook): Promise<QuestionFile> => {
  const names = parts.names()
  const manifestName = names.find((name) => /(?:^|\/)imsmanifest\.xml$/i.test(name))
  const manifest = manifestName === undefined ? undefined : rootOf(await parts.bytes(manifestName))
  const folder = manifestName?.slice(0, -'imsmanifest.xml'.length) ?? ''
  if (/QTI\s*1|imsqti_xmlv1/i.test(textIn(elementIn(manifest, 'metadata'))))
    refuse(OTHER_VERSIONS.questestinterop as string)
  const listed = manifest ? itemFilesOf(manifest).map((href) => ({ href, name: inPackage(names, folder + href) })) : []
  const files =
    listed.length > 0
      ? listed
      : names.filter((name) => /\.xml$/i.test(name) && name !== manifestName).map((name) => ({ href: name, name }))
  if (files.length > MOST_QUESTIONS) refuse(TOO_MANY)
  const questions: FoundQuestion[] = []
  for (const { href, name } of files) {
    const question =
      name === undefined
        ? refusedQuestion(
            { place: href, title: href, category: null },
            'The package lists its file, but does not hold it.',
          )
        : await readOne(parts, name)
    if (question) questions.push(question)
  }
  const part = async (href: string): Promise<Buffer | null> => {
    const name = inPackage(names, href)
    return name === undefined ? null : parts.bytes(name)
  }
  return { format: 'qti', questions, part }
}

const readZip = async (bytes: Buffer): Promise<QuestionFile> => {
  const limits = { ...SHEET_LIMITS, unpacked: UNPACKED }
  try {
    const parts = await openWorkbook(bytes, limits)
    if (parts.has('[Content_Types].xml')) return await readSheetFile(bytes)
    if (parts.names().some((name) => /\.xml$/i.test(name))) return await readPackage(parts)
  } catch (error) {
    if (!(error instanceof SheetError) || error.code === 'unknown_format') throw error
    if (error.code === 'too_large')
      refuse(`The package is larger than ${UNPACKED / MB} MB once unpacked. Split it into several.`)
    if (error.code === 'damaged') refuse('The file is damaged or incomplete, or it is encrypted. Export it again.')
    throw error
  }
  return refuse(UNKNOWN)
}

const readSheetFile = async (bytes: Buffer): Promise<QuestionFile> => {
  const questions: FoundQuestion[] = []
  const limits = { required: ['question', 'correct'] as const, rows: MOST_QUESTIONS + 1 }
  for await (const { line, values } of readTable(bytes, TITLES, limits)) questions.push(readRow(line, values))
  return { format: 'sheet', questions }
}

const readText = (bytes: Buffer): QuestionFile | null => {
  const text = new TextDecoder(encodingOf(bytes)).decode(bytes)
  if (looksLikeAiken(text) && !looksLikeGift(text)) return { format: 'aiken', questions: readAiken(text) }
  if (looksLikeGift(text)) return { format: 'gift', questions: readGift(text) }
  return looksLikeAiken(text) ? { format: 'aiken', questions: readAiken(text) } : null
}

const isXml = (bytes: Buffer): boolean => {
  const start = bytes.subarray(0, 200)
  return /^[\s\0\ufeff]*</.test(start.toString('utf8').replace(/^\ufffd+/, ''))
}
const isSheetName = (name: string): boolean => /\.(?:csv|tsv|xlsx|xlsm|xls)$/i.test(name)

/** The questions of a file by what it holds; its name decides between text and sheet alone (QPL-015). */
export const readQuestionFile = async (name: string, bytes: Buffer): Promise<QuestionFile> => {
  if (bytes.length === 0) refuse('The file is empty.')
  const read = await readAny(name, bytes).catch((error: unknown) => {
    throw error instanceof SheetError ? new QuestionFileError(error.message) : error
  })
  if (read.questions.length === 0) refuse('The file has no questions.')
  if (read.questions.length > MOST_QUESTIONS) refuse(TOO_MANY)
  return read
}

const readAny = async (name: string, bytes: Buffer): Promise<QuestionFile> => {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return readZip(bytes)
  if (isSheetName(name)) return readSheetFile(bytes)
  if (isXml(bytes)) return readXml(bytes)
  try {
    return readText(bytes) ?? (await readSheetFile(bytes))
  } catch (error) {
    if (error instanceof SheetError) throw new QuestionFileError(UNKNOWN)
    throw error
  }
}
