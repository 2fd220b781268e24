import type { ManyResults } from '#kernel/content.ts'
import type { AnyEndpoint } from '#kernel/endpoint.ts'
import { inUseText } from '#kernel/records/uses.ts'
import { IconEye, IconEyeOff, IconTrash } from '../../icons.tsx'
import { confirm } from '../../public/dialogs/confirm.tsx'
import { changeMany, countedWords, tellRefused } from '../list/change-many.tsx'
import type { BulkAction } from '../list/list-types.ts'
import type { ContentKind } from './content-kind.ts'
import { useContent } from './use-content.ts'
import { deletionText, type UsedRecord } from './uses.ts'

/** As many records of a list as can be selected for one change; they are sent in parts. */
export const MOST_OF_CONTENT = 1000

/** Why those stay that are in use, and how one of them goes all the same (CNT-022). */
const stayHint = (refused: ManyResults['refused']) =>
  refused.some(({ code }) => code === 'conflict')
    ? 'What is in use stays. To delete one of them anyway, use Delete in its own menu.'
    : undefined

/** What can be done with several selected records of a kind (CNT-044 to CNT-046). */
export const useBulkContent = <Row extends { id: number }>(kind: ContentKind<Row>): BulkAction<Row>[] => {
  const { calls, noun, nouns, nameOf, publication } = kind
  const { remove_many: removeMany, publish_many: publishMany } = calls
  const { api, query, canUpdate, canDelete, refresh } = useContent(kind)
  const idsOf = (rows: readonly Row[]) => rows.map(({ id }) => id)
  const send = (call: AnyEndpoint, body: object) =>
    api.call(call, { query, body } as never) as Promise<{ data: ManyResults }>
  const common = { noun, nouns, nameOf, refresh: () => refresh(true) }

  const erase = async (rows: readonly Row[], tell: (count: number) => void) => {
    const records = rows as readonly UsedRecord[]
    const reasons = records.map(({ id, used_by: uses = [] }) => ({ id, message: inUseText(uses) }))
    if (reasons.every(({ message }) => message)) {
      const refused = reasons.map(({ id, message = '' }, at) => ({
        ...{ id, code: 'conflict', message },
        title: nameOf(rows[at] as Row),
      }))
      await tellRefused({ refused }, { noun, nouns, done: 'deleted', nameOf: String, hint: stayHint(refused) })
      return false
    }
    const question = rows.length === 1 ? 'delete' : 'delete_several'
    if (!removeMany || !(await confirm(question, {}, deletionText(records, noun, nouns)))) return false
    return changeMany({
      ...common,
      ...{ rows, tell, done: 'deleted', hint: stayHint },
      send: (part) => send(removeMany, { ids: idsOf(part) }),
    })
  }

  const publish = (isPublished: boolean) => async (rows: readonly Row[], tell: (count: number) => void) => {
    if (!publishMany || !publication) return false
    const isSure = await confirm({
      title: `${isPublished ? 'Publish' : 'Unpublish'} ${countedWords(rows.length, noun, nouns)}?`,
      text:
        (isPublished && publication.note) ||
        (isPublished ? 'Visitors see them at once.' : 'Visitors stop seeing them at once.'),
      yes: isPublished ? 'Publish' : 'Unpublish',
    })
    if (!isSure) return false
    const put = (to: boolean) => (part: readonly Row[]) => send(publishMany, { ids: idsOf(part), is_published: to })
    // What was neither published nor a draft would become a draft by taking it back.
    const isSimple = rows.every((row) => publication.stateOf(row) !== 'other')
    return changeMany({
      ...common,
      ...{ rows, tell, done: isPublished ? 'published' : 'unpublished', send: put(isPublished) },
      ...(isSimple && { undo: put(!isPublished) }),
    })
  }

  return [
    ...(publishMany && publication && canUpdate
      ? [
          { label: 'Publish', icon: IconEye, run: publish(true) },
          { label: 'Unpublish', icon: IconEyeOff, run: publish(false) },
        ]
      : []),
    ...(removeMany && canDelete ? [{ label: 'Delete', icon: IconTrash, isDanger: true, run: erase }] : []),
  ]
}
