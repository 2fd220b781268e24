import { rewritePicture } from './picture-rewrite.ts'
import type { PictureJob } from './pictures.ts'

// A process of its own for native code that reads what strangers send: `pictures.ts` starts it, and it ends with that.

process.on('message', ({ bytes, kind }: PictureJob) => {
  void rewritePicture(Buffer.from(bytes), kind).then((reading) => process.send?.(reading))
})
process.on('disconnect', () => process.exit(0))
process.send?.('ready')
