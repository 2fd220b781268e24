import type { ComboboxParsedItem, OptionsFilter } from '@mantine/core'
import { foldText } from '#kernel/fold.ts'

/** Whether a text holds every word that was typed, in any order and spelled without accents or apostrophes as well. */
export const holdsWords = (text: string, typed: string): boolean => {
  const folded = foldText(text)
  return foldText(typed)
    .split(/\s+/)
    .every((word) => folded.includes(word))
}

/** The options of a select whose label holds what is typed, as lists on the server find it; of groups, those that keep any. */
export const foldedFilter: OptionsFilter = ({ options, search, limit }) => {
  let left = limit
  const isWanted = ({ label }: { label: string }) => left > 0 && holdsWords(label, search) && left-- > 0
  return options.flatMap((option): ComboboxParsedItem[] => {
    if (!('items' in option)) return isWanted(option) ? [option] : []
    const items = option.items.filter(isWanted)
    return items.length > 0 ? [{ ...option, items }] : []
  })
}
