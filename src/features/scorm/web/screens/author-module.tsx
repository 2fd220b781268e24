import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { scormModules } from '#features/outline/contract.ts'
import { ItemForm, outlineQueries } from '#features/outline/web/public.ts'
import { FormSection, Wide } from '#ui/app/form/detail-form.tsx'
import { TextField } from '#ui/app/form/fields.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { PackageField } from '../components/package-field.tsx'

/** A SCORM module: its title and its package (SCO-001, SCO-017). */
export function AuthorScormModuleScreen({ slug, id }: { slug: string; id: number }) {
  const api = useApi()
  const { data: course } = useSuspenseQuery(outlineQueries(api).course(slug)).data
  const { data: item } = useSuspenseQuery(api.query(scormModules.show, { params: { courseId: course.id, id } })).data
  const { title, scorm_id } = item.itemable
  const record = useMemo(() => ({ title, scorm_id }), [title, scorm_id])
  return (
    <ItemForm<{ title: string; scorm_id: number | null }>
      course={course}
      item={item}
      calls={scormModules}
      defaults={{ title: '', scorm_id: null }}
      record={record}
    >
      <FormSection title="SCORM module" text="A package that plays right here.">
        <Wide>
          <TextField name="title" label="Title" maxLength={200} required />
        </Wide>
        <Wide>
          <PackageField name="scorm_id" />
        </Wide>
      </FormSection>
    </ItemForm>
  )
}
