import { useQuery } from '@tanstack/react-query'
import { IdSelectField } from '#ui/app/form/fields.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { selectContent } from '../contract.ts'
import type { SelectName } from '../rules/selects.ts'

type ContentSelectProps = {
  list: SelectName
  name: string
  label: string
  description?: string
  placeholder?: string
  /** A record that cannot be chosen, such as the one that is edited. */
  exceptId?: number | undefined
}

/** One record of a list of the portal's content, or none; the form holds its id. */
export function ContentSelect({ list, exceptId, placeholder = 'None', ...rest }: ContentSelectProps) {
  const { data, isPending } = useQuery(useApi().query(selectContent, { params: { list } }))
  const records = data?.data ?? []
  return (
    <IdSelectField
      searchable
      clearable
      nothingFoundMessage="None"
      placeholder={isPending ? 'Loading…' : placeholder}
      data={records.filter(({ id }) => id !== exceptId).map(({ id, title }) => ({ value: id, label: title }))}
      {...rest}
    />
  )
}
