import { createFileRoute, notFound } from '@tanstack/react-router'

/** The page of an address that could not be found, under an address of its own (ROU-025, ERR-008). */
export const Route = createFileRoute('/_site/not-found')({
  loader: () => {
    throw notFound()
  },
})
