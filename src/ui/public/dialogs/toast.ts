import { createToastQueue, type Toast, type ToastKind } from './toast-queue.ts'

/** The messages of this page; `ToastOutlet` shows them. */
export const queue = createToastQueue()

type More = Pick<Toast, 'title' | 'action'>
const show = (kind: ToastKind) => (text: string, more?: More) => queue.show({ kind, text, ...more })
const showError = show('error')

// The table of texts is loaded when the first error comes.
const textOf = async (error: unknown) => {
  const { textOfError } = await import('../lists/error-text.ts').catch(() => ({ textOfError: () => GENERIC_ERROR }))
  return textOfError(error)
}
// A copy of the catalog's text ERR-017, in case the catalog cannot be loaded.
const GENERIC_ERROR = 'Something went wrong. Please try again later.'

/** Shows short messages on any page; `error` takes a text or whatever was caught. */
export const toast = {
  success: show('success'),
  info: show('info'),
  warning: show('warning'),
  error: async (error: unknown, more?: More): Promise<void> => {
    showError(typeof error === 'string' ? error : await textOf(error), more)
  },
  dismiss: queue.dismiss,
  clear: queue.clear,
}
