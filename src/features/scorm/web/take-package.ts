import { type Api, ApiError } from '#kernel/client.ts'
import { resumableErrorText } from '#kernel/uploads/resumable-uploads.ts'
import { sendResumable } from '#ui/calls/send-resumable.ts'
import { listScormPackages } from '../contract.ts'

/** How often the server is asked whether a package is unpacked. */
const ASK_EVERY_MS = 1500

const pause = () => new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS))

const findPackage = async (api: Api, upload_id: string) => {
  try {
    return (await api.call(listScormPackages, { query: { upload_id } })).data[0]
  } catch (error) {
    // A connection that is gone for a moment comes back.
    if (error instanceof ApiError && error.status >= 400 && error.status < 500) throw error
    return undefined
  }
}

type Step = { percent: number; note?: string }

/**
 * Sends a SCORM package and waits until it is unpacked; `done` answers it, or rejects with an error whose message says what is
 * wrong with it.
 */
export const takePackage = (api: Api, file: File, show: (step: Step) => void) => {
  let isStopped = false
  const sending = sendResumable(file, { onProgress: (percent) => show({ percent }) })
  const done = (async () => {
    const uploadId = await sending.done.catch((error: unknown) => {
      throw new Error(resumableErrorText(error, file))
    })
    while (!isStopped) {
      const made = await findPackage(api, uploadId)
      if (made?.status === 'FAILED') throw new Error(made.error ?? 'This package cannot be played.')
      if (made?.status === 'SUCCESS') return { id: made.id, title: made.title }
      show({ percent: made?.progress ?? 0, note: 'Unpacking' })
      await pause()
    }
    throw new Error('Stopped')
  })()
  const stop = () => {
    isStopped = true
    sending.stop()
  }
  return { done, stop }
}
