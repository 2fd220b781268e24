import { writeFileSync } from 'node:fs'
import qrcode from 'qrcode'

/** A photograph of a code, for the picture input. */
export const pictureOf = async (text: string) => ({
  name: 'code.png',
  mimeType: 'image/png',
  buffer: await qrcode.toBuffer(text, { errorCorrectionLevel: 'L', scale: 5, margin: 4 }),
})

/** A film of one picture that shows a code, as Chromium's camera that is none takes it (YUV4MPEG2, 4:2:0). */
export const filmOf = (text: string, file: string): void => {
  const [width, height, scale] = [1280, 960, 8]
  const { modules } = qrcode.create(text, { errorCorrectionLevel: 'L' })
  const left = Math.floor((width - modules.size * scale) / 2)
  const top = Math.floor((height - modules.size * scale) / 2)
  const light = Buffer.alloc(width * height, 235)
  for (let y = 0; y < modules.size * scale; y += 1)
    for (let x = 0; x < modules.size * scale; x += 1)
      if (modules.get(Math.floor(y / scale), Math.floor(x / scale))) light[(top + y) * width + left + x] = 16
  const color = Buffer.alloc((width * height) / 2, 128)
  const frame = Buffer.concat([Buffer.from('FRAME\n'), light, color])
  writeFileSync(
    file,
    Buffer.concat([Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`), frame, frame]),
  )
}
