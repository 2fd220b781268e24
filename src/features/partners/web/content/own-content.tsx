import { MultiSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type AnyBlock, templateParts } from '#features/pages/web/public.ts'
import { useApi } from '#ui/calls/api.tsx'
import { escapeHtml } from '#ui/documents/markup.ts'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import {
  partnerAuthors,
  partnerFeatures,
  partnerQuestions,
  selectForPartnerPage,
  takePartnerBlocks,
  uploadPartnerPicture,
} from '../../contract-content.ts'
import styles from '../own-company.module.css'
import { providerPath } from '../partners.ts'

const { block, heading, icon, section, text } = templateParts

type Chosen = 'features' | 'authors' | 'questions'
const OWN: { kind: Chosen; label: string; none: string }[] = [
  { kind: 'features', label: 'Features', none: 'Your company has no features yet.' },
  { kind: 'authors', label: 'Authors', none: 'Your company has no authors yet.' },
  { kind: 'questions', label: 'Questions', none: 'Your company has no questions yet.' },
]
const TERMS = [
  ['options', 'Training options'],
  ['states', 'States'],
  ['agencies', 'Agencies'],
  ['categories', 'Categories'],
  ['languages', 'Languages'],
] as const

/** Three columns of cards, or fewer where there are fewer records, below their heading. */
const cards = (title: string, columns: AnyBlock[][]): AnyBlock[] => {
  const rows = [section('1', { room: 'small' }, [heading(`<h2>${title}</h2>`)])]
  for (let at = 0; at < columns.length; at += 3) {
    const row = columns.slice(at, at + 3)
    rows.push(section(String(row.length) as '1' | '2' | '3', { has_cards: true }, ...row))
  }
  return rows
}

type Call = ReturnType<typeof useApi>['call']

/** The blocks that show records of the company, read when they are chosen. */
const blocksOf = async (call: Call, kind: Chosen, ids: readonly number[], query: object): Promise<AnyBlock[]> => {
  const each = <T,>(read: (id: number) => Promise<{ data: T }>) =>
    Promise.all(ids.map((id) => read(id).then(({ data }) => data)))
  if (kind === 'features') {
    const features = await each((id) => call(partnerFeatures.show, { params: { id }, query }))
    return cards(
      'What we offer',
      features.map(({ title, text: words, icon: name }) => [
        icon(name ?? 'star'),
        heading(`<h3>${escapeHtml(title)}</h3>`),
        ...(words ? [text(`<p>${escapeHtml(words)}</p>`)] : []),
      ]),
    )
  }
  if (kind === 'authors') {
    const people = await each((id) => call(partnerAuthors.show, { params: { id }, query }))
    return cards(
      'Our people',
      people.map(({ name, slug, avatar, description }) => [
        ...(avatar ? [block('Image', { src: avatar, alt: '', width: 320, height: 320 })] : []),
        heading(`<h3><a href="${providerPath(slug)}">${escapeHtml(name)}</a></h3>`),
        ...(description ? [text(description)] : []),
      ]),
    )
  }
  const questions = await each((id) => call(partnerQuestions.show, { params: { id }, query }))
  return [
    section('1', {}, [
      heading('<h2>Questions and answers</h2>'),
      ...questions.flatMap(({ question, answer }) => [heading(`<h3>${escapeHtml(question)}</h3>`), text(answer)]),
    ]),
  ]
}

type Adding = { onAdd: (blocks: readonly AnyBlock[]) => void }

/** What the company has, to be put on its page: features, authors and questions, and the terms of the catalog as chips (PAR-014). */
function OwnContent({ userId, onAdd }: Adding & { userId: number | undefined }) {
  const api = useApi()
  const query = userId === undefined ? {} : { user_id: userId }
  const { data: { data } = {} } = useQuery(api.query(selectForPartnerPage, { query }))
  const [chosen, setChosen] = useState<Record<string, string[]>>({})
  const [isAdding, setAdding] = useState(false)
  if (!data) return null
  const of = (kind: string) => chosen[kind] ?? []
  const add = async (kind: Chosen) => {
    setAdding(true)
    try {
      onAdd(await blocksOf(api.call, kind, of(kind).map(Number), query))
    } catch (error) {
      toast.error(error)
      setAdding(false)
    }
  }
  const terms = TERMS.map(([group, label]) => ({
    group: label,
    items: data[group].map(({ id, title }) => ({ value: `${group} ${id}`, label: title })),
  })).filter(({ items }) => items.length > 0)
  const titles = new Map(terms.flatMap(({ items }) => items.map(({ value, label }) => [value, label] as const)))
  const addChips = () =>
    onAdd([block('Chip', { items: of('terms').map((value) => ({ label: titles.get(value) ?? '', link: null })) })])
  return (
    <section className={styles.ownContent} aria-label="From your company">
      <h3>From your company</h3>
      {OWN.map(({ kind, label, none }) => {
        const items = data[kind].map((each) => ({
          value: String(each.id),
          label: 'name' in each ? each.name : each.title,
        }))
        return (
          <div key={kind} className={styles.ownChoice}>
            <MultiSelect
              label={label}
              data={items}
              value={of(kind)}
              onChange={(ids) => setChosen({ ...chosen, [kind]: ids })}
              searchable
              hidePickedOptions
              disabled={items.length === 0}
              {...(items.length === 0 && { description: none })}
            />
            <Button
              variant="outline"
              isLoading={isAdding}
              disabled={of(kind).length === 0}
              onClick={() => void add(kind)}
              aria-label={`Add ${label.toLowerCase()}`}
            >
              Add
            </Button>
          </div>
        )
      })}
      <div className={styles.ownChoice}>
        <MultiSelect
          label="Where and what you teach"
          description="Shown as chips."
          data={terms}
          value={of('terms')}
          onChange={(values) => setChosen({ ...chosen, terms: values })}
          searchable
          hidePickedOptions
        />
        <Button variant="outline" disabled={of('terms').length === 0} onClick={addChips} aria-label="Add chips">
          Add
        </Button>
      </div>
    </section>
  )
}

/** The builder over the pages of a partner, who has a say in nothing that the whole portal shows (PGB-061). */
export const partnerPlace = (userId: number | undefined) => ({
  calls: { uploadPicture: uploadPartnerPicture, takeBlocks: takePartnerBlocks } as never,
  ...(userId !== undefined && { query: { user_id: userId } }),
  without: ['Widget', 'PromoButtons', 'Faqs'],
  more: (props: Adding) => <OwnContent userId={userId} {...props} />,
})
