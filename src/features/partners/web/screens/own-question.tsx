import type { Wire } from '#kernel/endpoint.ts'
import { DetailForm, FormSection, Wide } from '#ui/app/detail-form.tsx'
import { NumberField, TextField } from '#ui/app/fields.tsx'
import { RichTextField } from '#ui/app/rich-text-field.tsx'
import { IconTrash } from '#ui/icons.tsx'
import { Button } from '#ui/public/button.tsx'
import {
  createPartnerQuestion,
  deletePartnerQuestion,
  listPartnerQuestions,
  type showPartnerQuestion,
  updatePartnerQuestion,
} from '../../contract-content.ts'
import { useContent } from '../use-content.ts'

type Row = Wire<typeof showPartnerQuestion>['data']

const DEFAULTS = { question: '', answer: '', sort_number: 0 }

/** A question of the company with its answer (PAR-005, PAR-012). */
export function OwnQuestionScreen({ record }: { record: Row | null }) {
  const { api, owner, eraseAndLeave, saved } = useContent({
    list: listPartnerQuestions,
    remove: deletePartnerQuestion,
    path: '/partner/faq',
  })
  const title = record?.question ?? 'New question'
  return (
    <DetailForm
      title={title}
      crumbs={[{ label: 'FAQ', href: owner.at('/partner/faq') }, { label: title }]}
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
          ? api.call(updatePartnerQuestion, { ...call, params: { id: record.id } })
          : api.call(createPartnerQuestion, call)
      }}
      onSaved={saved}
    >
      <FormSection title="Question" text="Questions stand on the page of your company from the smallest place on.">
        <Wide>
          <TextField name="question" label="Question" required maxLength={500} />
        </Wide>
        <Wide>
          <RichTextField name="answer" label="Answer" isRequired minRows={4} />
        </Wide>
        <NumberField name="sort_number" label="Place" min={0} max={100_000} allowDecimal={false} />
      </FormSection>
    </DetailForm>
  )
}
