import { useQuery } from '@tanstack/react-query'
import type { AnyEndpoint } from '#kernel/endpoint.ts'
import { MultiSelectField, SelectField } from '#ui/app/form/fields.tsx'
import { useApi } from '#ui/calls/api.tsx'

type Term = { id: number; title: string }
type ChosenTerm = { id: number; name: string }

/** The terms of one list as options; those the course has already are known before the list is there. */
const useTerms = (list: AnyEndpoint, chosen: readonly ChosenTerm[]) => {
  const query = useApi().query(list, { query: { per_page: 100 } })
  const { data } = useQuery({ ...query, staleTime: 300_000 })
  const terms = ((data as { data: Term[] } | undefined)?.data ?? []).map(
    ({ id, title }) => [String(id), title] as const,
  )
  const known = new Map([...chosen.map(({ id, name }) => [String(id), name] as const), ...terms])
  return [...known].map(([value, label]) => ({ value, label }))
}

type TermsFieldProps = {
  name: string
  label: string
  description?: string
  list: AnyEndpoint
  chosen: readonly ChosenTerm[]
}

/** Any number of terms of the catalog; the form holds their ids as texts. */
export function TermsField({ list, chosen, ...rest }: TermsFieldProps) {
  return (
    <MultiSelectField
      searchable
      clearable
      hidePickedOptions
      data={useTerms(list, chosen)}
      nothingFoundMessage="None"
      {...rest}
    />
  )
}

/** One term of the catalog, or none. */
export function TermField({ list, chosen, ...rest }: TermsFieldProps) {
  return <SelectField searchable clearable data={useTerms(list, chosen)} nothingFoundMessage="None" {...rest} />
}
