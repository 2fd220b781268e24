import { createElement as e, type ReactNode } from 'react'
import { dayOf, formatDay, lastDayBefore } from '#kernel/format/day.ts'
import { printable } from '#kernel/product/printable.ts'
import { type Brand, brandOf } from '#platform/brand.ts'
import {
  drawPicture,
  fitText,
  type PdfFace,
  type PdfKit,
  type PdfPicture,
  pdfKit,
  qrPath,
  type RenderedPdf,
  readPicture,
  renderPdf,
  textWidth,
  type WordsStyle,
} from '#platform/pdf/pdf.ts'
import { fillWords, type WordValues } from '../rules/words.ts'
import { braidPath, rosettePath, scallopPath } from './guilloche.ts'

/** The contents of a certificate; pictures are the bytes of PNG, JPEG or SVG files. */
export type CertificateData = {
  number: string
  /** The template's title, for instance "Certificate of Completion". */
  title: string
  /** The template's text; its dynamic words are replaced (PGB-032). */
  text: string
  holder_name: string
  course_title: string
  /** The company or portal that issues the certificate. */
  provider: string
  /** The version of the course that it was earned in, if it has versions. */
  course_version: number | null
  issued_at: Date
  /** The first moment at which it no longer counts. */
  expires_at: Date | null
  /** Its days are days in it (CER-032). */
  time_zone: string
  signer_name: string | null
  signer_title: string | null
  signature_image: Uint8Array | null
  logo: Uint8Array | null
  /** Covers the whole page and takes the place of our frame. */
  background: Uint8Array | null
  primary_color: string | null
  seals: readonly { number: string; title: string; image: Uint8Array | null }[]
  /** The public verification page of this certificate. */
  verify_url: string
  /** The same page with the signed statement, for the code (EVD-013). */
  code_url: string
  /** Values for the dynamic words that the certificate does not carry itself. */
  words?: WordValues
}

const PAGE = { width: 792, height: 612 }
const FRAME = { left: 22, top: 22, width: PAGE.width - 44, height: PAGE.height - 44 }
const MEASURE = 600
const PLAIN: PdfFace = { family: 'Inter', weight: 400 }
const STRONG: PdfFace = { family: 'Inter', weight: 600 }
const TITLE: PdfFace = { family: 'EB Garamond', weight: 400 }
const NAME: PdfFace = { family: 'EB Garamond', weight: 500 }
const INK = '#171c24'
const SOFT = '#566070'
const HAIR = '#c9cfd8'
/** The layout of seals on the page, by how many there are: every agency's is shown, smaller the more there are. */
const SEAL_LOOKS = [
  { upTo: 1, width: 150, picture: [60, 56], size: 6.5, gap: 12 },
  { upTo: 3, width: 60, picture: [58, 54], size: 6.5, gap: 12 },
  { upTo: 6, width: 60, picture: [44, 30], size: 5.5, gap: 12 },
  { upTo: Number.POSITIVE_INFINITY, width: 47, picture: [30, 17], size: 4.5, gap: 5 },
] as const
/** Breadth of the columns left and right of the seal. */
const SIDE = 226
const EDGE = 68
/** Breadth of the line to sign on. */
const SIGNER = 200
/** Breadth of the code, and the largest version that a phone reads well at it (EVD-013). */
const CODE = 100
const CODE_VERSION = 15
/** The quiet zone that a QR code needs around it, in modules. */
const QUIET = 4

type Pictures = {
  logo: PdfPicture | null
  background: PdfPicture | null
  signature: PdfPicture | null
  seals: (PdfPicture | null)[]
}

const frame = ({ Svg, Path, Rect }: PdfKit, brand: Brand) => {
  const line = (inset: number, width: number, color: string) =>
    e(Rect, {
      x: FRAME.left + inset,
      y: FRAME.top + inset,
      width: FRAME.width - 2 * inset,
      height: FRAME.height - 2 * inset,
      fill: 'none',
      stroke: color,
      strokeWidth: width,
    })
  const braid = braidPath(
    { left: FRAME.left + 4, top: FRAME.top + 4, width: FRAME.width - 8, height: FRAME.height - 8 },
    { breadth: 12, wave: 26, strands: 6 },
  )
  const ground = rosettePath([PAGE.width / 2, PAGE.height / 2], { radius: 150, swing: 78, petals: 18, turns: 6 })
  return e(
    Svg,
    { viewBox: `0 0 ${PAGE.width} ${PAGE.height}`, style: { position: 'absolute', left: 0, top: 0, ...PAGE } },
    e(Path, {
      d: ground,
      fill: 'none',
      stroke: brand.ink,
      strokeWidth: 0.4,
      strokeOpacity: 0.09,
    }),
    e(Path, { d: braid, fill: 'none', stroke: brand.ink, strokeWidth: 0.45, strokeOpacity: 0.75 }),
    line(0, 1.4, brand.ink),
    line(20, 0.6, brand.ink),
  )
}

/** Our own mark where no approving agency has given a seal. */
const medallion = ({ Svg, Path, Circle }: PdfKit, brand: Brand) => {
  const center = 50
  return e(
    Svg,
    { viewBox: '0 0 100 100', style: { width: 82, height: 82 } },
    e(Path, { d: scallopPath(center, 47, 36), fill: brand.ink }),
    e(Circle, { cx: center, cy: center, r: 42, fill: 'none', stroke: '#ffffff', strokeWidth: 0.7, strokeOpacity: 0.9 }),
    e(Path, {
      d: rosettePath([center, center], { radius: 32, swing: 7.5, petals: 24, turns: 4 }),
      fill: 'none',
      stroke: '#ffffff',
      strokeWidth: 0.45,
      strokeOpacity: 0.75,
    }),
    e(Circle, { cx: center, cy: center, r: 22, fill: brand.ink, stroke: '#ffffff', strokeWidth: 0.9 }),
    e(Path, {
      d: 'M40 50.5L47.2 57.5L60.5 43.5',
      fill: 'none',
      stroke: '#ffffff',
      strokeWidth: 3.4,
      strokeLinecap: 'round',
      strokeLinejoin: 'round',
    }),
  )
}

const seals = (kit: PdfKit, data: CertificateData, pictures: Pictures, brand: Brand): ReactNode => {
  const { View, words } = kit
  if (data.seals.length === 0) return medallion(kit, brand)
  const count = data.seals.length
  const hasPictures = pictures.seals.some(Boolean)
  const { width, picture: box, size, gap } = SEAL_LOOKS.find(({ upTo }) => count <= upTo) ?? SEAL_LOOKS[0]
  return e(
    View,
    {
      style: {
        flexDirection: 'row',
        flexWrap: 'wrap',
        justifyContent: 'center',
        columnGap: gap,
        rowGap: 5,
        // The room that the columns next to them leave; three or four are in a row.
        width: PAGE.width - 2 * EDGE - 2 * SIDE,
      },
    },
    data.seals.map((seal, index) => {
      const picture = pictures.seals[index]
      const drawn = picture ? drawPicture(kit, picture, box[0], box[1]) : null
      return e(
        View,
        { key: seal.number, style: { alignItems: 'center', width } },
        // Titles stand on one line, whatever the pictures are like.
        hasPictures ? e(View, { style: { height: box[1], justifyContent: 'center' } }, drawn) : null,
        words(seal.title, { size, color: INK, margin_top: size - 2.5, align: 'center', width }),
        words(`No. ${seal.number}`, { size, color: SOFT, align: 'center', width }),
      )
    }),
  )
}

const signer = (kit: PdfKit, data: CertificateData, pictures: Pictures) => {
  const { View, words } = kit
  const width = SIGNER
  const small = { size: 8, color: SOFT, margin_top: 2, width }
  return e(
    View,
    { style: { width: SIDE } },
    e(
      View,
      { style: { height: 46, justifyContent: 'flex-end', alignItems: 'flex-start', paddingLeft: 4 } },
      pictures.signature ? drawPicture(kit, pictures.signature, 160, 44) : null,
    ),
    e(
      View,
      { style: { borderTopWidth: 0.7, borderTopColor: SOFT, marginTop: 2, paddingTop: 6, width, minHeight: 42 } },
      words(data.signer_name ?? data.provider, { face: STRONG, size: 10, color: INK, width }),
      data.signer_title ? words(data.signer_title, small) : null,
      data.signer_name ? words(data.provider, small) : null,
    ),
  )
}

const fact = ({ View, words }: PdfKit, label: string, value: string) =>
  e(
    View,
    { style: { marginBottom: 5 } },
    words(label, { size: 6.5, color: SOFT, letter_spacing: 0.3 / 6.5 }),
    words(value, { face: STRONG, size: 8.5, color: INK, margin_top: 1 }),
  )

const fitAddress = async (url: string) => {
  const text = url.replace(/^https?:\/\//, '')
  const width = await textWidth(text, PLAIN, 1)
  return { text, size: Math.min(6, SIDE / width) }
}

/** Number, dates and the code that leads to the public verification page, whose address stands there in words too. */
const proof = async (kit: PdfKit, data: CertificateData) => {
  const qr = await qrPath(data.code_url, { most: CODE_VERSION })
  const address = await fitAddress(data.verify_url)
  const { View, Svg, Path, Rect, Link, words } = kit
  const side = qr.size + 2 * QUIET
  return e(
    View,
    { style: { width: SIDE, alignItems: 'flex-end' } },
    e(
      View,
      { style: { flexDirection: 'row', alignItems: 'flex-end' } },
      e(
        View,
        { style: { marginRight: 10 } },
        fact(kit, 'Date of issue', formatDay(dayOf(data.issued_at, data.time_zone), 'long')),
        data.expires_at
          ? fact(kit, 'Valid until', formatDay(lastDayBefore(data.expires_at, data.time_zone), 'long'))
          : null,
        data.course_version ? fact(kit, 'Course version', String(data.course_version)) : null,
        fact(kit, 'Certificate number', data.number),
      ),
      e(
        Link,
        { src: data.code_url },
        e(
          Svg,
          { viewBox: `0 0 ${side} ${side}`, style: { width: CODE, height: CODE } },
          e(Rect, { x: 0, y: 0, width: side, height: side, fill: '#ffffff' }),
          e(Path, { d: qr.path, fill: INK, transform: `translate(${QUIET} ${QUIET})` }),
        ),
      ),
    ),
    e(
      Link,
      { src: data.verify_url, style: { textDecoration: 'none', marginTop: 5, alignItems: 'flex-end' } },
      words('Verify at', { size: 6, color: SOFT }),
      words(address.text, { size: address.size, color: SOFT, margin_top: 1 }),
    ),
  )
}

type Fitted = { size: number; width: number; does_fit: boolean }

/** On one line as long as that looks well, else on two (a person's name is never cut to make it fit). */
const fitName = async (name: string): Promise<Fitted> => {
  const oneLine = await fitText(name, NAME, { width: MEASURE, lines: 1, sizes: [52, 48, 44, 40, 36] })
  return oneLine.does_fit
    ? oneLine
    : fitText(name, NAME, { width: MEASURE, lines: 2, sizes: [36, 32, 28, 24, 20, 16, 13] })
}

const fitTitle = (title: string): Promise<Fitted> =>
  fitText(title, TITLE, { width: MEASURE, lines: 1, sizes: [36, 32, 28, 24, 20, 16] })

const fitCourse = (title: string): Promise<Fitted> =>
  fitText(title, STRONG, { width: MEASURE, lines: 2, sizes: [20, 18, 16, 14, 12, 10] })

const fitWords = (text: string): Promise<Fitted> =>
  fitText(text, PLAIN, { width: 470, lines: 3, sizes: [9.5, 8.5, 7.5, 6.5] })

const body = async (kit: PdfKit, data: CertificateData, pictures: Pictures, brand: Brand) => {
  const { View } = kit
  const text = fillWords(data.text, {
    ...data.words,
    portal_name: data.words?.portal_name ?? data.provider,
    user_name: data.holder_name,
    course_title: data.course_title,
    // Kept together, so that the year is never alone on the last line.
    date: formatDay(dayOf(data.issued_at, data.time_zone), 'long').replaceAll(' ', '\u00a0'),
  }).trim()
  const title = await fitTitle(data.title)
  const [name, course, words] = [
    await fitName(data.holder_name),
    await fitCourse(data.course_title),
    await fitWords(text),
  ]
  const line = (content: string, style: Omit<WordsStyle, 'align'>) => kit.words(content, { ...style, align: 'center' })
  return e(
    View,
    { style: { flexGrow: 1, alignItems: 'center', justifyContent: 'center' } },
    pictures.logo
      ? drawPicture(kit, pictures.logo, 210, 50)
      : line(data.provider, { face: STRONG, size: 17, color: INK, width: MEASURE }),
    line(data.title, { ...title, face: TITLE, color: brand.ink, margin_top: 16, line_height: 1.1 }),
    line('This certifies that', { size: 10, color: SOFT, margin_top: 14 }),
    line(data.holder_name, { ...name, face: NAME, line_height: 1.1, color: INK, margin_top: 2 }),
    e(View, { style: { width: 120, borderTopWidth: 0.8, borderTopColor: HAIR, marginTop: 15 } }),
    line('has successfully completed', { size: 10, color: SOFT, margin_top: 10 }),
    line(data.course_title, { ...course, face: STRONG, line_height: 1.25, color: brand.ink, margin_top: 7 }),
    text ? line(text, { ...words, line_height: 1.5, color: SOFT, margin_top: 10 }) : null,
  )
}

/**
 * The certificate as a PDF of one landscape letter page, with the SHA-256 of its bytes in hexadecimal (CER-025). The
 * same data gives the same bytes: the dates inside the file are the date of issue. A damaged picture is left out.
 */
export const renderCertificate = async (data: CertificateData): Promise<RenderedPdf> => {
  const kit = await pdfKit()
  const picture = async (bytes: Uint8Array | null) => (bytes ? readPicture(bytes) : null)
  const pictures: Pictures = {
    logo: await picture(data.logo),
    background: await picture(data.background),
    signature: await picture(data.signature_image),
    seals: await Promise.all(data.seals.map((seal) => picture(seal.image))),
  }
  const brand = brandOf(data.primary_color)
  const { Document, Page, View, Image } = kit
  return renderPdf(
    kit,
    e(
      Document,
      {
        title: printable(`${data.title}: ${data.holder_name}, ${data.course_title}`),
        author: printable(data.provider),
        subject: `Certificate ${data.number}`,
        keywords: data.number,
        creator: 'Portico',
        producer: 'Portico',
        language: 'en-US',
        creationDate: data.issued_at,
        modificationDate: data.issued_at,
      },
      e(
        Page,
        { size: [PAGE.width, PAGE.height] },
        pictures.background
          ? e(Image, {
              src: pictures.background.bytes,
              style: { position: 'absolute', left: 0, top: 0, ...PAGE, objectFit: 'cover' },
            })
          : frame(kit, brand),
        e(
          View,
          { style: { ...PAGE, paddingTop: 52, paddingBottom: 60, paddingHorizontal: EDGE, overflow: 'hidden' } },
          await body(kit, data, pictures, brand),
          e(
            View,
            { style: { flexDirection: 'row', justifyContent: 'space-between', alignItems: 'flex-end' } },
            signer(kit, data, pictures),
            e(View, { style: { alignItems: 'center' } }, seals(kit, data, pictures, brand)),
            await proof(kit, data),
          ),
        ),
      ),
    ),
  )
}
