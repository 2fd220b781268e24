import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { formatSize } from '#kernel/uploads.ts'
import { useApi, useCall } from '#ui/api.tsx'
import { Button, LinkButton } from '#ui/public/button.tsx'
import { toast } from '#ui/public/toasts.tsx'
import { finishModuleItem, startModuleItem } from '../../contract.ts'
import { coursePath, itemPath } from '../../rules/paths.ts'
import { isDone } from '../../rules/status.ts'
import { ItemContent } from '../components/item-content.tsx'
import styles from '../learn.module.css'
import { learnerQueries, refreshProgress } from '../queries.ts'

type Props = { slug: string; relatedId: number; itemType: string; itemId: number }

/** One item of a module: shown by its type, started by being opened, finished by going on (LRN-013, LRN-034, LRN-035). */
export function ModuleItemScreen({ slug, relatedId, itemType, itemId }: Props) {
  const queryClient = useQueryClient()
  const router = useRouter()
  const { data: item } = useSuspenseQuery(learnerQueries(useApi()).item(itemType, itemId, relatedId)).data
  const place = { slug, related_id: relatedId }
  const params = { itemType: item.itemable_type, itemId }
  const body = { related_id: relatedId }

  const start = useCall(startModuleItem, {
    onSuccess: () => refreshProgress(queryClient),
    // A failed start leaves the status as it was (LRN-015); what is shown can be read all the same.
    onError: (error) => void toast.error(error),
  })
  const isNew = item.status === 4
  const { mutate } = start
  useEffect(() => {
    if (isNew) mutate({ params: { itemType, itemId }, body: { related_id: relatedId } })
  }, [isNew, mutate, itemType, itemId, relatedId])

  // Whoever finishes the course with this item is led to the feedback page (LRN-031).
  const goOn = async (isLast = false) => {
    await refreshProgress(queryClient)
    if (isLast) return router.navigate({ href: `${coursePath(place)}/feedback?finished=1` })
    await router.navigate({ href: item.next ? itemPath(place, item.next) : `${coursePath(place)}/outline` })
  }
  const finish = useCall(finishModuleItem, {
    onSuccess: ({ data }) => goOn(isDone(data.course_status)),
    onError: (error) => void toast.error(error),
  })
  const next = () => (isDone(item.status) ? void goOn() : finish.mutate({ params, body }))
  return (
    <>
      <article className={styles.content}>
        <h1>{item.title}</h1>
        {item.file && (
          <div className={styles.file}>
            <span>
              {item.file.name} ({formatSize(item.file.size)})
            </span>
            <LinkButton href={`${item.file.url}&download=1`} download={item.file.name} variant="outline" size="sm">
              Download
            </LinkButton>
          </div>
        )}
        <ItemContent item={item} />
      </article>
      <div className={styles.steps}>
        {item.previous ? (
          <LinkButton href={itemPath(place, item.previous)} variant="outline">
            Previous
          </LinkButton>
        ) : (
          <span />
        )}
        <Button isLoading={finish.isPending} onClick={next}>
          {item.next ? 'Next' : 'Finish'}
        </Button>
      </div>
    </>
  )
}
