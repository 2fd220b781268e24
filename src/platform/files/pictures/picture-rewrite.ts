import sharp, { type Metadata, type Sharp, type SharpOptions } from 'sharp'
import { MAX_ANIMATED_PIXELS, MAX_PIXELS } from '#kernel/uploads/uploads.ts'
import { writeIcon } from './icon-file.ts'
import { imageSize } from './image-size.ts'
import type { PictureKind, PictureReading } from './pictures.ts'

// Loaded by the process that reads pictures (`picture-process.ts`) and nowhere else.

/** A longer side is made this long: what a 4K screen shows. */
const LONGEST_SIDE = 3840
const JPEG_QUALITY = 85
const WEBP_QUALITY = 85
const SECONDS = 30

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
    const inner = imageSize(png)
    if (!inner || inner.width > 1024 || inner.height > 1024) return null
    const reading = await rewritePixels(png, 'png')
    return reading.state === 'written' ? reading.bytes : null
  })
  const size = icon && imageSize(icon)
  if (!icon || !size) return { state: 'damaged' }
  return { state: 'written', kind: 'ico', bytes: icon, ...size, original: size }
}

/** The picture written again, whatever kind of the four it is or an icon; never throws for what it holds. */
export const rewritePicture = (bytes: Buffer, kind: PictureKind): Promise<PictureReading> =>
  (kind === 'ico' ? readIcon(bytes) : rewritePixels(bytes, kind)).catch((): PictureReading => ({ state: 'damaged' }))
