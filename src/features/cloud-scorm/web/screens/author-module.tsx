import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { cloudScormModules } from '#features/outline/contract.ts'
import { ItemForm, outlineQueries } from '#features/outline/web/public.ts'
import { FormSection, Wide } from '#ui/app/form/detail-form.tsx'
import { TextField } from '#ui/app/form/fields.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { ImportField } from '../components/import-field.tsx'

/** A module that the cloud SCORM service plays: its title and its package there (SCO-018). */
export function AuthorCloudModuleScreen({ slug, id }: { slug: string; id: number }) {
  const api = useApi()
  const { data: course } = useSuspenseQuery(outlineQueries(api).course(slug)).data
  const { data: item } = useSuspenseQuery(
    api.query(cloudScormModules.show, { params: { courseId: course.id, id } }),
  ).data
  const { title, scorm_id } = item.itemable
  const record = useMemo(() => ({ title, scorm_id: scorm_id ?? '' }), [title, scorm_id])
  return (
    <ItemForm
      course={course}
      item={item}
      calls={cloudScormModules}
      defaults={{ title: '', scorm_id: '' }}
      record={record}
    >
      <FormSection
        title="Cloud SCORM module"
        text="A package that the cloud SCORM service plays: SCORM of every version, AICC and xAPI."
      >
        <Wide>
          <TextField name="title" label="Title" maxLength={200} required />
        </Wide>
        <Wide>
          <ImportField name="scorm_id" />
        </Wide>
      </FormSection>
    </ItemForm>
  )
}
