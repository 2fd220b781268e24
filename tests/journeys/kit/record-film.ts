import type { Page } from '@playwright/test'

/** A film of two seconds, recorded by the browser itself. */
export const recordFilm = async (page: Page): Promise<Buffer> => {
  const bytes = await page.evaluate(async () => {
    const canvas = document.createElement('canvas')
    const picture = canvas.getContext('2d')
    const recorder = new MediaRecorder(canvas.captureStream(20), { mimeType: 'video/webm' })
    const parts: Blob[] = []
    recorder.ondataavailable = ({ data }) => parts.push(data)
    recorder.start()
    const began = performance.now()
    await new Promise<void>((resolve) => {
      const draw = () => {
        picture?.fillRect(Math.random() * 300, Math.random() * 150, 9, 9)
        if (performance.now() - began > 2000) resolve()
        else requestAnimationFrame(draw)
      }
      draw()
    })
    await new Promise((resolve) => {
      recorder.onstop = resolve
      recorder.stop()
    })
    return [...new Uint8Array(await new Blob(parts).arrayBuffer())]
  })
  return Buffer.from(bytes)
}
