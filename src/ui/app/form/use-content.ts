import { useQueryClient } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { can } from '../../page/guard.ts'
import { useApi, useSession } from '../../page/page-context.ts'
import { confirm } from '../../public/dialogs/confirm.tsx'
import { toast } from '../../public/dialogs/toasts.tsx'
import { type AnyContentKind, keptQueryOf } from './content-kind.ts'

/** What the screens of every kind of content do alike: delete after asking (ERR-101), and come back to the list. */
export const useContent = (kind: AnyContentKind) => {
  const { calls, path, resource } = kind
  const api = useApi()
  const client = useQueryClient()
  const router = useRouter()
  const session = useSession()
  const { query, at } = keptQueryOf(kind, useSearch({ strict: false }))
  const back = () => router.navigate({ href: at(path) })
  const erase = async (id: number): Promise<boolean> => {
    if (!(await confirm('delete'))) return false
    try {
      await api.call(calls.remove, { params: { id }, query } as never)
    } catch (error) {
      toast.error(error)
      return false
    }
    await client.invalidateQueries({ queryKey: [calls.list.path] })
    return true
  }
  const eraseAndLeave = async (id: number): Promise<void> => {
    if (await erase(id)) await back()
  }
  const saved = () => {
    void client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith(calls.list.path) })
    void back()
  }
  const canCreate = can(session, `${resource}.create`)
  const canDelete = can(session, `${resource}.delete`)
  return { api, query, at, canCreate, canDelete, erase, eraseAndLeave, saved }
}
