import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { DetailForm, FormSection } from '#ui/app/form/detail-form.tsx'
import { versioned } from '#ui/app/form/edits.ts'
import type { FormValues } from '#ui/app/form/use-record-form.ts'
import { useApi } from '#ui/calls/api.tsx'
import type { ModuleItemType } from '../../rules/item-types.ts'
import { captionsValue, captionsWords } from '../components/captions-field.tsx'
import { ItemPage } from '../components/item-page.tsx'
import { ModuleItemFields, moduleItemDefaults } from '../components/module-item-fields.tsx'
import { KINDS } from '../kinds.ts'
import { MODULE_ITEM_CALLS, moduleItemQuery, outlineQueries } from '../queries.ts'
import { useOutlineEditor } from '../use-outline-editor.ts'

const ABOUT: Record<ModuleItemType, string> = {
  Text: 'Formatted text, as learners read it.',
  Document: 'Shown page by page in the course, and available to download.',
  Audio: 'Played in the course; learners pick up where they left off.',
  Video: 'Played in the course; learners pick up where they left off.',
}

const WORDS = { captions: captionsWords as (value: unknown) => string }

/** A text, document, sound or video of a module (BLD-011, BLD-017, BLD-018). */
export function ModuleItemScreen({ slug, type, id }: { slug: string; type: ModuleItemType; id: number }) {
  const api = useApi()
  const client = useQueryClient()
  const queries = outlineQueries(api)
  const { data: course } = useSuspenseQuery(queries.course(slug)).data
  const { data: items } = useSuspenseQuery(queries.outline(course.id)).data
  const query = moduleItemQuery(api, type, id)
  const { data: item } = useSuspenseQuery(query).data
  const editor = useOutlineEditor(course)
  const { itemable } = item
  const record = useMemo(
    (): FormValues => ({
      title: item.title,
      ...itemable,
      ...('captions' in itemable && { captions: itemable.captions.map(captionsValue) }),
      ...versioned(item),
    }),
    [item, itemable],
  )
  const module = items.find((each) => each.itemable_type === 'Module' && each.itemable_id === item.module_id)
  return (
    <ItemPage
      course={course}
      kind={type}
      title={item.title}
      place={module && ` in ${module.title}`}
      onRemove={() => editor.removeModuleItem({ id, itemable_type: type })}
    >
      <DetailForm
        defaults={moduleItemDefaults(type)}
        words={WORDS}
        keepAs={`${type} ${id}`}
        record={record}
        isReadOnly={!course.abilities.update_content}
        save={(payload, _, options) =>
          api.call(MODULE_ITEM_CALLS[type].update, { params: { id }, body: payload }, options)
        }
        onSaved={(answer) => {
          client.setQueryData(query.queryKey, answer as never)
          void editor.changed()
        }}
      >
        <FormSection title={KINDS[type].name} text={ABOUT[type]}>
          <ModuleItemFields type={type} current={'media' in itemable ? itemable.media : null} />
        </FormSection>
      </DetailForm>
    </ItemPage>
  )
}
