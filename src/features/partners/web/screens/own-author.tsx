import type { Wire } from '#kernel/endpoint.ts'
import { DetailForm, FormSection, Wide } from '#ui/app/detail-form.tsx'
import { TextField } from '#ui/app/fields.tsx'
import { RichTextField } from '#ui/app/rich-text-field.tsx'
import { IconTrash } from '#ui/icons.tsx'
import { Button } from '#ui/public/button.tsx'
import {
  createPartnerAuthor,
  deletePartnerAuthor,
  listPartnerAuthors,
  type showPartnerAuthor,
  updatePartnerAuthor,
} from '../../contract-content.ts'
import { useContent } from '../use-content.ts'

type Row = Wire<typeof showPartnerAuthor>['data']

const DEFAULTS = { name: '', description: '' }

/** An author of the company (PAR-005, PAR-010). */
export function OwnAuthorScreen({ record }: { record: Row | null }) {
  const { api, owner, eraseAndLeave, saved } = useContent({
    list: listPartnerAuthors,
    remove: deletePartnerAuthor,
    path: '/partner/authors',
  })
  const title = record?.name ?? 'New author'
  return (
    <DetailForm
      title={title}
      crumbs={[{ label: 'Authors', href: owner.at('/partner/authors') }, { label: title }]}
      actions={
        record && (
          <Button variant="danger-outline" icon={IconTrash} onClick={() => void eraseAndLeave(record.id)}>
            Delete
          </Button>
        )
      }
      defaults={DEFAULTS}
      record={record as Partial<typeof DEFAULTS> | null}
      save={(payload) => {
        const call = { query: owner.query, body: payload as never }
        return record
          ? api.call(updatePartnerAuthor, { ...call, params: { id: record.id } })
          : api.call(createPartnerAuthor, call)
      }}
      onSaved={saved}
    >
      <FormSection title="Author" text="Shown on the page of your company and on the author’s own page.">
        <Wide>
          <TextField name="name" label="Name" required maxLength={200} />
        </Wide>
        <Wide>
          <RichTextField name="description" label="About the author" mode="only-text" minRows={4} />
        </Wide>
      </FormSection>
    </DetailForm>
  )
}
