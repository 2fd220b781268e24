import { useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Wire } from '#kernel/endpoint.ts'
import { DetailForm, FormSection, Wide } from '#ui/app/form/detail-form.tsx'
import { versioned } from '#ui/app/form/edits.ts'
import { NumberField, TextAreaField, TextField } from '#ui/app/form/fields.tsx'
import { ReadOnly } from '#ui/app/form/read-only.tsx'
import { RichTextField } from '#ui/app/rich-text/rich-text-field.tsx'
import type { TextPictures } from '#ui/app/rich-text/text-pictures.ts'
import { useApi } from '#ui/calls/api.tsx'
import { showCourse } from '../../contract.ts'
import { CoursePictures } from '../components/course-pictures.tsx'
import { type CourseTermsCall, TermsField } from '../components/terms-field.tsx'
import styles from '../courses.module.css'
import { useSaveCourse } from '../use-save-course.ts'

type Course = Wire<typeof showCourse>['data']

const TERMS = [
  { name: 'category_ids', of: 'categories', label: 'Categories' },
  { name: 'training_option_ids', of: 'training_options', label: 'Training options' },
  { name: 'state_ids', of: 'states', label: 'States' },
  { name: 'agency_ids', of: 'agencies', label: 'Regulating agencies' },
  { name: 'organization_ids', of: 'organizations', label: 'Accrediting organizations' },
] as const

const EMPTY = {
  title: '',
  slug: '',
  description: '',
  video: '',
  duration_minutes: '' as number | '',
  author: { name: '' },
  meta_title: '',
  meta_description: '',
  seo_keywords: '',
  category_ids: [] as string[],
  training_option_ids: [] as string[],
  state_ids: [] as string[],
  agency_ids: [] as string[],
  organization_ids: [] as string[],
}
type Values = typeof EMPTY

const idsOf = (terms: readonly { id: number }[]) => terms.map(({ id }) => String(id))

const valuesOf = (course: Course): Partial<Values> => ({
  title: course.title,
  slug: course.slug,
  description: course.description ?? '',
  video: course.video ?? '',
  duration_minutes: course.duration_minutes ?? '',
  author: { name: course.author.name ?? '' },
  meta_title: course.meta_title ?? '',
  meta_description: course.meta_description ?? '',
  seo_keywords: course.seo_keywords ?? '',
  ...Object.fromEntries(TERMS.map(({ name, of }) => [name, idsOf(course[of])])),
})

/** The call takes ids as numbers; an emptied list stays a list. */
const bodyOf = (payload: Partial<Values>): object => {
  const ids = TERMS.flatMap(({ name }) => (name in payload ? [[name, (payload[name] ?? []).map(Number)] as const] : []))
  return { ...payload, ...Object.fromEntries(ids) }
}

type CourseDetailsProps = {
  slug: string
  terms: CourseTermsCall
  /** What pictures in the description come from; absent for those without a library for public pages. */
  pictures?: TextPictures | undefined
}

/** A course's description, its place in the catalog, and its texts for search engines (BLD-002, BLD-004, BLD-019). */
export function CourseDetailsScreen({ slug, terms, pictures }: CourseDetailsProps) {
  const { data: course } = useSuspenseQuery(useApi().query(showCourse, { params: { slug } })).data
  const { save, onSaved } = useSaveCourse(slug)
  const isForeign = course.source !== null
  const record = useMemo(() => ({ ...valuesOf(course), ...versioned(course) }), [course])
  return (
    <DetailForm<Values>
      defaults={EMPTY}
      keepAs={`course ${course.id} details`}
      record={record}
      isReadOnly={!course.abilities.update}
      save={(payload, _, options) => save(bodyOf(payload), options)}
      onSaved={onSaved}
    >
      <FormSection title="Course" text="What people read before they decide.">
        <ReadOnly when={isForeign}>
          <Wide>
            <TextField name="title" label="Title" maxLength={200} required />
          </Wide>
        </ReadOnly>
        <Wide>
          <TextField
            name="slug"
            label="Address"
            description="The last part of the course’s address. The old address will redirect here."
            leftSection={<span className={styles.path}>/course/</span>}
            leftSectionWidth={68}
            maxLength={200}
            required
          />
        </Wide>
        <ReadOnly when={isForeign}>
          <Wide>
            <RichTextField name="description" label="Description" minRows={8} {...(pictures && { pictures })} />
          </Wide>
          <TextField name="video" label="Video" description="A YouTube or Vimeo link." inputMode="url" />
          <NumberField
            name="duration_minutes"
            label="Length in minutes"
            min={1}
            max={100_000}
            allowDecimal={false}
            clampBehavior="none"
          />
        </ReadOnly>
      </FormSection>
      <CoursePictures course={course} />
      <FormSection title="Author" text="The name beside the course; empty shows none.">
        <ReadOnly when={isForeign}>
          <TextField name="author.name" label="Author" maxLength={200} />
        </ReadOnly>
      </FormSection>
      <FormSection title="Catalog" text="Where visitors find the course, and the filters that show it.">
        {TERMS.map(({ name, of, label }) => (
          <Wide key={name}>
            <TermsField name={name} label={label} call={terms} list={of} chosen={course[of]} />
          </Wide>
        ))}
      </FormSection>
      <FormSection title="Search engines" text="If you leave them empty, we use the title and the description.">
        <Wide>
          <TextField name="meta_title" label="Title for search engines" maxLength={100} />
        </Wide>
        <Wide>
          <TextAreaField name="meta_description" label="Description for search engines" maxLength={200} />
        </Wide>
        <Wide>
          <TextField name="seo_keywords" label="Keywords" description="Separated by commas" maxLength={500} />
        </Wide>
      </FormSection>
    </DetailForm>
  )
}
