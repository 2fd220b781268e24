import { useQueryClient } from '@tanstack/react-query'
import { useCall } from '#ui/calls/api.tsx'
import { IconCalendar, IconCircleCheck } from '#ui/icons.tsx'
import { Dialog } from '#ui/public/dialogs/dialog.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Button, LinkButton } from '#ui/public/parts/button.tsx'
import { publishPageVersion } from '../../contract.ts'
import type { PageWords } from '../../rules/warnings.ts'
import { PublishWarnings } from '../checks/checks.tsx'
import { type EditedPage, isOfPages } from '../queries.ts'
import { ComparedVersions } from './compared-versions.tsx'
import styles from './versions.module.css'

type PublishDialogProps = { page: EditedPage; words: PageWords; onClose: () => void }

/** What visitors will read differently, and the button that lets them (PGB-048). */
export function PublishDialog({ page, words, onClose }: PublishDialogProps) {
  const client = useQueryClient()
  const { id, slug, newest_version: newest, live_version: live } = page
  const publish = useCall(publishPageVersion, {
    onSuccess: async () => {
      await client.invalidateQueries({ predicate: isOfPages })
      toast.success(live === null ? 'The page is published.' : 'The changes are published.')
      onClose()
    },
    onError: (error) => void toast.error(error),
  })
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={live === null ? 'Publish this page?' : 'Publish changes?'}
      size="lg"
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <LinkButton variant="outline" icon={IconCalendar} href={`/portals/releases?page=${id}`}>
            At a time or with other changes
          </LinkButton>
          <Button
            data-autofocus
            icon={IconCircleCheck}
            isLoading={publish.isPending}
            onClick={() => publish.mutate({ params: { id, number: newest } })}
          >
            Publish now
          </Button>
        </>
      }
    >
      <div className={styles.stack}>
        <PublishWarnings page={words} />
        {live === null ? (
          <p>
            Everyone can see version {newest} at /{slug === 'home' ? '' : slug} as soon as you publish.
          </p>
        ) : (
          <>
            <p>
              Visitors see version {live} now. This is what changes for them with version {newest}.
            </p>
            <ComparedVersions pageId={id} from={live} to={newest} />
          </>
        )}
      </div>
    </Dialog>
  )
}
