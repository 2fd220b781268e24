import { useQuery } from '@tanstack/react-query'
import type { Wire } from '#kernel/endpoint.ts'
import { FormDialog } from '#ui/app/form/detail-form.tsx'
import { SelectField, TextField } from '#ui/app/form/fields.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { createPage, updatePage } from '../../contract.ts'
import { sectionTemplates } from '../../contract-templates.ts'
import type { AnyBlock } from '../../rules/blocks.ts'
import { PAGE_TEXTS } from '../../rules/counts.ts'
import { withNewIds } from '../../rules/operations.ts'
import { PAGE_TEMPLATES } from '../../rules/templates.ts'
import { type PageRow, pageQuery } from '../queries.ts'
import { CountedArea, CountedText } from './counted-fields.tsx'
import { newBlockId } from './new-block-id.ts'
import { packComponents } from './packed-components.ts'

const NEW = { title: '', slug: '', meta_description: '', template: 'blank' }
const TEMPLATES = PAGE_TEMPLATES.map(({ key, label, text }) => ({ value: key, label: `${label}: ${text}` }))

const OWN = 'own:'
/** The most own templates that a new page offers; the dialog that adds blocks finds all of them. */
const MOST_OWN = 100

const blocksOf = async (api: ReturnType<typeof useApi>, key: string): Promise<AnyBlock[]> => {
  const blocks = key.startsWith(OWN)
    ? ((await api.call(sectionTemplates.show, { params: { id: Number(key.slice(OWN.length)) } })).data
        .components as AnyBlock[])
    : (PAGE_TEMPLATES.find((template) => template.key === key)?.blocks ?? [])
  return blocks.map((block) => withNewIds(block, newBlockId))
}

/** A new page: its title, what search engines say of it, and what it begins with (ROU-096). */
export function NewPageDialog({ onClose, onSaved }: { onClose: () => void; onSaved: (id: number) => void }) {
  const api = useApi()
  const own = useQuery(api.query(sectionTemplates.list, { query: { per_page: MOST_OWN } })).data?.data ?? []
  const starts = [
    { group: 'Templates', items: TEMPLATES },
    ...(own.length > 0
      ? [{ group: 'Your templates', items: own.map(({ id, title }) => ({ value: `${OWN}${id}`, label: title })) }]
      : []),
  ]
  return (
    <FormDialog<typeof NEW>
      isOpen
      onClose={onClose}
      title="New page"
      text="New pages start as drafts that only page editors can see."
      saveLabel="Create and build"
      defaults={NEW}
      savedText={false}
      save={async (_, { title, slug, meta_description, template }) =>
        api.call(createPage, {
          body: {
            title,
            meta_title: title.slice(0, PAGE_TEXTS.meta_title.max),
            meta_description,
            ...(slug && { slug }),
            components: packComponents(await blocksOf(api, template)),
          },
        })
      }
      onSaved={(answer) => onSaved((answer as Wire<typeof createPage>).data.id)}
    >
      <CountedText name="title" label="Title" required limits={PAGE_TEXTS.title} />
      <CountedArea
        name="meta_description"
        label="Description for search engines"
        required
        limits={PAGE_TEXTS.meta_description}
      />
      <TextField
        name="slug"
        label="Address"
        description="Leave it empty and we make it from the title."
        leftSection="/"
        maxLength={200}
      />
      <SelectField name="template" label="Start from" allowDeselect={false} data={starts} />
    </FormDialog>
  )
}

type RenameProps = { page: PageRow; onClose: () => void; onSaved: () => void }

/** Title, address and state of a page, without opening the builder. */
export function RenamePageDialog({ page, onClose, onSaved }: RenameProps) {
  const api = useApi()
  // The list does not say which version of the page it shows; the page itself does.
  const { data } = useQuery(pageQuery(api, page.id))
  if (!data) return null
  return (
    <FormDialog<{ title: string; slug: string }>
      isOpen
      onClose={onClose}
      title={`Rename “${page.title}”`}
      saveLabel="Save"
      defaults={{ title: '', slug: '' }}
      record={data.data}
      save={(payload, _, options) =>
        api.call(updatePage, { params: { id: page.id }, body: payload as { title?: string; slug?: string } }, options)
      }
      onSaved={onSaved}
    >
      <CountedText name="title" label="Title" required limits={PAGE_TEXTS.title} />
      <TextField
        name="slug"
        label="Address"
        description="The old address will redirect to the new one."
        leftSection="/"
        maxLength={200}
        required
      />
    </FormDialog>
  )
}
