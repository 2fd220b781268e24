import { useEffect, useState } from 'react'
import type { Wire } from '#kernel/endpoint.ts'
import { useApi } from '#ui/calls/api.tsx'
import { Dialog } from '#ui/public/dialogs/dialog.tsx'
import { textOfError } from '#ui/public/lists/error-text.ts'
import { LoadingNote } from '#ui/public/lists/skeleton.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { previewScormPackage } from '../../contract.ts'
import styles from '../scorm.module.css'
import { ScormFrame } from './scorm-frame.tsx'

type Launch = Wire<typeof previewScormPackage>['data']

/** Plays a package as its learners will see it; nothing is recorded (SCO-036). */
export function PackagePreview({ id, onClose }: { id: number; onClose: () => void }) {
  const [start, setStart] = useState(0)
  return (
    <Dialog isOpen onClose={onClose} size="xl" title="Preview">
      <div className={styles.preview}>
        <Playing key={start} id={id} onRestart={() => setStart(start + 1)} />
      </div>
    </Dialog>
  )
}

function Playing({ id, onRestart }: { id: number; onRestart: () => void }) {
  const api = useApi()
  const [launch, setLaunch] = useState<Launch | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  useEffect(() => {
    let isGone = false
    api.call(previewScormPackage, { params: { id } }).then(
      ({ data }) => !isGone && setLaunch(data),
      (error: unknown) => !isGone && setFailure(error),
    )
    return () => {
      isGone = true
    }
  }, [api, id])
  if (failure)
    return (
      <Alert tone="danger" title="This package cannot be played" isLive>
        {textOfError(failure)}
      </Alert>
    )
  if (!launch) return <LoadingNote text="The package is being started" />
  return (
    <ScormFrame
      title={launch.title}
      student_id={launch.student_id}
      scorm_link={launch.scorm_link}
      version={launch.version}
      launched={launch}
      outline={launch.outline}
      module={null}
      store={null}
      onRestart={onRestart}
    />
  )
}
