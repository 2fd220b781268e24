import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { DetailForm, FormSection, Wide } from '#ui/app/form/detail-form.tsx'
import { versioned } from '#ui/app/form/edits.ts'
import { MultiSelectField } from '#ui/app/form/fields.tsx'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { IconTag } from '#ui/icons.tsx'
import { can } from '#ui/page/guard.ts'
import { EmptyState } from '#ui/public/lists/empty-state.tsx'
import { Badge } from '#ui/public/parts/badge.tsx'
import { LinkButton } from '#ui/public/parts/button.tsx'
import { updateUserTags } from '../../contract.ts'
import { PersonFrame } from '../components/person-frame.tsx'
import { personQueries, refreshPeople, tagsOfPeople } from '../queries.ts'
import styles from '../users.module.css'

/** The tags of somebody, by which the list of people can be narrowed (USR-030). */
export function TagsScreen({ id }: { id: number }) {
  const api = useApi()
  const client = useQueryClient()
  const person = useSuspenseQuery(personQueries(api).person(id)).data.data
  const all = useQuery(tagsOfPeople(api)).data?.data ?? []
  const answer = useSuspenseQuery(personQueries(api).tags(id)).data
  const own = answer.data
  const record = useMemo(() => ({ tag_ids: answer.data.map((tag) => String(tag.id)), ...versioned(answer) }), [answer])
  const words = useMemo(() => {
    const titles = new Map(all.map((tag) => [String(tag.id), tag.title]))
    return { tag_ids: (ids: string[]) => ids.map((tag) => titles.get(tag) ?? tag).join(', ') || 'None' }
  }, [all])
  const mayChange = person.membership?.can_change ?? false
  if (!mayChange) return <PersonFrame id={id}>{own.length === 0 ? <NoTags /> : <Tags tags={own} />}</PersonFrame>
  if (all.length === 0)
    return (
      <PersonFrame id={id}>
        <NoTags isOfPortal />
      </PersonFrame>
    )
  return (
    <PersonFrame id={id}>
      <DetailForm
        defaults={{ tag_ids: [] as string[] }}
        record={record}
        words={words}
        save={(_, { tag_ids: ids }, options) =>
          api.call(updateUserTags, { params: { id }, body: { tag_ids: ids.map(Number) } }, options)
        }
        onSaved={() => void refreshPeople(client)}
      >
        <FormSection title="Tags" text="Tags group people in your lists and exports. People never see their own tags.">
          <Wide>
            <MultiSelectField
              name="tag_ids"
              label="Tags"
              placeholder="Choose tags"
              data={all.map((tag) => ({ value: String(tag.id), label: tag.title }))}
              searchable
              clearable
              nothingFoundMessage="Nothing found"
            />
          </Wide>
        </FormSection>
      </DetailForm>
    </PersonFrame>
  )
}

const Tags = ({ tags }: { tags: readonly { id: number; title: string }[] }) => (
  <ul className={styles.tags} aria-label="Tags">
    {tags.map(({ id, title }) => (
      <li key={id}>
        <Badge>{title}</Badge>
      </li>
    ))}
  </ul>
)

function NoTags({ isOfPortal = false }: { isOfPortal?: boolean }) {
  const mayMake = can(useSession(), 'catalog-terms.create')
  return (
    <EmptyState
      icon={IconTag}
      title="No tags yet"
      text={
        isOfPortal ? 'Create tags for your portal first; then you can give them to people.' : 'This person has no tags.'
      }
      action={isOfPortal && mayMake && <LinkButton href="/portals/tags">Manage tags</LinkButton>}
    />
  )
}
