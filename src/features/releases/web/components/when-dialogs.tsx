import { useState } from 'react'
import { CopyField } from '#ui/app/form/copy-field.tsx'
import { FormDialog } from '#ui/app/form/detail-form.tsx'
import { ZonedMomentField } from '#ui/app/form/fields.tsx'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { IconExternalLink } from '#ui/icons.tsx'
import { Dialog } from '#ui/public/dialogs/dialog.tsx'
import { Button, LinkButton } from '#ui/public/parts/button.tsx'
import { TimeText } from '#ui/public/parts/time.tsx'
import { scheduleRelease } from '../../contract.ts'
import type { Release } from '../queries.ts'
import styles from '../releases.module.css'

type TimeDialogProps = { release: Release; onClose: () => void; onSaved: () => void }

/** When the release goes live by itself, in the portal's time zone (PGB-049). */
export function TimeDialog({ release, onClose, onSaved }: TimeDialogProps) {
  const api = useApi()
  const zone = useSession().portal.setting.time_zone
  return (
    <FormDialog<{ publish_at: string }>
      isOpen
      onClose={onClose}
      title="Publish at a time"
      text="Everything in the release goes live at that moment. If somebody publishes something newer of it before, the release waits and asks you."
      saveLabel="Schedule"
      savedText={false}
      sendsUnchanged
      defaults={{ publish_at: '' }}
      record={{ publish_at: release.publish_at ?? '' }}
      save={(_, { publish_at: at }) =>
        api.call(scheduleRelease, { params: { id: release.id }, body: { publish_at: (at || null) as never } })
      }
      onSaved={onSaved}
    >
      <ZonedMomentField name="publish_at" label="Time" description={`In the time zone ${zone}.`} zone={zone} required />
    </FormDialog>
  )
}

type PreviewDialogProps = { link: { url: string; expires_at: string }; onClose: () => void }

/** The link under which anyone sees the site with the release (PGB-051). */
export function PreviewDialog({ link, onClose }: PreviewDialogProps) {
  // Under another address of the portal the same link works, and the one this page is at needs no second sign-in to it.
  const [here] = useState(() => `/${new URL(link.url).search}`)
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Preview link"
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Close
          </Button>
          <LinkButton href={here} target="_blank" icon={IconExternalLink}>
            Open preview
          </LinkButton>
        </>
      }
    >
      <div className={styles.stack}>
        <p>
          Anyone with this link sees your public site as it will be with this release, without signing in. It works
          until <TimeText value={link.expires_at} />, or until the release is live.
        </p>
        <CopyField label="Link" value={link.url} />
      </div>
    </Dialog>
  )
}
