import { FormDialog, Wide } from '#ui/app/form/detail-form.tsx'
import { NumberField, TextAreaField } from '#ui/app/form/fields.tsx'
import { useBulkChange } from '../use-bulk-change.ts'
import { plural } from '../words.ts'

type GradeDialogProps = { ids: readonly number[]; onClose: () => void; onMade: () => void }
type Values = { score: number | string; comment: string }

/** Asks for one score and comment for several responses, and opens the preview of the bulk change (BLK-033, BLK-038). */
export function GradeDialog({ ids, onClose, onMade }: GradeDialogProps) {
  const bulk = useBulkChange()
  return (
    <FormDialog<Values>
      isOpen
      onClose={onClose}
      title={`Grade ${plural(ids.length, 'response')}`}
      text="They all get the same score and comment. You see what changes for each learner before anything is saved."
      saveLabel="Preview"
      savedText={false}
      defaults={{ score: '', comment: '' }}
      save={(_, { score, comment }) =>
        bulk.makeGrade({ response_ids: [...ids], score: score as number, comment: comment || null })
      }
      onSaved={(id) => {
        onMade()
        void bulk.open(id as number)
      }}
    >
      <Wide>
        <NumberField
          name="score"
          label="Score"
          description="From 0 to 100."
          min={0}
          max={100}
          allowDecimal={false}
          required
        />
      </Wide>
      <Wide>
        <TextAreaField
          name="comment"
          label="Comment"
          description="Each learner reads it with the score."
          maxLength={10_000}
        />
      </Wide>
    </FormDialog>
  )
}
