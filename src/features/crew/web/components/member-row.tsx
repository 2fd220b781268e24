import { IconAlertTriangle, IconCheck } from '#ui/icons.tsx'
import { Badge } from '#ui/public/parts/badge.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { TimeText } from '#ui/public/parts/time.tsx'
import { isSameName } from '../../rules/names.ts'
import styles from '../crew.module.css'
import type { MemberShown } from '../queries.ts'
import { wayOf } from '../words.ts'

type RowProps = {
  member: MemberShown
  tasks: readonly string[]
  isClosed: boolean
  /** False for those who only look. */
  isMine: boolean
  /** How much of this person waits on this device. */
  waiting: number
  onTask: (task: number) => void
  onLeft: () => void
  onSign: () => void
  onCorrect: () => void
}

/** A person of the roster with large buttons for what an instructor signs off (CRW-009, CRW-010). */
export function MemberRow({ member, tasks, isClosed, isMine, waiting, onTask, onLeft, onSign, onCorrect }: RowProps) {
  const { user, arrived_at: arrivedAt, left_at: leftAt } = member
  const name = user.display_name
  return (
    <li className={styles.member}>
      <div className={styles.head}>
        <div className={styles.who}>
          <strong>{name}</strong>
          <span className={styles.note}>
            {arrivedAt ? (
              <>
                Arrived <TimeText value={arrivedAt} /> {wayOf(member)}
                {leftAt && (
                  <>
                    , left <TimeText value={leftAt} />
                  </>
                )}
              </>
            ) : (
              'Not checked in'
            )}
          </span>
          {member.proof === 'name' && member.typed_name !== null && !isSameName(member.typed_name, name) && (
            <span className={styles.differs}>
              <IconAlertTriangle size={16} /> The typed name is not the name on record.
            </span>
          )}
        </div>
        {waiting > 0 && <Badge tone="warning">{waiting} waiting to be sent</Badge>}
        {isMine && !isClosed && !arrivedAt && (
          <Button variant="outline" size="lg" className={styles.large} aria-haspopup="dialog" onClick={onSign}>
            Check in without PIN<span className={styles.hidden}> for {name}</span>
          </Button>
        )}
        {isMine && !isClosed && arrivedAt && !leftAt && (
          <Button variant="outline" size="lg" className={styles.large} onClick={onLeft}>
            Mark as left<span className={styles.hidden}> for {name}</span>
          </Button>
        )}
        {isMine && (isClosed || arrivedAt) && (
          <Button variant="ghost" size="lg" className={styles.large} aria-haspopup="dialog" onClick={onCorrect}>
            Correct<span className={styles.hidden}> the record of {name}</span>
          </Button>
        )}
      </div>
      {arrivedAt && tasks.length > 0 && (
        <ul className={styles.tasks}>
          {tasks.map((title, task) => {
            const signed = member.tasks.find((one) => one.task === task)
            return (
              <li key={title}>
                {signed || isClosed || !isMine ? (
                  <span className={styles.task} data-signed={signed ? '' : undefined}>
                    {signed && <IconCheck size={20} />}
                    <span>
                      {title}
                      <span className={styles.note}>
                        {signed ? ` signed off${signed.by ? ` by ${signed.by.display_name}` : ''}` : ' not signed off'}
                      </span>
                    </span>
                  </span>
                ) : (
                  <Button variant="soft" size="lg" className={styles.large} isBlock onClick={() => onTask(task)}>
                    Sign off: {title}
                    <span className={styles.hidden}> for {name}</span>
                  </Button>
                )}
              </li>
            )
          })}
        </ul>
      )}
    </li>
  )
}
