import jsQR from 'jsqr'

/** What the device itself can read codes with, where it can. */
type Detector = { detect: (source: ImageBitmapSource) => Promise<{ rawValue: string }[]> }
type DetectorClass = { new (options: { formats: string[] }): Detector; getSupportedFormats: () => Promise<string[]> }

const ownDetector = async (): Promise<Detector | null> => {
  const { BarcodeDetector } = globalThis as { BarcodeDetector?: DetectorClass }
  const formats = await BarcodeDetector?.getSupportedFormats().catch((): string[] => [])
  return BarcodeDetector && formats?.includes('qr_code') ? new BarcodeDetector({ formats: ['qr_code'] }) : null
}

const canvas = document.createElement('canvas')

/** Reads the code in a picture that is drawn no larger than `most` pixels on its longer side. */
const readAt = (source: CanvasImageSource, size: { width: number; height: number }, most: number): string | null => {
  const scale = Math.min(1, most / Math.max(size.width, size.height))
  const [width, height] = [Math.round(size.width * scale), Math.round(size.height * scale)]
  if (width === 0 || height === 0) return null
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return null
  context.drawImage(source, 0, 0, width, height)
  return jsQR(context.getImageData(0, 0, width, height).data, width, height)?.data ?? null
}

/** The text of the code in a picture file; large photographs are looked at in several sizes. */
export const readPicture = async (file: Blob): Promise<string | null> => {
  const picture = await createImageBitmap(file)
  const detector = await ownDetector()
  const [own] = detector ? await detector.detect(picture).catch(() => []) : []
  if (own) return own.rawValue
  for (const most of [1200, 2400, 700]) {
    const text = readAt(picture, picture, most)
    if (text) return text
  }
  return null
}

/** Shows what the camera sees until it reads a code, whose text `onCode` gets, or until the returned function is called. */
export const watchCamera = async (video: HTMLVideoElement, onCode: (text: string) => void): Promise<() => void> => {
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: false,
    video: { facingMode: 'environment', width: { ideal: 1920 }, height: { ideal: 1080 } },
  })
  const detector = await ownDetector()
  let isOn = true
  const stop = () => {
    isOn = false
    for (const track of stream.getTracks()) track.stop()
    video.srcObject = null
  }
  video.srcObject = stream
  await video.play()
  const look = async () => {
    if (!isOn) return
    const size = { width: video.videoWidth, height: video.videoHeight }
    const text = detector ? (await detector.detect(video).catch(() => []))[0]?.rawValue : readAt(video, size, 1000)
    if (!isOn) return
    if (!text) return void requestAnimationFrame(() => void look())
    stop()
    onCode(text)
  }
  void look()
  return stop
}
