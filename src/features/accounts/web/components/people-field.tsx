import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Role } from '#kernel/access/roles.ts'
import { MultiSelectField, SelectField } from '#ui/app/form/fields.tsx'
import { holdsWords } from '#ui/app/form/folded-filter.ts'
import { useApi } from '#ui/calls/api.tsx'
import { DEBOUNCE, useDebounced } from '#ui/hooks/use-debounced.ts'
import { listUsers } from '../../contract.ts'

type Option = { value: string; label: string }

/** People of the portal whom the signed-in person may open, found by name or e-mail while one types. */
const usePeople = (role: Role | undefined) => {
  const [typed, setTyped] = useState('')
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<readonly Option[]>([])
  const later = useDebounced(setSearch, DEBOUNCE.query)
  const { data, isFetching, isPlaceholderData } = useQuery({
    ...useApi().query(listUsers, { query: { sort: 'name', ...(role && { role }), ...(search && { search }) } }),
    placeholderData: keepPreviousData,
  })
  const people = (data?.data ?? []).map(({ id, display_name: name, email }) => ({
    value: String(id),
    label: name === email ? email : `${name} (${email})`,
  }))
  const known = new Map([...chosen, ...people].map((option) => [option.value, option]))
  // Until the server has searched for what is typed, only those are offered whose text holds it: Enter takes nobody else.
  const isFound = typed === search && !isPlaceholderData
  return {
    // Chosen people keep their names during later searches.
    data: [...known.values()],
    // The server searches in more than the text that is shown.
    filter: ({ options }: { options: readonly unknown[] }) =>
      (isFound ? options : (options as Option[]).filter(({ label }) => holdsWords(label, typed))) as never,
    onSearchChange: (text: string) => {
      // A choice writes its own text into the box.
      const words = known.values().some(({ label }) => label === text) ? '' : text
      setTyped(words)
      later.call(words)
    },
    remember: (value: string) => {
      const option = known.get(value)
      if (option) setChosen((before) => [...before, option])
    },
    nothingFoundMessage: isFetching ? 'Searching…' : 'Nobody found',
  }
}

type FieldProps = { name: string; label: string; description?: string; holds?: Role; required?: boolean }

/** One person of the portal; the form holds the id as text. */
export function PersonField({ holds, ...rest }: FieldProps) {
  const { remember, ...people } = usePeople(holds)
  return (
    <SelectField
      searchable
      clearable
      placeholder="Search by name or e-mail"
      {...people}
      onOptionSubmit={remember}
      {...rest}
    />
  )
}

/** Several people of the portal; the form holds their ids as texts. */
export function PeopleField({ holds, ...rest }: FieldProps) {
  const { remember, ...people } = usePeople(holds)
  return (
    <MultiSelectField
      searchable
      clearable
      hidePickedOptions
      placeholder="Search by name or e-mail"
      {...people}
      onOptionSubmit={remember}
      {...rest}
    />
  )
}
