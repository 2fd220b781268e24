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
  const { calls, path, resource, creates = `${resource}.create`, noun } = kind
  const api = useApi()
  const client = useQueryClient()
  const router = useRouter()
  const session = useSession()
  const { query, at } = keptQueryOf(kind, useSearch({ strict: false }))
  const back = () => router.navigate({ href: at(path) })
  /** Reads the list again, and with `records` the records themselves. */
  const refresh = (records: boolean) =>
    client.invalidateQueries({
      predicate: ({ queryKey }) =>
        isOfAll(queryKey) ||
        (records ? String(queryKey[0]).startsWith(calls.list.path) : queryKey[0] === calls.list.path),
    })
  /** Deletes it after asking. */
  const erase = async ({ id, used_by: uses = [] }: UsedRecord): Promise<boolean> => {
    const { remove } = calls
    if (!remove || !(await confirm('delete', {}, usesText(uses, noun)))) return false
    try {
      await api.call(remove, { params: { id }, query } as never)
      return true
    } catch (error) {
      toast.error(error)
      return false
    } finally {
      await refresh(false)
    }
  }
  const eraseAndLeave = async (record: UsedRecord): Promise<void> => {
    if (await erase(record)) await back()
  }
  const saved = () => {
    void refresh(true)
    void back()
  }
  const open = (id: number) => {
    void refresh(true)
    void router.navigate({ href: at(`${path}/${id}`) })
  }
  const canCreate = can(session, creates)
  const canDelete = calls.remove !== undefined && can(session, `${resource}.delete`)
  const canUpdate = can(session, `${resource}.update`)
  return { api, query, at, canCreate, canUpdate, canDelete, erase, eraseAndLeave, saved, open, refresh }
}
