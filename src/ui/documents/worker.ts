import { convertDocument } from './convert.ts'

export type ConvertRequest = { extension: string; bytes: Uint8Array }
export type ConvertAnswer = { html: string } | { failed: string }

const scope = globalThis as unknown as {
  onmessage: (event: MessageEvent<ConvertRequest>) => void
  postMessage: (answer: ConvertAnswer) => void
}

scope.onmessage = ({ data: { extension, bytes } }) => {
  convertDocument(extension, bytes).then(
    (html) => scope.postMessage({ html }),
    (error: unknown) => scope.postMessage({ failed: String(error) }),
  )
}
