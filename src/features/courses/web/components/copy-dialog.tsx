import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { Wire } from '#kernel/endpoint.ts'
import { toastText } from '#kernel/product/texts.ts'
import { FormDialog, Wide } from '#ui/app/form/detail-form.tsx'
import { TextField } from '#ui/app/form/fields.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { IconCopy } from '#ui/icons.tsx'
import { newUuid } from '#ui/kept/new-uuid.ts'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { IconButton } from '#ui/public/parts/button.tsx'
import { copyCourse } from '../../contract-copy.ts'
import { copyTitle } from '../../rules/copy-title.ts'

type Copied = Wire<typeof copyCourse>['data']
type Props = { course: { slug: string; title: string }; onClose: () => void }

/** Asks what the copy of a course is called, makes it, and opens it (BLD-022, BLD-023). */
export function CopyDialog({ course, onClose }: Props) {
  const api = useApi()
  const client = useQueryClient()
  const router = useRouter()
  // Pressed twice, or sent again by a bad network, it is one copy.
  const [key] = useState(newUuid)
  const open = ({ slug }: Copied) => router.navigate({ href: `/courses/builder/${slug}/overview/details` })
  return (
    <FormDialog<{ title: string }>
      isOpen
      onClose={onClose}
      title="Copy this course"
      saveLabel="Copy course"
      defaults={{ title: copyTitle(course.title) }}
      save={(_, { title }) =>
        api.call(copyCourse, { params: { slug: course.slug }, body: { title } }, { idempotency_key: key })
      }
      savedText={false}
      onSaved={(answer) => {
        const { data } = answer as Wire<typeof copyCourse>
        void client.invalidateQueries()
        toast.success(toastText('course_copied', { title: course.title }))
        void open(data)
      }}
    >
      <Wide>
        <p>
          You get a draft with the same items, question pools, prices, instructors and settings. Learners, credits and
          reviews stay with the original, and what you change in one does not change the other.
        </p>
      </Wide>
      <Wide>
        <TextField name="title" label="Title of the copy" maxLength={200} required />
      </Wide>
    </FormDialog>
  )
}

/** The button that opens the dialog, for the head of a course. */
export function CopyButton({ course }: Pick<Props, 'course'>) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton
        variant="outline"
        icon={IconCopy}
        label="Copy course"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      />
      {isOpen && <CopyDialog course={course} onClose={() => setOpen(false)} />}
    </>
  )
}
