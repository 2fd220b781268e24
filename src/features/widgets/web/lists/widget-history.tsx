import { type AnyBlock, BlocksPreview, changeGroups, pageChanges } from '#features/pages/web/public.ts'
import type { HistoryView } from '#features/site-history/web/public.ts'

type Value = { title: string; components: readonly AnyBlock[] }

/** How the versions of a widget are compared and shown (PGB-064). */
export const widgetHistory: HistoryView = {
  kind: 'widget',
  changes: (before, after) => changeGroups(pageChanges(before as Value, after as Value), 'Widget settings'),
  preview: (value) => {
    const { title, components } = value as Value
    return <BlocksPreview blocks={components} title={`The widget ${title} as visitors see it`} />
  },
}
