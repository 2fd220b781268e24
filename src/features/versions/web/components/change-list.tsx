import { KINDS } from '#features/outline/web/public.ts'
import { type ChangeGroup, ChangeGroups } from '#ui/app/history/change-groups.tsx'
import type { Change } from '../words.ts'
import { changeTitle, fieldsInWords } from '../words.ts'

const TITLES = { added: 'New', changed: 'Changed', removed: 'Removed' } as const
type Kind = keyof typeof KINDS

/** What differs between two versions, item by item: new, changed and removed ones (VER-006). */
export const changeGroups = (changes: readonly Change[]): ChangeGroup[] =>
  (['added', 'changed', 'removed'] as const).map((kind) => ({
    key: kind,
    title: TITLES[kind],
    items: changes
      .filter((change) => change.kind === kind)
      .map((change) => {
        const { name, icon: Drawing } = KINDS[change.item_type as Kind]
        return {
          key: `${change.item_type} ${change.item_id}`,
          title: changeTitle(change),
          icon: <Drawing size={18} />,
          note: `${name}${change.fields.length > 0 ? `: ${fieldsInWords(change.fields)}` : ''}`,
        }
      }),
  }))

export function ChangeList({ changes }: { changes: readonly Change[] }) {
  return <ChangeGroups groups={changeGroups(changes)} />
}
