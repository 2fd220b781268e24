import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DEBOUNCE, useDebounced } from '../../hooks/use-debounced.ts'
import { holdsWords } from './folded-filter.ts'

export type Option = { value: string; label: string }

type ServerSelectOptions<Data> = {
  /** The query of the call that finds options for these words. */
  queryFor: (search: string) => object
  optionsOf: (data: Data) => readonly Option[]
  /** What an empty answer says. */
  nothing: string
  /** Options that are known without a search, such as the one that is chosen already. */
  known?: readonly Option[]
  /** For a field of several choices, where a choice leaves the box empty. */
  isMultiple?: boolean
}

/** Choices that the server finds while one types, for `SelectField` and `MultiSelectField`. */
export const useServerSelect = <Data>({
  queryFor,
  optionsOf,
  nothing,
  known: given = [],
  isMultiple = false,
}: ServerSelectOptions<Data>) => {
  const [typed, setTyped] = useState('')
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<readonly Option[]>([])
  const later = useDebounced(setSearch, DEBOUNCE.query)
  const { data, isFetching, isPlaceholderData } = useQuery({
    ...(queryFor(search) as { queryKey: readonly unknown[]; queryFn: () => Promise<Data> }),
    placeholderData: keepPreviousData,
  })
  const results = data ? optionsOf(data as Data) : []
  const byValue = new Map([...given, ...chosen, ...results].map((option) => [option.value, option]))
  // Until the server has searched for what is typed, only those are offered whose text holds it: Enter takes nobody else.
  const isFound = typed === search && !isPlaceholderData
  return {
    // What is chosen stays known, whatever is searched for next.
    data: [...byValue.values()],
    // The server searches in more than the text that is shown.
    filter: ({ options }: { options: readonly unknown[] }) =>
      (isFound ? options : (options as Option[]).filter(({ label }) => holdsWords(label, typed))) as never,
    onSearchChange: (text: string) => {
      // A single choice writes its own text into the box.
      const words = !isMultiple && byValue.values().some(({ label }) => label === text) ? '' : text
      setTyped(words)
      later.call(words)
    },
    onOptionSubmit: (value: string) => {
      const option = byValue.get(value)
      if (option) setChosen((before) => [...before, option])
    },
    nothingFoundMessage: isFetching ? 'Searching…' : nothing,
  }
}
