import { ActionsMenu } from '#ui/app/list/list-table.tsx'
import type { RowAction } from '#ui/app/list/list-types.ts'
import { Anchor } from '#ui/public/parts/anchor.tsx'
import { KINDS, type Kind } from '../kinds.ts'
import styles from '../outline.module.css'

type OutlineRowProps = {
  kind: Kind
  title: string
  href: string
  /** Beside the name of the kind. */
  note?: string
  actions: readonly RowAction[]
}

/** One thing of an outline: its icon, title, and what can be done with it. */
export function OutlineRow({ kind, title, href, note, actions }: OutlineRowProps) {
  const { name, icon: Drawing } = KINDS[kind]
  return (
    <>
      <span className={styles.icon}>
        <Drawing size={18} />
      </span>
      <span className={styles.words}>
        <Anchor href={href}>{title}</Anchor>
        <small>
          {name}
          {note && `, ${note}`}
        </small>
      </span>
      <ActionsMenu label={`Actions for ${title}`} actions={actions} />
    </>
  )
}

/** What a row is found by. */
export const rowKey = ({ itemable_type: kind, id }: { itemable_type: Kind; id: number }): string => `${kind}-${id}`
