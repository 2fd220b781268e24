import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { saveFile } from '#features/exports/web/public.ts'
import { useCall } from '#ui/calls/api.tsx'
import { Dialog } from '#ui/public/dialogs/dialog.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import form from '#ui/public/parts/card-form.module.css'
import { Checkbox } from '#ui/public/parts/field.tsx'
import { printBadges } from '../../contract.ts'
import { MOST_PRINTED } from '../../rules/sheet.ts'
import { START_CODE_DAYS } from '../../rules/start-code.ts'

type PrintDialogProps = {
  people: readonly { id: number; display_name: string }[]
  onClose: () => void
  onPrinted: () => void
}

const counted = (count: number, one: string, many: string) => (count === 1 ? `1 ${one}` : `${count} ${many}`)

/** Prints badges of the chosen people, with start codes on slips of their own (BDG-010, BDG-033). */
export function PrintDialog({ people, onClose, onPrinted }: PrintDialogProps) {
  const client = useQueryClient()
  const [hasCodes, setHasCodes] = useState(true)
  const isTooMany = people.length > MOST_PRINTED
  const print = useCall(printBadges, {
    onSuccess: ({ data }) => {
      const bytes = Uint8Array.from(atob(data.pdf), (sign) => sign.charCodeAt(0))
      saveFile(new Blob([bytes], { type: 'application/pdf' }), 'Badges.pdf')
      const codes = data.start_codes > 0 ? ` and ${counted(data.start_codes, 'start code', 'start codes')}` : ''
      toast.success(`${counted(data.badges, 'badge', 'badges')}${codes} ready to print.`)
      for (const { display_name: name } of data.left_out)
        toast.warning(`${name} has no badge yet. Ask an administrator to give one.`)
      void client.invalidateQueries()
      onPrinted()
    },
    onError: (error) => void toast.error(error),
  })
  const run = () => {
    if (print.isPending) return
    print.mutate({ body: { user_ids: people.map(({ id }) => id), has_start_codes: hasCodes } })
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={people.length === 1 ? `Print the badge of ${people[0]?.display_name}` : `Print ${people.length} badges`}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={run} isLoading={print.isPending} disabled={isTooMany}>
            Download PDF
          </Button>
        </>
      }
    >
      <div className={form.form}>
        <p>
          Ten badges on a letter page, each 3.5 by 2 inches, with a code that phones scan. People without a badge get
          one with a new number.
        </p>
        <Checkbox
          label="Add start codes for people without a PIN"
          hint={`On slips of their own, to hand out in person. Each works once, for ${START_CODE_DAYS} days, and replaces an earlier one.`}
          checked={hasCodes}
          onChange={(event) => setHasCodes(event.currentTarget.checked)}
        />
        {isTooMany && (
          <Alert tone="warning">Choose at most {MOST_PRINTED} people at once, and print in several steps.</Alert>
        )}
      </div>
    </Dialog>
  )
}
