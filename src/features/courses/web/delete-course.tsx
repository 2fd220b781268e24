import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { FormSection, Wide } from '#ui/app/form/detail-form.tsx'
import { useCall } from '#ui/calls/api.tsx'
import { IconTrash } from '#ui/icons.tsx'
import { confirm } from '#ui/public/dialogs/confirm.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { deleteCourse } from '../contract.ts'
import { PUBLICATION, type Publication } from '../rules/publication.ts'

type DeletableCourse = { slug: string; publication_status: Publication }

/** Deletes a course, or archives one that has people in it, and goes to the courses (ROU-012, BLD-008, BLD-009). */
export function DeleteCourse({ course }: { course: DeletableCourse }) {
  const { slug } = course
  const client = useQueryClient()
  const router = useRouter()
  const remove = useCall(deleteCourse, {
    onSuccess: async ({ data }) => {
      await router.navigate({ href: '/courses/admin' })
      void client.invalidateQueries()
      toast.success(
        data.is_archived
          ? 'The course is archived, because people are or were enrolled. They keep what they have.'
          : 'The course is deleted.',
      )
    },
    onError: (error) => void toast.error(error),
  })
  const ask = async () => {
    if (await confirm('delete')) remove.mutate({ params: { slug } })
  }
  return (
    <FormSection
      isDanger
      title="Delete"
      text={
        course.publication_status === PUBLICATION.published
          ? 'You cannot delete a published course. Archive it with the status menu above: nobody new can buy it, and learners keep it.'
          : 'A course that people are enrolled in or bought is archived instead, and people keep what they have.'
      }
    >
      <Wide>
        <Button variant="danger-outline" icon={IconTrash} isLoading={remove.isPending} onClick={() => void ask()}>
          Delete course
        </Button>
      </Wide>
    </FormSection>
  )
}
