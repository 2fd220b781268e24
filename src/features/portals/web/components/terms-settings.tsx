import { useQuery, useQueryClient } from '@tanstack/react-query'
import { DetailForm, FormSection, Wide } from '#ui/app/form/detail-form.tsx'
import { versioned } from '#ui/app/form/edits.ts'
import { RichTextField } from '#ui/app/rich-text/rich-text-field.tsx'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { can } from '#ui/page/guard.ts'
import { LoadingNote } from '#ui/public/lists/skeleton.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Anchor } from '#ui/public/parts/anchor.tsx'
import { showTerms, updateTerms } from '../../contract-terms.ts'
import { usePortal } from '../use-portal.ts'

/** The portal's own terms, which stand on `/terms` below those of the platform (PRT-022, PRT-057). */
export function TermsSettings() {
  const api = useApi()
  const client = useQueryClient()
  const session = useSession()
  const { portal, scope, again } = usePortal()
  const query = api.query(showTerms, { ...scope })
  const { data, error } = useQuery(query)
  if (error) return <Alert tone="danger">The terms could not be loaded. Please reload the page.</Alert>
  if (!data) return <LoadingNote text="Loading the terms" />
  return (
    <DetailForm
      key={portal.id}
      defaults={{ terms: '' }}
      record={{ ...data.data, ...versioned(data) } as { terms: string }}
      isReadOnly={!can(session, 'portal-settings.update')}
      save={(payload, _, options) =>
        api.call(updateTerms, { ...scope, body: { terms: payload.terms || null } }, options)
      }
      onSaved={(answer) => {
        client.setQueryData(query.queryKey, answer as never)
        void again()
      }}
    >
      <FormSection
        title="Terms of your portal"
        text={
          <>
            Shown on the <Anchor href={`${portal.origin}/terms`}>terms page</Anchor> below the platform’s own terms.
            Leave them empty to show only those of the platform.
          </>
        }
      >
        <Wide>
          <RichTextField name="terms" label="Terms" minRows={10} />
        </Wide>
      </FormSection>
    </DetailForm>
  )
}
