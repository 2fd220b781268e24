import { useQueryClient } from '@tanstack/react-query'
import { useRouter, useSearch } from '@tanstack/react-router'
import { can } from '../../page/guard.ts'
import { useApi, useSession } from '../../page/page-context.ts'
import { confirm } from '../../public/dialogs/confirm.tsx'
import { toast } from '../../public/dialogs/toasts.tsx'
import { type AnyContentKind, keptQueryOf } from './content-kind.ts'
import { type UsedRecord, usesText } from './uses.ts'

/** The calls that count the records of all lists, and offer them in fields (CNT-031, CNT-038). */
const isOfAll = ([path]: readonly unknown[]) => path === '/portal/content' || path === '/portal/selects/:list'

/** What the screens of every kind of content do alike: delete after asking (ERR-101), and come back to the list. */
export const useContent = (kind: AnyContentKind) => {
  const { calls, path, resource, creates = `${resource}.create`, noun = 'record' } = kind
  const api = useApi()
  const client = useQueryClient()
  const router = useRouter()
  const session = useSession()
  const { query, at } = keptQueryOf(kind, useSearch({ strict: false }))
  const back = () => router.navigate({ href: at(path) })
  const erase = async ({ id, used_by: uses = [] }: UsedRecord): Promise<boolean> => {
    if (!calls.remove || !(await confirm('delete', {}, usesText(uses, noun)))) return false
    try {
      await api.call(calls.remove, { params: { id }, query } as never)
    } catch (error) {
      toast.error(error)
      return false
    }
    await client.invalidateQueries({
      predicate: ({ queryKey }) => queryKey[0] === calls.list.path || isOfAll(queryKey),
    })
    return true
  }
  const eraseAndLeave = async (record: UsedRecord): Promise<void> => {
    if (await erase(record)) await back()
  }
  const saved = () => {
    void client.invalidateQueries({
      predicate: ({ queryKey }) => String(queryKey[0]).startsWith(calls.list.path) || isOfAll(queryKey),
    })
    void back()
  }
  const canCreate = can(session, creates)
  const canDelete = calls.remove !== undefined && can(session, `${resource}.delete`)
  const canUpdate = can(session, `${resource}.update`)
  return { api, query, at, canCreate, canUpdate, canDelete, erase, eraseAndLeave, saved }
}
