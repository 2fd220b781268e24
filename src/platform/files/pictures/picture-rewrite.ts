import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp'
import { MAX_ANIMATED_PIXELS, MAX_PIXELS } from '#kernel/uploads/uploads.ts'
import { iconSize, writeIcon } from './icon-file.ts'
import type { PictureKind, PictureReading, PictureSize } from './picture-types.ts'

// Loaded by the process that reads pictures (`picture-process.ts`) and nowhere else.

/** A longer side is reduced to this length, the width of a 4K screen. */
const LONGEST_SIDE = 3840
const JPEG_QUALITY = 85
const WEBP_QUALITY = 85
const NARROW_QUALITY = 80
const SECONDS = 30
const MAX_ICON_SIDE = 1024

sharp.cache(false)
sharp.concurrency(1)
// Only these four are ever decoded, whatever else the library knows: no SVG, PDF or TIFF by another name.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadNsgifBuffer',
  ],
})

/** Whether the still picture of a WebP file is kept without loss; a lossy one of it would blur drawings and text. */
const isLosslessWebp = (bytes: Buffer): boolean => {
  for (let at = 12; at + 8 <= bytes.length; at += 8 + bytes.readUInt32LE(at + 4) + (bytes.readUInt32LE(at + 4) & 1)) {
    const name = bytes.toString('latin1', at, at + 4)
    if (name === 'VP8L' || name === 'VP8 ') return name === 'VP8L'
  }
  return false
}

const written = (image: Sharp, kind: PictureKind, bytes: Buffer, facts: Metadata, isSmaller: boolean): Sharp => {
  if (kind === 'jpg') return image.jpeg({ quality: JPEG_QUALITY, progressive: true })
  if (kind === 'gif') return image.gif()
  if (kind === 'webp') return image.webp(isLosslessWebp(bytes) ? { lossless: true } : { quality: WEBP_QUALITY })
  // A drawing of up to 256 colors stays one; a smaller version has more colors along its edges.
  const isPalette = facts.isPalette === true && !isSmaller
  return image.png(isPalette ? { palette: true, quality: 100, dither: 0 } : {})
}

/**
 * Writes the picture again: upright, in sRGB, no side longer than a screen shows, and without anything but pixels and, for
 * GIF and WebP, their frames. Camera data, places, color profiles, thumbnails and comments stay behind.
 */
const rewritePixels = async (bytes: Buffer, kind: Exclude<PictureKind, 'ico'>): Promise<PictureReading> => {
  const options: SharpOptions = {
    animated: kind === 'gif' || kind === 'webp',
    failOn: 'error',
    limitInputPixels: MAX_ANIMATED_PIXELS,
  }
  const facts = await sharp(bytes, { ...options, limitInputPixels: false }).metadata()
  const frames = facts.pages ?? 1
  const { width, height } = facts.autoOrient
  const frameHeight = facts.pageHeight ?? height
  if (width * frameHeight * frames > (frames > 1 ? MAX_ANIMATED_PIXELS : MAX_PIXELS))
    return { state: 'too_many_pixels', width, height: frameHeight }
  const isSmaller = Math.max(width, frameHeight) > LONGEST_SIDE
  let image = sharp(bytes, options)
  if (frames === 1) image = image.autoOrient()
  if (isSmaller)
    image = image.resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
  const { data, info } = await written(image.timeout({ seconds: SECONDS }), kind, bytes, facts, isSmaller).toBuffer({
    resolveWithObject: true,
  })
  return {
    state: 'written',
    kind,
    bytes: data,
    width: info.width,
    height: info.pageHeight ?? info.height,
    original: { width, height: frameHeight },
  }
}

/** An icon holds several pictures; those that are PNG files are written again, the others are plain rows of pixels. */
const readIcon = async (bytes: Buffer): Promise<PictureReading> => {
  const icon = await writeIcon(bytes, async (png) => {
    const inner = await sharp(png).metadata()
    if (inner.width > MAX_ICON_SIDE || inner.height > MAX_ICON_SIDE) return null
    const reading = await rewritePixels(png, 'png')
    return reading.state === 'written' ? reading.bytes : null
  })
  const size = icon && iconSize(icon)
  if (!icon || !size) return { state: 'damaged' }
  return { state: 'written', kind: 'ico', bytes: icon, ...size, original: size }
}

/** The picture written again, whatever kind of the four it is or an icon; never throws for what it holds. */
export const rewritePicture = (bytes: Buffer, kind: PictureKind): Promise<PictureReading> =>
  (kind === 'ico' ? readIcon(bytes) : rewritePixels(bytes, kind)).catch((): PictureReading => ({ state: 'damaged' }))

/**
 * The picture as WebP, at most this wide. Of the two ways to write it the smaller one is taken: drawings and logos are
 * smaller without loss, photos with. An animation stays one.
 */
export const narrow = async (bytes: Buffer, width: number): Promise<Buffer | 'damaged'> => {
  const { format, pages } = await sharp(bytes).metadata()
  const picture = sharp(bytes, { animated: true, limitInputPixels: MAX_ANIMATED_PIXELS })
    .resize({ width, withoutEnlargement: true })
    .timeout({ seconds: SECONDS })
  const lossy = await picture.clone().webp({ quality: NARROW_QUALITY, effort: 4 }).toBuffer()
  if (format === 'jpeg' || (pages ?? 1) > 1) return lossy
  const lossless = await picture.webp({ lossless: true }).toBuffer()
  return lossless.length < lossy.length ? lossless : lossy
}

/** What the PDF library draws: a PNG of 8 bits without palette, interlacing or filters, and a JPEG as it is. */
export const plain = async (
  bytes: Buffer,
  maxPixels: number,
): Promise<(PictureSize & { bytes: Buffer }) | 'damaged'> => {
  const { format, autoOrient, hasAlpha } = await sharp(bytes).metadata()
  const { width, height } = autoOrient
  if (width * height > maxPixels) return 'damaged'
  if (format === 'jpeg') return { bytes, width, height }
  if (format !== 'png') return 'damaged'
  const picture = sharp(bytes, { failOn: 'warning' }).toColorspace('srgb').timeout({ seconds: SECONDS })
  const isOpaque = !hasAlpha || (await picture.clone().stats()).isOpaque
  const png = (isOpaque ? picture.removeAlpha() : picture).png({ adaptiveFiltering: false, palette: false })
  return { bytes: await png.toBuffer(), width, height }
}
