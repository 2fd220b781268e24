import { createFileRoute, notFound } from '@tanstack/react-router'

/** Every address that is none: the page of one that could not be found, in the frame of the site (ROU-003). */
export const Route = createFileRoute('/_site/_unknown/$')({
  loader: () => {
    throw notFound()
  },
})
