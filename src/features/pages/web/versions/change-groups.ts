import type { ChangeGroup } from '#ui/app/history/change-groups.tsx'
import { blockName } from '../../rules/block-kinds.ts'
import type { PageChanges } from '../../rules/page-changes.ts'

const TITLES = { added: 'New', changed: 'Changed', moved: 'Moved', removed: 'Removed' } as const
const KINDS = ['added', 'changed', 'moved', 'removed'] as const

/** What differs between two versions of a page, block by block, and in the page's own settings (PGB-047). */
export const changeGroups = ({ page, blocks }: PageChanges, settings = 'Page settings'): ChangeGroup[] => [
  ...KINDS.map((kind) => ({
    key: kind,
    title: TITLES[kind],
    label: `${TITLES[kind]} blocks`,
    items: blocks
      .filter((change) => change.kind === kind)
      .map(({ block, differences }) => ({ key: block.props.id, title: blockName(block), differences })),
  })),
  { key: 'page', title: settings, items: page.length > 0 ? [{ key: 'page', differences: page }] : [] },
]
