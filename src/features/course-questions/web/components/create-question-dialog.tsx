import { type FormEvent, useId, useState } from 'react'
import { ApiError } from '#kernel/client.ts'
import { useSession } from '#ui/calls/api.tsx'
import { useDraft } from '#ui/hooks/use-draft.ts'
import { useDraftFiles } from '#ui/hooks/use-draft-files.ts'
import { Dialog } from '#ui/public/dialogs/dialog.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { Field, Select, Textarea } from '#ui/public/parts/field.tsx'
import { MESSAGE_MAX } from '../../rules/questions.ts'
import styles from '../questions.module.css'
import type { useOutbox } from '../use-outbox.ts'
import { FileField } from './file-field.tsx'

type CreateQuestionDialogProps = {
  onClose: () => void
  slug: string
  relatedId: number
  categories: readonly { id: number; title: string }[]
  submit: ReturnType<typeof useOutbox>['submit']
  onAsked: (questionId: number) => void
}

/** The create-student-question dialog (REV-017, UIX-025). */
export function CreateQuestionDialog({
  onClose,
  slug,
  relatedId,
  categories,
  submit,
  onAsked,
}: CreateQuestionDialogProps) {
  const form = useId()
  const { viewer } = useSession()
  const draft = `question-draft ${viewer?.user_id} new ${relatedId}`
  const [text, setText] = useDraft(draft)
  const [category, setCategory] = useState('')
  const [files, setFiles] = useDraftFiles(draft)
  const [error, setError] = useState<string>()
  const [isSending, setSending] = useState(false)
  const send = async (event: FormEvent) => {
    event.preventDefault()
    const words = text.trim()
    if (!words) return setError('Please write your question.')
    setError(undefined)
    setSending(true)
    const outcome = await submit({
      slug,
      question_id: null,
      related_id: relatedId,
      category_id: category ? Number(category) : null,
      text: words,
      files,
    })
    setSending(false)
    if (outcome.kind === 'refused') {
      const refusal = outcome.error instanceof ApiError ? outcome.error : null
      const why = refusal?.errors.text?.[0] ?? refusal?.errors.files?.[0]
      if (why) setError(why)
      else void toast.error(outcome.error)
      return
    }
    setText('')
    setFiles([])
    onClose()
    if (outcome.kind === 'sent') onAsked(outcome.question_id)
    else toast.info('Saved here. It will be sent when you are back online.')
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Ask a question"
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={form} isLoading={isSending}>
            Send question
          </Button>
        </>
      }
    >
      <form id={form} className={styles.form} onSubmit={(event) => void send(event)} noValidate>
        {categories.length > 0 && (
          <Field label="Category" hint="Optional">
            <Select
              value={category}
              onChange={(event) => setCategory(event.target.value)}
              placeholder="No category"
              options={categories.map(({ id, title }) => ({ value: String(id), label: title }))}
            />
          </Field>
        )}
        <Field label="Your question" hint="Only you and the course’s instructors see it." error={error} isRequired>
          <Textarea
            rows={6}
            maxLength={MESSAGE_MAX}
            value={text}
            data-autofocus
            onChange={(event) => setText(event.target.value)}
          />
        </Field>
        <FileField files={files} onChange={setFiles} />
      </form>
    </Dialog>
  )
}
