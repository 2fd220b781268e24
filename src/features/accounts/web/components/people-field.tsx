import type { Role } from '#kernel/access/roles.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { MultiSelectField, SelectField } from '#ui/app/form/fields.tsx'
import { useServerSelect } from '#ui/app/form/use-server-select.ts'
import { useApi } from '#ui/calls/api.tsx'
import { listUsers } from '../../contract.ts'

/** People of the portal whom the signed-in person may open, found by name, e-mail or badge number while one types. */
const usePeople = (role: Role | undefined, known: readonly ShownPerson[] = []) => {
  const api = useApi()
  return useServerSelect<Wire<typeof listUsers>>({
    queryFor: (search) =>
      api.query(listUsers, { query: { sort: 'name', ...(role && { role }), ...(search && { search }) } }),
    optionsOf: ({ data }) =>
      data.map(({ id, display_name: name, email, badge_number: badge }) => {
        const known = email ?? badge
        return { value: String(id), label: known === null || name === known ? name : `${name} (${known})` }
      }),
    nothing: 'Nobody found',
    known: known.map(({ id, display_name: name }) => ({ value: String(id), label: name })),
  })
}

type ShownPerson = { id: number; display_name: string }
type FieldProps = { name: string; label: string; description?: string; holds?: Role; required?: boolean }

/** One person of the portal; the form holds the id as text. `chosen` is the one who is named already. */
export function PersonField({ holds, chosen, ...rest }: FieldProps & { chosen?: ShownPerson | null | undefined }) {
  const people = usePeople(holds, chosen ? [chosen] : [])
  return <SelectField searchable clearable placeholder="Search by name or e-mail" {...people} {...rest} />
}

/** Several people of the portal; the form holds their ids as texts. */
export function PeopleField({ holds, ...rest }: FieldProps) {
  return (
    <MultiSelectField
      searchable
      clearable
      hidePickedOptions
      placeholder="Search by name or e-mail"
      {...usePeople(holds)}
      {...rest}
    />
  )
}
