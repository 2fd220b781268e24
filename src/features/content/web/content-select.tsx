import { useQuery } from '@tanstack/react-query'
import { IdMultiSelectField, IdSelectField } from '#ui/app/form/fields.tsx'
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

const useRecords = (list: SelectName) => {
  const { data, isPending } = useQuery(useApi().query(selectContent, { params: { list } }))
  return { records: data?.data ?? [], isPending }
}

/** One record of a list of the portal's content, or none; the form holds its id. */
export function ContentSelect({ list, exceptId, placeholder = 'None', ...rest }: ContentSelectProps) {
  const { records, isPending } = useRecords(list)
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

/** Any number of records of a list of the portal's content, in the order in which they are chosen; the form holds their ids. */
export function ContentMultiSelect({ list, placeholder, ...rest }: Omit<ContentSelectProps, 'exceptId'>) {
  const { records, isPending } = useRecords(list)
  return (
    <IdMultiSelectField
      searchable
      clearable
      hidePickedOptions
      nothingFoundMessage="None"
      placeholder={isPending ? 'Loading…' : placeholder}
      data={records.map(({ id, title }) => ({ value: id, label: title }))}
      {...rest}
    />
  )
}
