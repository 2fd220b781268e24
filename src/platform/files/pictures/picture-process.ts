import type { PictureJob } from './picture-processes.ts'
import { narrow, plain, rewritePicture } from './picture-rewrite.ts'

// A separate process for native code that reads strangers' files: `picture-processes.ts` starts it, and it ends with
// its parent.

const answerOf = (job: PictureJob): Promise<unknown> => {
  if (job.task === 'rewrite') return rewritePicture(Buffer.from(job.bytes), job.kind)
  if (job.task === 'narrow') return narrow(Buffer.from(job.bytes), job.width)
  if (job.task === 'plain') return plain(Buffer.from(job.bytes), job.maxPixels)
  return Promise.reject(new Error(`Not a task of this process: ${job.task}`))
}

process.on('message', (job: PictureJob) => {
  void answerOf(job)
    .catch(() => 'damaged')
    .then((answer) => process.send?.(answer))
})
process.on('disconnect', () => process.exit(0))
process.send?.('ready')
