import { useQueryClient } from '@tanstack/react-query'
import type { StartingPoint } from '#features/pages/web/public.ts'
import { useCall } from '#ui/calls/api.tsx'
import { confirm } from '#ui/public/dialogs/confirm.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { startSite } from '../../contract.ts'
import { usePortal } from '../use-portal.ts'
import { StartingPoints } from './starting-points.tsx'
import styles from './starts.module.css'

type StartSiteProps = {
  chosen: StartingPoint | null
  onChoose: (point: StartingPoint | null) => void
  isReadOnly: boolean
}

/** Complete sites for a portal without pages: chosen, and taken after a question (PRT-121). */
export function StartSite({ chosen, onChoose, isReadOnly }: StartSiteProps) {
  const client = useQueryClient()
  const { scope, take } = usePortal()
  const start = useCall(startSite, {
    onSuccess: async ({ data }) => {
      onChoose(null)
      await client.invalidateQueries()
      await take(data)
      toast.success('Your site is ready. You can change every page of it.')
    },
    onError: (error) => void toast.error(error.errors.key?.[0] ?? error),
  })
  const ask = async (point: StartingPoint) => {
    const isSure = await confirm({
      title: `Start with ${point.label}?`,
      text: `You get the pages ${point.pages.map(({ title }) => title).join(', ')} and ${point.questions.length} questions with answers. Nothing that exists is changed.`,
      yes: 'Create the site',
    })
    if (isSure) start.mutate({ ...scope, body: { key: point.key as 'trades' } })
  }
  return (
    <div className={styles.site}>
      <StartingPoints legend="Start with a complete site" chosen={chosen} onChoose={onChoose} isReadOnly={isReadOnly} />
      <Button disabled={!chosen || isReadOnly} isLoading={start.isPending} onClick={() => chosen && void ask(chosen)}>
        Use this site
      </Button>
    </div>
  )
}
