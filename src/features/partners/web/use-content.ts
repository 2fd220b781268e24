import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { AnyEndpoint } from '#kernel/endpoint.ts'
import { useApi, useSession } from '#ui/api.tsx'
import type { RowAction } from '#ui/app/list-types.ts'
import { can } from '#ui/guard.ts'
import { IconPencil, IconTrash } from '#ui/icons.tsx'
import { confirm } from '#ui/public/confirm.tsx'
import { toast } from '#ui/public/toasts.tsx'
import { useOwner } from './use-owner.ts'

type Calls = { list: AnyEndpoint; remove: AnyEndpoint; path: string }

/** What the screens of one kind of a partner's content do alike: open, delete after asking (ERR-101), come back. */
export const useContent = ({ list, remove, path }: Calls) => {
  const api = useApi()
  const client = useQueryClient()
  const router = useRouter()
  const session = useSession()
  const owner = useOwner()
  const read = () => client.invalidateQueries({ queryKey: [list.path] })
  const back = () => router.navigate({ href: owner.at(path) })
  const erase = async (id: number): Promise<boolean> => {
    if (!(await confirm('delete'))) return false
    try {
      await api.call(remove, { params: { id }, query: owner.query } as never)
    } catch (error) {
      toast.error(error)
      return false
    }
    await read()
    return true
  }
  const eraseAndLeave = async (id: number): Promise<void> => {
    if (await erase(id)) await back()
  }
  const hrefOf = (id: number) => owner.at(`${path}/${id}`)
  const actionsOf = (id: number): RowAction[] => [
    { label: 'Edit', icon: IconPencil, href: hrefOf(id) },
    ...(can(session, 'partner-content.delete')
      ? [{ label: 'Delete', icon: IconTrash, isDanger: true, run: () => void erase(id) }]
      : []),
  ]
  const saved = () => {
    void client.invalidateQueries({ predicate: ({ queryKey }) => String(queryKey[0]).startsWith(list.path) })
    void back()
  }
  return { api, owner, hrefOf, actionsOf, eraseAndLeave, saved }
}
