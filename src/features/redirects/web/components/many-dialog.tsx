import { formatNumber } from '#kernel/format.ts'
import { FormDialog } from '#ui/app/form/detail-form.tsx'
import { TextAreaField } from '#ui/app/form/fields.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { saveRedirects } from '../../contract.ts'
import { MOST_LINES } from '../../rules/addresses.ts'

const DEFAULTS = { text: '' }

type Counts = { created: number; changed: number; unchanged: number }
const wordsOf = ({ created, changed, unchanged }: Counts): string =>
  [
    `${formatNumber(created)} added`,
    changed > 0 && `${formatNumber(changed)} changed`,
    unchanged > 0 && `${formatNumber(unchanged)} there already`,
  ]
    .filter(Boolean)
    .join(', ')

/** Takes a list of redirects, a line for each (SEO-029). */
export function ManyDialog({ onClose, onSaved }: { onClose: () => void; onSaved: () => void }) {
  const api = useApi()
  return (
    <FormDialog<typeof DEFAULTS>
      isOpen
      title="Add many redirects"
      saveLabel="Add redirects"
      defaults={DEFAULTS}
      record={null}
      schema={saveRedirects.body}
      savedText={false}
      save={async (payload) => {
        const { data } = await api.call(saveRedirects, { body: payload as never })
        toast.success(`Redirects: ${wordsOf(data)}.`)
        return { data: null } as never
      }}
      onClose={onClose}
      onSaved={onSaved}
    >
      <TextAreaField
        name="text"
        label="Redirects"
        description={`One on each line, ${formatNumber(MOST_LINES)} lines at most: the old address, then where it leads. You can paste two columns of a spreadsheet.`}
        required
        minRows={8}
      />
    </FormDialog>
  )
}
