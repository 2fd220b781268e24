import type { ApiError } from '#kernel/client.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { SEO_EXTENSIONS, type UploadRule } from '#kernel/uploads/uploads.ts'
import { FormSection } from '#ui/app/form/detail-form.tsx'
import { PictureField } from '#ui/app/form/picture-field.tsx'
import { useCall } from '#ui/calls/api.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import * as contract from '../../contract.ts'
import { useSaveCourse } from '../use-save-course.ts'

type Course = Wire<typeof contract.showCourse>['data']
type Picture = {
  label: string
  text: string
  rule: UploadRule
  calls: typeof contract.thumbnail
  srcOf: (course: Course) => string | null
}

const PICTURES: readonly Picture[] = [
  {
    label: 'Cover',
    text: 'On cards and on the course’s page. A wide picture looks best.',
    rule: { types: ['img'] },
    calls: contract.thumbnail,
    srcOf: (course) => course.thumbnail,
  },
  {
    label: 'Share picture',
    text: 'Where the course is shared; without one we use the cover.',
    rule: { extensions: SEO_EXTENSIONS },
    calls: contract.seoImage,
    srcOf: (course) => course.seo_image,
  },
  {
    label: 'Author’s picture',
    text: 'Beside the author’s name.',
    rule: { types: ['img'] },
    calls: contract.authorAvatar,
    srcOf: (course) => course.author.avatar,
  },
]

/** The pictures of a course; each is saved as soon as it is chosen (BLD-035, UPL-013). */
export function CoursePictures({ course }: { course: Course }) {
  return (
    <FormSection title="Pictures" text="Each is saved as soon as you choose it.">
      {PICTURES.map((picture) => (
        <CoursePicture key={picture.label} course={course} picture={picture} />
      ))}
    </FormSection>
  )
}

function CoursePicture({ course, picture }: { course: Course; picture: Picture }) {
  const { label, text, rule, calls, srcOf } = picture
  const { onSaved } = useSaveCourse(course.slug)
  const handlers = {
    onSuccess: onSaved,
    onError: (error: ApiError) => void toast.error(Object.values(error.errors)[0]?.[0] ?? error),
  }
  const upload = useCall(calls.upload, handlers)
  const remove = useCall(calls.remove, handlers)
  const params = { slug: course.slug }
  const send = (file: File) => {
    const form = new FormData()
    form.append('file', file)
    upload.mutate({ params, options: { files: form } })
  }
  return (
    <PictureField
      label={label}
      description={text}
      src={srcOf(course)}
      alt={`${label} of ${course.title}`}
      rule={rule}
      isDisabled={!course.abilities.update_content}
      isUploading={upload.isPending}
      isRemoving={remove.isPending}
      onFile={send}
      onChoose={(id) => upload.mutate({ params, body: { library_id: id } })}
      onRemove={() => remove.mutate({ params })}
    />
  )
}
