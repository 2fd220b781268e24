import { useQuery, useQueryClient } from '@tanstack/react-query'
import { DetailForm } from '#ui/app/form/detail-form.tsx'
import { versioned } from '#ui/app/form/edits.ts'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { can } from '#ui/page/guard.ts'
import { LoadingNote } from '#ui/public/lists/skeleton.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { showCompany, updateCompany } from '../../contract.ts'
import { COMPANY, CompanyFields } from '../components/company-fields.tsx'
import { usePortal } from '../use-portal.ts'

/** The company behind a portal (PRT-049, PRT-070). */
export function CompanyScreen() {
  const api = useApi()
  const client = useQueryClient()
  const session = useSession()
  const { portal, scope, again } = usePortal()
  const params = { id: portal.company.id }
  const query = api.query(showCompany, { ...scope, params })
  const { data, error } = useQuery(query)
  if (error) return <Alert tone="danger">The company could not be loaded. Please reload the page.</Alert>
  if (!data) return <LoadingNote text="Loading the company" />
  return (
    <DetailForm
      key={portal.id}
      defaults={COMPANY}
      record={{ ...data.data, ...versioned(data) } as typeof COMPANY}
      isReadOnly={!can(session, 'portal-settings.update')}
      save={(payload, _, options) => api.call(updateCompany, { ...scope, params, body: payload }, options)}
      onSaved={(answer) => {
        client.setQueryData(query.queryKey, answer as never)
        void again()
      }}
    >
      <CompanyFields />
    </DetailForm>
  )
}
