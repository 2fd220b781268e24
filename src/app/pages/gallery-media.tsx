import { QueryClientProvider } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { MaterialField } from '#features/media/web/public.ts'
import { DetailForm, FormSection } from '#ui/app/form/detail-form.tsx'
import { AppProvider } from '#ui/app/provider.tsx'
import { useSession } from '#ui/calls/api.tsx'
import type { Queries } from '../queries.ts'

/** The choice of a file of the materials library in a form, over the library of the signed-in person. */
export function GalleryMedia() {
  const { portal } = useSession()
  const queries = useRouteContext({ from: '__root__', select: (context) => context.queryClient as Queries })
  if (!queries.client) return null
  return (
    <QueryClientProvider client={queries.client}>
      <AppProvider branding={portal.setting}>
        <main id="main" style={{ maxWidth: 900, margin: '0 auto', padding: 16 }}>
          <DetailForm
            title="Materials library"
            defaults={{ media_uuid: '', document_uuid: '' }}
            save={async () => {}}
            savedText={false}
          >
            <FormSection title="Files" text="A field for any file, and one for documents alone.">
              <MaterialField name="media_uuid" label="File" description="From the library, or a new one." />
              <MaterialField name="document_uuid" label="Document" types={['pdf', 'docs']} />
            </FormSection>
          </DetailForm>
        </main>
      </AppProvider>
    </QueryClientProvider>
  )
}
