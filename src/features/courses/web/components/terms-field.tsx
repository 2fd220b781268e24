import { useQuery } from '@tanstack/react-query'
import type { AnyEndpoint } from '#kernel/endpoint.ts'
import { MultiSelectField, SelectField } from '#ui/app/form/fields.tsx'
import { useApi } from '#ui/calls/api.tsx'

type TermList = 'categories' | 'training_options' | 'states' | 'agencies' | 'organizations' | 'languages'
type Term = { id: number; title: string }
type ChosenTerm = { id: number; name: string }

/** The call that answers all terms that a course can carry; it stands in a slice above this one. */
export type CourseTermsCall = AnyEndpoint

/** The terms of one list as options; those the course has already are known before the list is there. */
const useTerms = (call: CourseTermsCall, list: TermList, chosen: readonly ChosenTerm[]) => {
  const { data } = useQuery({ ...useApi().query(call), staleTime: 300_000 })
  const lists = (data as { data: Record<TermList, Term[]> } | undefined)?.data
  const terms = (lists?.[list] ?? []).map(({ id, title }) => [String(id), title] as const)
  const known = new Map([...chosen.map(({ id, name }) => [String(id), name] as const), ...terms])
  return [...known].map(([value, label]) => ({ value, label }))
}

type TermsFieldProps = {
  name: string
  label: string
  description?: string
  call: CourseTermsCall
  list: TermList
  chosen: readonly ChosenTerm[]
}

/** Any number of terms of the catalog; the form holds their ids as texts. */
export function TermsField({ call, list, chosen, ...rest }: TermsFieldProps) {
  return (
    <MultiSelectField
      searchable
      clearable
      hidePickedOptions
      data={useTerms(call, list, chosen)}
      nothingFoundMessage="None"
      {...rest}
    />
  )
}

/** One term of the catalog, or none. */
export function TermField({ call, list, chosen, ...rest }: TermsFieldProps) {
  return <SelectField searchable clearable data={useTerms(call, list, chosen)} nothingFoundMessage="None" {...rest} />
}
