import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Api } from '#kernel/client.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { FormDialog } from '#ui/app/form/detail-form.tsx'
import { NumberField } from '#ui/app/form/fields.tsx'
import { ListScreen } from '#ui/app/list/list-screen.tsx'
import { type ListSpec, listQuery, readListState } from '#ui/app/list/list-state.ts'
import { useListState } from '#ui/app/list/use-list-state.ts'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { IconPencil } from '#ui/icons.tsx'
import { can } from '#ui/page/guard.ts'
import { listPartnerShares, updatePartnerShare } from '../../contract.ts'

type Company = Wire<typeof listPartnerShares>['data'][number]

const SPEC: ListSpec = { sorts: ['name'], sort: 'name' }

/** The list for an address, for the loader of the page. */
export const sharesQuery = (api: Api, search: Record<string, unknown>) =>
  api.query(listPartnerShares, { query: listQuery(readListState(search, SPEC), SPEC) as never })

/** What each partner company gets of a sale of its courses; super admins set it (PAR-016). */
export function SharesScreen() {
  const session = useSession()
  const address = useListState(SPEC)
  const result = useQuery({ ...sharesQuery(useApi(), address.query), placeholderData: keepPreviousData })
  const [chosen, setChosen] = useState<Company | null>(null)
  const mayEdit = can(session, 'portals.update')
  return (
    <>
      <ListScreen<Company>
        title="Partner shares"
        text="A partner company’s share of each sale of its courses. The platform gets the rest. Earnings show both."
        label="Partner companies"
        address={address}
        result={result}
        searchLabel="Name of the company"
        rowKey={(company) => company.id}
        rowName={(company) => company.name}
        rowActions={(company) =>
          mayEdit ? [{ label: 'Set the share', icon: IconPencil, run: () => setChosen(company) }] : []
        }
        columns={[
          { key: 'name', title: 'Company', role: 'main', isSortable: true, cell: ({ name }) => name },
          { key: 'portal', title: 'Portal', cell: ({ portal }) => portal.name },
          {
            key: 'share_percent',
            title: 'Share',
            align: 'right',
            cell: ({ share_percent: share }) => (share === null ? 'Not set' : `${share} %`),
          },
        ]}
        empty={{ title: 'No partner companies', text: 'Partners with a company profile will be listed here.' }}
      />
      {chosen && <EditShare key={chosen.id} company={chosen} onClose={() => setChosen(null)} />}
    </>
  )
}

function EditShare({ company, onClose }: { company: Company; onClose: () => void }) {
  const api = useApi()
  const client = useQueryClient()
  return (
    <FormDialog
      isOpen
      size="sm"
      onClose={onClose}
      title={`Share of ${company.name}`}
      text="It applies to future sales; existing orders keep their share."
      defaults={{ share_percent: '' as number | '' }}
      record={company as { share_percent: number | '' }}
      save={(_, { share_percent: share }, options) =>
        api.call(
          updatePartnerShare,
          { params: { id: company.id }, body: { share_percent: share === '' ? null : Number(share) } },
          options,
        )
      }
      onSaved={() => void client.invalidateQueries()}
    >
      <NumberField
        name="share_percent"
        label="Share in percent"
        description="Leave empty for no share."
        suffix=" %"
        min={0}
        max={100}
        allowDecimal={false}
        clampBehavior="none"
      />
    </FormDialog>
  )
}
