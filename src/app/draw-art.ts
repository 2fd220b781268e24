import sharp from 'sharp'
import { coverSvg } from '#ui/covers.ts'

/** One of our drawings as a WebP picture, 1280 by 720; the same input gives the same drawing. */
export const drawArt = ({ subject, title }: { subject: string; title: string }): Promise<Buffer> =>
  sharp(Buffer.from(coverSvg({ subject, title })), { density: 144 })
    .resize(1280, 720)
    .webp({ quality: 86 })
    .toBuffer()
