import { ConfirmOutlet } from './confirm.tsx'
import { ConsentOutlet } from './consent.tsx'
import { ToastOutlet } from './toasts.tsx'

/** Toasts, confirmations and consent; stands once, at the end of the body of every page. */
export function Outlets() {
  return (
    <>
      <ConfirmOutlet />
      <ToastOutlet />
      <ConsentOutlet />
    </>
  )
}
