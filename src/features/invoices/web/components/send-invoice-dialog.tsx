import { type FormEvent, useState } from 'react'
import { useCall } from '#ui/calls/api.tsx'
import { Dialog } from '#ui/public/dialogs/dialog.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { Field, Input } from '#ui/public/parts/field.tsx'
import { sendInvoice } from '../../contract.ts'

type SendInvoiceDialogProps = { orderId: number; email: string; onClose: () => void }

/** Sends the invoice of an order to an e-mail (ORD-016). */
export function SendInvoiceDialog({ orderId, email, onClose }: SendInvoiceDialogProps) {
  const [error, setError] = useState<string>()
  const send = useCall(sendInvoice, {
    onSuccess: (_, { body }) => {
      toast.success(`We sent the invoice to ${body.email}.`)
      onClose()
    },
    onError: (failure) => {
      if (failure.errors.email) setError(failure.errors.email[0])
      else void toast.error(failure)
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (send.isPending) return
    setError(undefined)
    const to = String(new FormData(event.currentTarget).get('email')).trim()
    send.mutate({ params: { id: orderId }, body: { email: to } })
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="sm"
      title="Send the invoice"
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="send-invoice" isLoading={send.isPending}>
            Send invoice
          </Button>
        </>
      }
    >
      <form id="send-invoice" onSubmit={submit} noValidate>
        <Field label="E-mail" hint="We send a link to the PDF." error={error} isRequired>
          <Input name="email" type="email" autoComplete="email" inputMode="email" defaultValue={email} />
        </Field>
      </form>
    </Dialog>
  )
}
