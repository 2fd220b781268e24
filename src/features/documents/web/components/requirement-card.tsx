import { formatDay } from '#kernel/format/day.ts'
import { StatusBadge } from '#ui/app/status-badge.tsx'
import { FileList } from '#ui/documents/file-list.tsx'
import { IconUpload } from '#ui/icons.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Badge } from '#ui/public/parts/badge.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { TimeText } from '#ui/public/parts/time.tsx'
import { DOCUMENT_WORDS } from '../../rules/states.ts'
import styles from '../documents.module.css'
import { needsUpload, ownLook, rejectionOf, untilText } from '../own-state.ts'
import type { OwnDocument, OwnRequirement } from '../queries.ts'

type CardProps = { requirement: OwnRequirement; onUpload: () => void }

/** What a person uploads next: the first one, a better one, or the one that takes the place of the last. */
const uploadWords = (requirement: OwnRequirement): string => {
  if (rejectionOf(requirement)) return 'Upload again'
  const [last] = requirement.documents
  if (last?.state === 'waiting') return 'Replace'
  return last ? 'Upload a newer one' : 'Upload'
}

/** One license or document that is required of the person, with everything that was uploaded for it. */
export function RequirementCard({ requirement, onUpload }: CardProps) {
  const { title, hint, standing, documents } = requirement
  const { word, tone, icon } = ownLook(requirement)
  const reason = rejectionOf(requirement)
  const [last, ...earlier] = documents
  const words = uploadWords(requirement)
  return (
    <li className={styles.card}>
      <div className={styles.head}>
        <h2>{title}</h2>
        <StatusBadge status={standing} label={word} icon={icon} tone={tone} />
      </div>
      {untilText(requirement) && <p className={styles.note}>{untilText(requirement)}</p>}
      {reason && (
        <Alert tone="danger" title="Please upload it again">
          {reason}
        </Alert>
      )}
      {hint && needsUpload(requirement) && <p className={styles.note}>{hint}</p>}
      {last && <UploadedDocument document={last} />}
      {earlier.length > 0 && (
        <details className={styles.earlier}>
          <summary>{earlier.length === 1 ? '1 earlier upload' : `${earlier.length} earlier uploads`}</summary>
          <ul>
            {earlier.map((document) => (
              <li key={document.id}>
                <UploadedDocument document={document} />
              </li>
            ))}
          </ul>
        </details>
      )}
      {standing !== 'not_required' && (
        <div>
          <Button
            icon={IconUpload}
            variant={needsUpload(requirement) ? 'primary' : 'outline'}
            aria-haspopup="dialog"
            aria-label={`${words}: ${title}`}
            onClick={onUpload}
          >
            {words}
          </Button>
        </div>
      )}
    </li>
  )
}

/** What was uploaded, in two lines, with its file. */
function UploadedDocument({ document }: { document: OwnDocument }) {
  const { issuer, number, from_day: from, until_day: until, file, state, created_at } = document
  const facts = [
    issuer,
    number && `No. ${number}`,
    `Issued ${formatDay(from)}`,
    until && `Expires ${formatDay(until)}`,
  ].filter(Boolean)
  return (
    <div className={styles.uploaded}>
      <span>
        {facts.join(' · ')} {state !== 'waiting' && <Badge>{DOCUMENT_WORDS[state]}</Badge>}
      </span>
      <small>
        Uploaded <TimeText value={created_at} />
      </small>
      {file && <FileList files={[file]} label={`File: ${file.name}`} />}
    </div>
  )
}
