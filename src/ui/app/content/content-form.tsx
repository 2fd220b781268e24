import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { PageSession } from '#kernel/access/session.ts'
import type { Api } from '#kernel/client.ts'
import { IconTrash } from '../../icons.tsx'
import { useApi, useSession } from '../../page/page-context.ts'
import { Button } from '../../public/parts/button.tsx'
import { DetailForm } from '../form/detail-form.tsx'
import type { FormValues, RecordForm } from '../form/use-record-form.ts'
import { type AnyContentKind, type Heading, type Loading, opensOf, recordOf } from './content-kind.ts'
import { type ContentPicture, PictureSection } from './picture-section.tsx'
import { useContent } from './use-content.ts'

/** The form of a kind of content; a new record and one that is edited have the same. */
export type ContentForm<Shown extends { id: number }, Values extends FormValues> = {
  kind: AnyContentKind
  nameOf: (record: Shown) => string
  /** Every field with what it holds while it is empty, or in a new record of this portal. */
  defaults: Values | ((session: PageSession) => Values)
  fields: (form: RecordForm<Values>, record: Shown | null) => ReactNode
  /** The values of the fields, if they differ from the record's own. */
  read?: (record: Shown) => Partial<Values>
  /** The values to send for changed fields, if they differ from the fields themselves. */
  write?: (payload: Partial<Values>, record: Shown | null) => Record<string, unknown>
  /** Asked before anything is sent; false leaves the edits as they are. */
  maySave?: (values: Values, record: Shown | null, api: Api) => boolean | Promise<boolean>
  badge?: (record: Shown) => ReactNode
  /** The ways on from a record, before the one that deletes it; `refresh` reads it again after one of them changed it. */
  actions?: (record: Shown, refresh: () => Promise<void>) => ReactNode
  /** Its pictures, each saved as soon as it is chosen. */
  pictures?: readonly ContentPicture[]
}

/** The screen of a new record as a route. */
export const contentCreate = <Shown extends { id: number }, Values extends FormValues>(
  form: ContentForm<Shown, Values>,
) => ({
  beforeLoad: opensOf(form.kind, 'create'),
  head: ({ match }: Heading) => ({
    meta: [{ title: `${form.kind.words.create} – ${match.context.session.portal.name}` }],
  }),
  component: () => <ContentFormScreen form={form} record={null} />,
})

/** The screen of a record as a route; the address ends with its id. */
export const contentEdit = <Shown extends { id: number }, Values extends FormValues>(
  form: ContentForm<Shown, Values>,
) => ({
  beforeLoad: opensOf(form.kind, 'view'),
  loader: async ({ context: { api, queryClient }, params, location }: Loading) => {
    await queryClient.ensureQueryData(recordOf(api, form.kind, (params as { id: string }).id, location.search) as never)
  },
  head: ({ match }: Heading) => ({ meta: [{ title: `${form.kind.title} – ${match.context.session.portal.name}` }] }),
  component: function Edit() {
    const { id } = useParams({ strict: false }) as { id: string }
    const search = useSearch({ strict: false })
    const { data } = useSuspenseQuery(recordOf(useApi(), form.kind, id, search)).data as { data: Shown }
    return <ContentFormScreen key={data.id} form={form} record={data} />
  },
})

type FormScreenProps<Shown extends { id: number }, Values extends FormValues> = {
  form: ContentForm<Shown, Values>
  record: Shown | null
}

function ContentFormScreen<Shown extends { id: number }, Values extends FormValues>({
  form: { kind, nameOf, defaults, fields, read, write, maySave, badge, actions, pictures = [] },
  record,
}: FormScreenProps<Shown, Values>) {
  const { api, query, at, canUpdate, canDelete, eraseAndLeave, saved, open, refresh } = useContent(kind)
  const session = useSession()
  const title = record ? nameOf(record) : kind.words.create
  const values = record && { ...(record as object as Partial<Values>), ...read?.(record) }
  return (
    <DetailForm<Values>
      title={title}
      badge={record && badge?.(record)}
      crumbs={[...(kind.above ? [kind.above] : []), { label: kind.title, href: at(kind.path) }, { label: title }]}
      actions={
        record && (
          <>
            {actions?.(record, () => refresh(true))}
            {canDelete && (
              <Button variant="danger-outline" icon={IconTrash} onClick={() => void eraseAndLeave(record)}>
                Delete
              </Button>
            )}
          </>
        )
      }
      isReadOnly={record !== null && !canUpdate}
      defaults={typeof defaults === 'function' ? defaults(session) : defaults}
      keepAs={`${kind.path} ${record?.id ?? 'new'}`}
      record={values}
      {...(maySave && { maySave: async (given: Values) => maySave(given, record, api) })}
      save={(payload, _, options) => {
        const call = { query, body: write ? write(payload, record) : payload }
        return record
          ? api.call(kind.calls.update, { ...call, params: { id: record.id } } as never, options)
          : api.call(kind.calls.create, call as never)
      }}
      // Pictures belong to a record, so a new one that can have some is opened first.
      onSaved={(answer) => (record || pictures.length === 0 ? saved() : open((answer as { data: Shown }).data.id))}
    >
      {(form) => (
        <>
          {fields(form, record)}
          {pictures.length > 0 && (
            <PictureSection
              pictures={pictures}
              calls={kind.calls as never}
              query={query}
              record={record}
              name={title}
              isDisabled={!canUpdate}
              onChanged={() => refresh(true)}
            />
          )}
        </>
      )}
    </DetailForm>
  )
}
