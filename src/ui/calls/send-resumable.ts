import { isRefusedAtOnce, repeatJoining, zipUploadOptions } from '#kernel/uploads/resumable-uploads.ts'

const ENDPOINT = '/api/v1/tus'

const xsrfToken = (): string | undefined => {
  const cookie = document.cookie.split('; ').find((part) => part.startsWith('XSRF-TOKEN='))
  return cookie && decodeURIComponent(cookie.slice('XSRF-TOKEN='.length))
}

type Options = {
  /** What the server does with the file, if it is no archive to unpack. */
  purpose?: string | undefined
  onProgress: (percent: number) => void
}

/**
 * Sends a large file in five parts at a time (UPL-022 to UPL-027); what an earlier try has sent is not sent again. `done`
 * resolves with the id of the upload, or rejects with an error of the tus client; `stop` pauses it, and then `done` never
 * settles.
 */
export const sendResumable = (file: File, { purpose, onProgress }: Options) => {
  let stop = () => {}
  const done = (async () => {
    const { Upload } = await import('tus-js-client')
    const options = zipUploadOptions({ endpoint: ENDPOINT, filename: file.name, size: file.size, xsrfToken })
    const finished = Promise.withResolvers<string>()
    const upload = new Upload(file, {
      ...options,
      metadata: { ...options.metadata, ...(purpose && { purpose }) },
      onProgress: (bytes, total) => onProgress(total ? Math.floor((100 * bytes) / total) : 0),
      onSuccess: () => finished.resolve(upload.url?.split('/').at(-1) ?? ''),
      onError: (error) => {
        // Parts that were let in would keep their room for a day.
        if (isRefusedAtOnce(error)) void upload.abort(true).catch(() => {})
        finished.reject(error)
      },
    })
    const stopRepeating = repeatJoining(upload)
    stop = () => {
      stopRepeating()
      void upload.abort()
    }
    const [earlier] = await upload.findPreviousUploads()
    if (earlier) upload.resumeFromPreviousUpload(earlier)
    upload.start()
    return finished.promise
  })()
  return { done, stop: () => stop() }
}
