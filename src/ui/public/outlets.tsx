import { ConfirmOutlet } from './confirm.tsx'
import { ToastOutlet } from './toasts.tsx'

/** Toasts and confirmations; stands once, at the end of the body of every page. */
export function Outlets() {
  return (
    <>
      <ConfirmOutlet />
      <ToastOutlet />
    </>
  )
}
