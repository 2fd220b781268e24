import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { Wire } from '#kernel/endpoint.ts'
import { DetailForm, FormSection, Wide } from '#ui/app/form/detail-form.tsx'
import { TextField } from '#ui/app/form/fields.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { createCourse, listCourses, showCourse } from '../../contract.ts'

/** The title of a new course; it begins as a draft, and all the rest follows on its own pages (ROU-080, BLD-004). */
export function CreateCourseScreen() {
  const api = useApi()
  const router = useRouter()
  const client = useQueryClient()
  return (
    <DetailForm
      title="New course"
      crumbs={[{ label: 'Courses', href: '/courses/admin' }, { label: 'New course' }]}
      defaults={{ title: '' }}
      saveLabel="Create and continue"
      save={(payload) => api.call(createCourse, { body: payload as { title: string } })}
      onSaved={(answer) => {
        const made = answer as Wire<typeof createCourse>
        const { slug } = made.data
        client.setQueryData(api.query(showCourse, { params: { slug } }).queryKey, made as never)
        void client.invalidateQueries({ queryKey: [listCourses.path] })
        void router.navigate({ href: `/courses/builder/${slug}/overview/details` })
      }}
    >
      <FormSection title="Course" text="Only its authors see a draft. We make its address from the title.">
        <Wide>
          <TextField name="title" label="Title" maxLength={200} required data-autofocus />
        </Wide>
      </FormSection>
    </DetailForm>
  )
}
