import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { Wire } from '#kernel/endpoint.ts'
import type { SaveOptions } from '#ui/app/form/use-record-form.ts'
import { useApi } from '#ui/calls/api.tsx'
import { listCourses, showCourse, updateCourse } from '../contract.ts'

/** What saves parts of a course: the frame shows them at once, and a new slug replaces the address (BLD-004, ROU-004). */
export const useSaveCourse = (slug: string) => {
  const api = useApi()
  const client = useQueryClient()
  const router = useRouter()
  return {
    save: (body: object, options: SaveOptions) =>
      api.call(updateCourse, { params: { slug }, body: body as never }, options),
    onSaved: (answer: unknown) => {
      const course = (answer as Wire<typeof updateCourse>).data
      client.setQueryData(api.query(showCourse, { params: { slug: course.slug } }).queryKey, answer as never)
      void client.invalidateQueries({ queryKey: [listCourses.path] })
      if (course.slug === slug) return
      const { pathname } = router.state.location
      void router.navigate({ href: pathname.replace(`/builder/${slug}/`, `/builder/${course.slug}/`), replace: true })
    },
  }
}
