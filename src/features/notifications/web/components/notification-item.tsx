import {
  type Icon,
  IconBell,
  IconBook,
  IconBuilding,
  IconCertificate,
  IconCheck,
  IconClock,
  IconCoin,
  IconDownload,
  IconFileText,
  IconLock,
  IconMail,
  IconMessageCircle,
  IconPencil,
  IconReceipt,
  IconRefresh,
  IconShieldLock,
} from '#ui/icons.tsx'
import { Anchor } from '#ui/public/parts/anchor.tsx'
import { TimeText } from '#ui/public/parts/time.tsx'
import type { NotificationShown } from '../use-notifications.ts'
import styles from './bell.module.css'

const DRAWINGS: Record<NotificationShown['kind'], Icon> = {
  enrolled: IconBook,
  invitation: IconMail,
  due_date_near: IconClock,
  assignment_answered: IconPencil,
  assignment_graded: IconPencil,
  certificate_issued: IconCertificate,
  course_question_answered: IconMessageCircle,
  credits_received: IconCoin,
  order_completed: IconReceipt,
  refund_failed: IconReceipt,
  subscription_ends: IconBell,
  export_ready: IconDownload,
  shared_course: IconBuilding,
  callback: IconRefresh,
  token_ends: IconLock,
  recertification: IconCertificate,
  recertification_team: IconCertificate,
  document: IconFileText,
  proctor_asked: IconShieldLock,
  text_limit: IconMessageCircle,
}

type Props = { item: NotificationShown; onRead: (id: number) => void; onOpen: () => void }

/** One notification: opening it marks it as read, and so does the button next to it. */
export function NotificationItem({ item, onRead, onOpen }: Props) {
  const Drawing = DRAWINGS[item.kind]
  const isUnread = item.read_at === null
  const read = () => {
    if (isUnread) onRead(item.id)
  }
  const words = (
    <>
      <span className={styles.drawing}>
        <Drawing size={18} />
      </span>
      <span className={styles.words}>
        <strong>
          {isUnread && <span className="only-read">Unread: </span>}
          {item.title}
        </strong>
        <span>{item.text}</span>
        <small>
          <TimeText value={item.created_at} />
        </small>
      </span>
    </>
  )
  return (
    <li className={styles.item} data-unread={isUnread || undefined}>
      {item.link ? (
        <Anchor
          href={item.link}
          data-notification
          className={styles.link}
          onClick={() => {
            read()
            onOpen()
          }}
        >
          {words}
        </Anchor>
      ) : (
        <div className={styles.link}>{words}</div>
      )}
      {isUnread && (
        <button type="button" className={styles.read} onClick={read} title="Mark as read">
          <IconCheck size={16} />
          <span className="only-read">Mark “{item.title}” as read</span>
        </button>
      )}
    </li>
  )
}
