import { useQuery, useQueryClient } from '@tanstack/react-query'
import { FormDialog, Wide } from '#ui/app/form/detail-form.tsx'
import { TextField } from '#ui/app/form/fields.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { sectionTemplates } from '../../contract-templates.ts'
import { isOfTemplates, type TemplateRow } from './template-queries.ts'

const NAME = { title: '' }

type RenameTemplateProps = { template: TemplateRow; onClose: () => void }

/** Another name for a template. */
export function RenameTemplateDialog({ template: { id, title }, onClose }: RenameTemplateProps) {
  const api = useApi()
  const client = useQueryClient()
  // The list does not say which save of the template it shows; the template itself does.
  const { data } = useQuery(api.query(sectionTemplates.show, { params: { id } }))
  if (!data) return null
  return (
    <FormDialog<typeof NAME>
      isOpen
      onClose={onClose}
      title={`Rename “${title}”`}
      defaults={NAME}
      record={data.data}
      save={(payload, _, options) =>
        api.call(sectionTemplates.update, { params: { id }, body: payload as typeof NAME }, options)
      }
      onSaved={() => void client.invalidateQueries({ predicate: isOfTemplates })}
    >
      <Wide>
        <TextField name="title" label="Name" required maxLength={80} />
      </Wide>
    </FormDialog>
  )
}
