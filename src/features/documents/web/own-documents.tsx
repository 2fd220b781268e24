import { createFileRoute } from '@tanstack/react-router'
import { documentQueries } from './queries.ts'
import { OwnDocumentsScreen } from './screens/own-documents.tsx'

/** The licenses and documents that are required of the person (CMP-026). */
export const Route = createFileRoute('/_app/_signed-in/profile/documents')({
  loader: ({ context: { api, queryClient } }) => queryClient.ensureQueryData(documentQueries(api).own()),
  head: () => ({ meta: [{ title: 'My documents' }] }),
  component: OwnDocumentsScreen,
})
