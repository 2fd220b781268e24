import { useState } from 'react'
import type { Order } from '#features/orders/web/public.ts'
import { useSession } from '#ui/calls/api.tsx'
import { IconMail } from '#ui/icons.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { SendInvoiceDialog } from './send-invoice-dialog.tsx'

/** The button that mails the invoice of an order (ORD-016). */
export function SendInvoice({ order }: { order: Order }) {
  const { viewer } = useSession()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="outline" icon={IconMail} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Send invoice
      </Button>
      {isOpen && (
        <SendInvoiceDialog
          orderId={order.id}
          email={order.user.email ?? viewer?.email ?? ''}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
