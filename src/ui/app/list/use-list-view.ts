import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useContext } from 'react'
import { toast } from '../../public/dialogs/toasts.tsx'
import { type ListView, ListViewsContext, NO_VIEW } from './list-views.ts'

type Answer = { data: ListView }

export type OwnView = { view: ListView; save: (next: ListView) => Promise<void> }

/** Columns and filters that the reader chose for a list; null for a list without a name for them. */
export const useListView = (list: string | undefined): OwnView | null => {
  const views = useContext(ListViewsContext)
  const client = useQueryClient()
  const isKept = views !== null && list !== undefined
  const query = (isKept ? views.query(list) : { queryKey: ['no list view'], queryFn: () => null }) as {
    queryKey: readonly unknown[]
    queryFn: () => Promise<Answer>
  }
  const { data } = useQuery({ ...query, enabled: isKept })
  if (!isKept) return null
  const save = async (next: ListView) => {
    const before = client.getQueryData(query.queryKey)
    // Shown at once; what could not be kept goes back to what is.
    client.setQueryData(query.queryKey, { data: next })
    try {
      await views.save(list, next)
    } catch (error) {
      client.setQueryData(query.queryKey, before)
      await toast.error(error)
    }
  }
  return { view: data?.data ?? NO_VIEW, save }
}
