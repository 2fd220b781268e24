import { ConfirmOutlet } from '../dialogs/confirm.tsx'
import { ToastOutlet } from '../dialogs/toasts.tsx'
import { ConsentOutlet } from './consent.tsx'
import { PageFocus } from './page-focus.tsx'

/** Toasts, confirmations, consent and the focus of new pages; stands once, at the end of the body of every page. */
export function Outlets() {
  return (
    <>
      <ConfirmOutlet />
      <ToastOutlet />
      <ConsentOutlet />
      <PageFocus />
    </>
  )
}
