import { ApiError } from '#kernel/client.ts'
import { nameInDisposition } from '#kernel/uploads/file-name.ts'

/** Saves something that came in an answer as a file of the person. */
export const saveFile = (content: Blob, name: string): void => {
  const url = URL.createObjectURL(content)
  const link = Object.assign(document.createElement('a'), { href: url, download: name })
  link.click()
  // The browser reads the address once the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Follows an export link: saves the file, or answers `started` when it is made in the background (API-019). Throws ApiError. */
export const fetchExport = async (url: string): Promise<'saved' | 'started'> => {
  const answer = await fetch(url, { credentials: 'same-origin' }).catch(() => {
    throw new ApiError(0, { code: 'unreachable', message: '' })
  })
  if (!answer.ok) throw new ApiError(answer.status, await answer.json().catch(() => null))
  if (answer.status === 202) return 'started'
  saveFile(await answer.blob(), nameInDisposition(answer.headers.get('content-disposition')) ?? 'export')
  return 'saved'
}
