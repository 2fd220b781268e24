import { useQuery, useQueryClient } from '@tanstack/react-query'
import { listPages } from '#features/pages/contract.ts'
import { STARTING_POINTS, type StartingPoint, withArt } from '#features/pages/web/public.ts'
import { useFormWiring } from '#ui/app/form/form-context.ts'
import { useApi, useCall } from '#ui/calls/api.tsx'
import { coverSvg } from '#ui/covers.ts'
import { confirm } from '#ui/public/dialogs/confirm.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { startSite } from '../../contract.ts'
import { queryOf } from '../portal-scope.ts'
import { usePortal } from '../use-portal.ts'
import styles from './theme.module.css'

const drawing = (point: StartingPoint, name: string): string => {
  const art = point.art[name as keyof StartingPoint['art']]
  return art ? `data:image/svg+xml,${encodeURIComponent(coverSvg(art))}` : ''
}

/** The home page of a starting point as the preview shows it. */
export const homeOf = (point: StartingPoint) => {
  let count = 0
  const home = point.pages.find(({ slug }) => slug === 'home')
  return withArt(
    home?.blocks ?? [],
    (name) => drawing(point, name),
    () => `start-${point.key}-${count++}`,
  )
}

type StartProps = { chosen: StartingPoint | null; onChoose: (point: StartingPoint | null) => void }

/** Complete sites for a portal without pages: chosen, seen in the preview, and taken (PRT-121). */
export function StartTab({ chosen, onChoose }: StartProps) {
  const api = useApi()
  const client = useQueryClient()
  const { isReadOnly } = useFormWiring()
  const { scope, take } = usePortal()
  const pages = useQuery(api.query(listPages, { query: { per_page: 1, ...queryOf(scope) } as never }))
  const start = useCall(startSite, {
    onSuccess: async ({ data }) => {
      onChoose(null)
      await client.invalidateQueries()
      await take(data)
      toast.success('Your site is ready. You can change every page of it.')
    },
    onError: (error) => void toast.error(error.errors.key?.[0] ?? error),
  })
  if (!pages.data) return null
  if (pages.data.data.length > 0)
    return <p className={styles.note}>Starting points are for a site without pages. Yours has pages already.</p>
  const ask = async (point: StartingPoint) => {
    const isSure = await confirm({
      title: `Start with ${point.label}?`,
      text: `You get the pages ${point.pages.map(({ title }) => title).join(', ')} and ${point.questions.length} questions with answers. Nothing that exists is changed.`,
      yes: 'Create the site',
    })
    if (isSure) start.mutate({ ...scope, body: { key: point.key as 'trades' } })
  }
  return (
    <div className={styles.fields}>
      <fieldset className={styles.starts} disabled={isReadOnly}>
        <legend>Start with a complete site</legend>
        {STARTING_POINTS.map((point) => (
          <label key={point.key} className={styles.start}>
            <input
              type="radio"
              name="starting-point"
              checked={chosen?.key === point.key}
              onChange={() => onChoose(point)}
            />
            <img src={drawing(point, 'hero')} alt="" width={320} height={180} />
            <span className={styles.swatches} aria-hidden="true">
              {Object.entries(point.colors).map(([name, color]) => (
                <i key={name} style={{ background: color }} />
              ))}
            </span>
            <strong>{point.label}</strong>
            <span>{point.text}</span>
          </label>
        ))}
      </fieldset>
      <Button disabled={!chosen || isReadOnly} isLoading={start.isPending} onClick={() => chosen && void ask(chosen)}>
        Use this site
      </Button>
    </div>
  )
}
