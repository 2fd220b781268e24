import { convertDocument } from './convert.ts'

export type Asked = { extension: string; bytes: Uint8Array }
export type Answered = { html: string } | { failed: string }

const scope = globalThis as unknown as {
  onmessage: (event: MessageEvent<Asked>) => void
  postMessage: (answer: Answered) => void
}

scope.onmessage = ({ data: { extension, bytes } }) => {
  convertDocument(extension, bytes).then(
    (html) => scope.postMessage({ html }),
    (error: unknown) => scope.postMessage({ failed: String(error) }),
  )
}
