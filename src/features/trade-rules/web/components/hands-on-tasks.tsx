import { IconCircle, IconCircleCheck } from '#ui/icons.tsx'
import { TimeText } from '#ui/public/parts/time.tsx'
import type { SeatTimeShown } from '../queries.ts'
import styles from './hands-on-tasks.module.css'

type Task = SeatTimeShown['tasks'][number]

/** The hands-on tasks that rules ask in a course: which are signed off, and which are missing (TRD-034). */
export function HandsOnTasks({ standing }: { standing: SeatTimeShown | null }) {
  const tasks = standing?.tasks ?? []
  if (tasks.length === 0) return null
  const signed = tasks.filter(({ signed_at }) => signed_at !== null).length
  const origins = new Set(tasks.map(({ title, source }) => `${title} (${source})`))
  return (
    <section className={styles.tasks} aria-label="Hands-on tasks">
      <h2>Hands-on tasks</h2>
      <p>
        {signed} of {tasks.length} signed off
      </p>
      <ul>
        {tasks.map((task) => (
          <TaskRow key={task.task} task={task} />
        ))}
      </ul>
      {[...origins].map((origin) => (
        <small key={origin}>{origin}</small>
      ))}
    </section>
  )
}

function TaskRow({ task: { task, signed_at: at, signed_by: by } }: { task: Task }) {
  const Drawing = at === null ? IconCircle : IconCircleCheck
  return (
    <li data-signed={at !== null}>
      <Drawing size={20} />
      <span>
        {task}
        <small>
          {at === null ? (
            'Not signed off yet'
          ) : (
            <>
              Signed off{by && ` by ${by}`}, <TimeText value={at} />
            </>
          )}
        </small>
      </span>
    </li>
  )
}
