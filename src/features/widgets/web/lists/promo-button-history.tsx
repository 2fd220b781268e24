import { BlocksPreview } from '#features/pages/web/public.ts'
import type { HistoryView } from '#features/site-history/web/public.ts'

const FIELDS = [
  ['title', 'Button label'],
  ['link', 'Link'],
  ['link_target', 'Opens in'],
  ['follow', 'Search engines'],
  ['color', 'Color'],
  ['icon', 'Icon'],
] as const
const CHOICES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  link_target: { current: 'The same window', new: 'A new window' },
  follow: { dofollow: 'Follow the link', nofollow: 'Do not follow it' },
}

const wordsOf = (value: unknown, name: string): string =>
  value ? (CHOICES[name]?.[String(value)] ?? String(value)) : '–'

/** How the versions of a promo button are compared and shown (PGB-064). */
export const promoButtonHistory: HistoryView = {
  kind: 'promo_button',
  changes: (before, after) => {
    const differences = FIELDS.filter(([name]) => (before[name] || null) !== (after[name] || null)).map(
      ([name, label]) => ({ name, label, before: wordsOf(before[name], name), after: wordsOf(after[name], name) }),
    )
    return [{ key: 'button', title: 'Changed', items: differences.length > 0 ? [{ key: 'button', differences }] : [] }]
  },
  preview: (value) => (
    <BlocksPreview
      isResolved
      title={`The button ${String(value['title'])} as visitors see it`}
      blocks={[
        { type: 'PromoButtons', props: { id: 'b', visibility: 'all', align: 'center', items: [{ ...value, id: 1 }] } },
      ]}
    />
  ),
}
