import { createFileRoute, notFound } from '@tanstack/react-router'

/** The page for an address that could not be found, with its own address (ROU-025, ERR-008). */
export const Route = createFileRoute('/_site/not-found')({
  loader: () => {
    throw notFound()
  },
})
