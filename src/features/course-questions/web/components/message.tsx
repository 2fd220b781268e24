import type { Wire } from '#kernel/endpoint.ts'
import { FileList } from '#ui/documents/file-list.tsx'
import { IconClock, IconFile } from '#ui/icons.tsx'
import { Avatar } from '#ui/public/parts/avatar.tsx'
import { Badge } from '#ui/public/parts/badge.tsx'
import { TimeText } from '#ui/public/parts/time.tsx'
import type { showCourseQuestion } from '../../contract.ts'
import type { Letter } from '../outbox-store.ts'
import styles from '../questions.module.css'

export type ShownMessage = Wire<typeof showCourseQuestion>['data']['messages'][number]

/** A message of a question with its files. */
export function Message({ message }: { message: ShownMessage }) {
  const { author, is_own: isOwn, is_answer: isAnswer, text, created_at: createdAt, files } = message
  return (
    <li className={styles.message} data-own={isOwn || undefined}>
      <div className={styles.who}>
        <Avatar name={author.display_name} src={author.avatar} size="sm" />
        <strong>{isOwn ? 'You' : author.display_name}</strong>
        {isAnswer && <Badge tone="primary">Answer</Badge>}
        <TimeText value={createdAt} />
      </div>
      <div className={styles.bubble}>
        {text && <p>{text}</p>}
        <FileList files={files} />
      </div>
    </li>
  )
}

/** A message that the server does not have yet. */
export function WaitingMessage({ letter: { text, files } }: { letter: Letter }) {
  return (
    <li className={styles.message} data-own data-waiting>
      <div className={styles.who}>
        <strong>You</strong>
        <Badge tone="warning" icon={IconClock}>
          Waiting for a connection
        </Badge>
      </div>
      <div className={styles.bubble}>
        {text && <p>{text}</p>}
        {files.length > 0 && (
          <ul className={styles.files} aria-label="Files">
            {files.map((file) => (
              <li key={file.name}>
                <IconFile size={16} />
                {file.name}
              </li>
            ))}
          </ul>
        )}
      </div>
    </li>
  )
}
