import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Wire } from '#kernel/endpoint.ts'
import { DetailForm, FormSection, Wide } from '#ui/app/form/detail-form.tsx'
import { versioned } from '#ui/app/form/edits.ts'
import { SwitchField, TextField } from '#ui/app/form/fields.tsx'
import { ReadOnly } from '#ui/app/form/read-only.tsx'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { can } from '#ui/page/guard.ts'
import { showCourse } from '../../contract.ts'
import { type CourseTermsCall, TermField } from '../components/terms-field.tsx'
import { DeleteCourse } from '../delete-course.tsx'
import { useSaveCourse } from '../use-save-course.ts'

type Course = Wire<typeof showCourse>['data']

const EMPTY = {
  is_sequential: false,
  is_certificate_required: false,
  is_marketable: true,
  language_id: null as string | null,
  options: { button_name: '' },
}
type Values = typeof EMPTY

const valuesOf = (course: Course): Partial<Values> => ({
  is_sequential: course.is_sequential,
  is_certificate_required: course.is_certificate_required,
  is_marketable: course.is_marketable,
  language_id: course.language ? String(course.language.id) : null,
  options: { button_name: course.options.button_name ?? '' },
})

/** How a course is taken and sold: order, certificate, language, the words of its buy button (BLD-003, BLD-019). */
export function CourseSettingsScreen({ slug, terms }: { slug: string; terms: CourseTermsCall }) {
  const { data: course } = useSuspenseQuery(useApi().query(showCourse, { params: { slug } })).data
  const session = useSession()
  const { save, onSaved } = useSaveCourse(slug)
  const record = useMemo(() => ({ ...valuesOf(course), ...versioned(course) }), [course])
  return (
    <DetailForm<Values>
      defaults={EMPTY}
      keepAs={`course ${course.id} settings`}
      record={record}
      isReadOnly={!course.abilities.update}
      save={({ language_id: id, ...payload }, _, options) =>
        save({ ...payload, ...(id !== undefined && { language_id: id ? Number(id) : null }) }, options)
      }
      onSaved={onSaved}
      danger={can(session, 'courses.delete') && <DeleteCourse course={course} />}
    >
      <FormSection title="Learning">
        <Wide>
          <ReadOnly when={course.source !== null}>
            <SwitchField
              name="is_sequential"
              label="Lessons in order"
              description="Learners open an item after they finish the one before it."
            />
          </ReadOnly>
        </Wide>
        <Wide>
          <SwitchField
            name="is_certificate_required"
            label="Ends with a certificate"
            description="The course needs a certificate template before you can publish it."
          />
        </Wide>
        <TermField
          name="language_id"
          label="Language"
          call={terms}
          list="languages"
          chosen={course.language ? [course.language] : []}
        />
      </FormSection>
      <FormSection title="Sale">
        <Wide>
          <SwitchField
            name="is_marketable"
            label="Show in the store"
            description="Off hides the course from visitors. People who are enrolled keep it."
          />
        </Wide>
        <TextField name="options.button_name" label="Button label" placeholder="Buy now" maxLength={40} />
      </FormSection>
    </DetailForm>
  )
}
