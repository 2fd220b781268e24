import sharp from 'sharp'
import type { PictureJob } from './picture-processes.ts'

// Draws what we compose. It is not the process that reads pictures: that one never learns SVG, and this one never sees a
// byte from outside.

sharp.cache(false)
sharp.concurrency(1)
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] })

process.on('message', (job: PictureJob) => {
  if (job.task !== 'draw') throw new Error(`Not a task of this process: ${job.task}`)
  const png = sharp(Buffer.from(job.svg)).removeAlpha().png({ palette: true, effort: 10 }).toBuffer()
  void png.then((bytes) => process.send?.(bytes))
})
process.on('disconnect', () => process.exit(0))
process.send?.('ready')
