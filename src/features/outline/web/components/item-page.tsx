import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useMemo } from 'react'
import { DetailForm, type DetailFormProps } from '#ui/app/form/detail-form.tsx'
import { versioned } from '#ui/app/form/edits.ts'
import type { FormValues } from '#ui/app/form/use-record-form.ts'
import { usePlaceName } from '#ui/app/presence/presence-context.ts'
import { useApi } from '#ui/calls/api.tsx'
import { IconArrowLeft, IconTrash } from '#ui/icons.tsx'
import { Anchor } from '#ui/public/parts/anchor.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { KINDS, type Kind, outlinePath } from '../kinds.ts'
import styles from '../outline.module.css'
import { useOutlineContext } from '../outline-context.ts'
import type { Course, ItemCalls } from '../queries.ts'
import { useOutlineEditor } from '../use-outline-editor.ts'

type ItemPageProps = {
  course: Course
  kind: Kind
  title: string
  /** The module, for items inside one. */
  place?: ReactNode
  /** Takes it out of the outline; false when that was not done. */
  onRemove: () => Promise<boolean>
  children: ReactNode
}

/** The page of one thing of an outline: the way back, what it is, and its form (ROU-082). */
export function ItemPage({ course, kind, title, place, onRemove, children }: ItemPageProps) {
  const router = useRouter()
  const { name, icon: Drawing } = KINDS[kind]
  const back = outlinePath(course.slug)
  usePlaceName(title)
  const remove = async () => {
    if (await onRemove()) await router.navigate({ href: back, replace: true })
  }
  return (
    <div className={styles.page}>
      <div className={styles.pageHead}>
        <Anchor href={back} className={styles.back}>
          <IconArrowLeft size={16} /> Outline
        </Anchor>
        <div className={styles.pageTitle}>
          <span className={styles.icon}>
            <Drawing size={20} />
          </span>
          <div>
            <h2>{title}</h2>
            <p>
              {name}
              {place}
            </p>
          </div>
          {course.abilities.update_content && (
            <Button variant="danger-outline" size="sm" icon={IconTrash} onClick={() => void remove()}>
              Delete item
            </Button>
          )}
        </div>
      </div>
      {children}
    </div>
  )
}

type Item = { id: number; title: string }

type ItemFormProps<Values extends FormValues> = Pick<DetailFormProps<Values>, 'defaults' | 'children'> & {
  course: Course
  item: Item
  calls: ItemCalls
  /** What the form shows of the item; the same object as long as the item is the same. */
  record: Partial<Values>
  /** Sends what the call of the item itself does not take; gives the item as it is then. */
  save?: (update: (payload: object) => Promise<unknown>, payload: Partial<Values>, values: Values) => Promise<unknown>
}

/** The page of an outline item with the form of its type (BLD-010); what hangs on the outline is read again after a save. */
export function ItemForm<Values extends FormValues>(props: ItemFormProps<Values>) {
  const { course, item, calls, defaults, record, save, children } = props
  const api = useApi()
  const client = useQueryClient()
  const { changed } = useOutlineContext()
  const editor = useOutlineEditor(course)
  const params = { courseId: course.id, id: item.id }
  const shown = useMemo(() => ({ ...record, ...versioned(item) }), [record, item])
  return (
    <ItemPage
      course={course}
      kind={calls.type}
      title={item.title}
      onRemove={() => editor.remove({ id: item.id, itemable_type: calls.type })}
    >
      <DetailForm<Values>
        defaults={defaults}
        keepAs={`${calls.type} ${item.id}`}
        record={shown}
        isReadOnly={!course.abilities.update_content}
        save={(payload, values, options) => {
          const update = (body: object) => api.call(calls.update, { params, body }, options)
          return save ? save(update, payload, values) : update(payload)
        }}
        onSaved={(answer) => {
          client.setQueryData(api.query(calls.show, { params }).queryKey, answer as never)
          void changed()
        }}
      >
        {children}
      </DetailForm>
    </ItemPage>
  )
}
