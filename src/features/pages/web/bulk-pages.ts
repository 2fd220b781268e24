import { changeMany, countedWords } from '#ui/app/list/change-many.tsx'
import type { BulkAction } from '#ui/app/list/list-types.ts'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { IconEye, IconEyeOff, IconTrash } from '#ui/icons.tsx'
import { can } from '#ui/page/guard.ts'
import { confirm } from '#ui/public/dialogs/confirm.tsx'
import { deletePages, putPagesLive } from '../contract.ts'
import { hasChanges } from './page-state.tsx'
import type { PageRow } from './queries.ts'

const NOUNS = { noun: 'page', nouns: 'pages', nameOf: ({ title }: PageRow) => title }
type Tell = (count: number) => void

/** What is said before several pages are published: those that visitors read already change for them. */
const publishText = (rows: readonly PageRow[]): string => {
  const changed = rows.filter(hasChanges).length
  const newest = 'Visitors see the newest version of each at once.'
  return changed === 0
    ? newest
    : `${newest} For ${countedWords(changed, 'page', 'pages')}, it replaces the version they see now.`
}

/** What can be done with several selected pages: publish, unpublish, delete (CNT-046, CNT-047). */
export const useBulkPages = (refresh: () => unknown): BulkAction<PageRow>[] => {
  const api = useApi()
  const session = useSession()
  const put = (numberOf: (row: PageRow) => number | null) => (rows: readonly PageRow[]) =>
    api.call(putPagesLive, { body: { pages: rows.map((row) => ({ id: row.id, number: numberOf(row) })) } })
  // The version that visitors read before is named, so that taking it back shows them exactly that one again.
  const undo = put(({ live_version: live }) => live)

  const publish = async (rows: readonly PageRow[], tell: Tell) => {
    const title = `Publish ${countedWords(rows.length, 'page', 'pages')}?`
    if (!(await confirm({ title, text: publishText(rows), yes: 'Publish' }))) return false
    const send = put(({ newest_version: newest }) => newest)
    return changeMany({ ...NOUNS, rows, tell, done: 'published', send, undo, refresh })
  }
  const unpublish = async (rows: readonly PageRow[], tell: Tell) => {
    const title = `Unpublish ${countedWords(rows.length, 'page', 'pages')}?`
    const text = 'Visitors stop seeing them at once. The drafts stay.'
    if (!(await confirm({ title, text, yes: 'Unpublish' }))) return false
    return changeMany({ ...NOUNS, rows, tell, done: 'unpublished', send: put(() => null), undo, refresh })
  }
  const erase = async (rows: readonly PageRow[], tell: Tell) => {
    const said = `You selected ${countedWords(rows.length, 'page', 'pages')}.`
    if (!(await confirm(rows.length === 1 ? 'delete' : 'delete_several', {}, said))) return false
    const send = (part: readonly PageRow[]) => api.call(deletePages, { body: { ids: part.map(({ id }) => id) } })
    return changeMany({ ...NOUNS, rows, tell, done: 'deleted', send, refresh })
  }
  return [
    ...(can(session, 'site-content.update')
      ? [
          { label: 'Publish', icon: IconEye, run: publish },
          { label: 'Unpublish', icon: IconEyeOff, run: unpublish },
        ]
      : []),
    ...(can(session, 'site-content.delete') ? [{ label: 'Delete', icon: IconTrash, isDanger: true, run: erase }] : []),
  ]
}
