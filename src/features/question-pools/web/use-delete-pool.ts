import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useApi } from '#ui/calls/api.tsx'
import { confirm } from '#ui/public/dialogs/confirm.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { deleteQuestionPool, listQuestionPools } from '../contract.ts'

/** Deletes a pool after asking (QPL-006, ERR-107); true when it is gone. One that attempts have used is kept (QPL-007). */
export const useDeletePool = () => {
  const api = useApi()
  const client = useQueryClient()
  return useCallback(
    async ({ id, title }: { id: number; title: string }): Promise<boolean> => {
      if (!(await confirm('delete_question_pool'))) return false
      try {
        await api.call(deleteQuestionPool, { params: { id } })
      } catch (error) {
        toast.error(error)
        return false
      }
      await client.invalidateQueries({ queryKey: [listQuestionPools.path] })
      toast.success(`The question pool “${title}” is deleted.`)
      return true
    },
    [api, client],
  )
}
