import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listQuestionPools } from '#features/question-pools/contract.ts'
import { chosenId } from '#kernel/endpoint.ts'
import { z } from '#kernel/schema.ts'
import { FormDialog } from '#ui/app/form/detail-form.tsx'
import { IdSelectField, NumberField } from '#ui/app/form/fields.tsx'
import { Row, Rows } from '#ui/app/list/rows.tsx'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { DEBOUNCE, useDebounced } from '#ui/hooks/use-debounced.ts'
import { IconPencil, IconPlus, IconTrash } from '#ui/icons.tsx'
import { can } from '#ui/page/guard.ts'
import { confirm } from '#ui/public/dialogs/confirm.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Anchor } from '#ui/public/parts/anchor.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { attachQuestionPool, detachQuestionPool } from '../../contract-admin.ts'
import styles from '../authoring.module.css'
import type { AuthoredItem } from '../authoring.ts'

type Exam = AuthoredItem['itemable']
type Pool = Exam['question_pools'][number]
type Props = { exam: Exam; one: string; isReadOnly: boolean; onChanged: (exam: Exam) => void }

const questions = (count: number) => (count === 1 ? '1 question' : `${count} questions`)
const drawn = ({ questions_count: count, available }: Pool) =>
  count === null
    ? `all of its ${questions(available)}`
    : `${count} of its ${questions(available)}, drawn for each attempt`

/** The pools that an exam draws from, and how many questions each gives (QPL-008, QPL-012, EXM-029). */
export function AttachedPools({ exam, one, isReadOnly, onChanged }: Props) {
  const api = useApi()
  const session = useSession()
  const [opened, setOpened] = useState<Pool | 'new' | null>(null)
  const detach = async ({ id, title }: Pool) => {
    const isSure = await confirm({
      title: `Detach “${title}”?`,
      text: 'Attempts that have started keep their questions.',
      yes: 'Detach',
      no: 'No, cancel',
    })
    if (!isSure) return
    await api.call(detachQuestionPool, { params: { examId: exam.id, id } }).then(({ data }) => {
      onChanged(data)
      toast.success('The pool is detached.')
    }, toast.error)
  }
  return (
    <section className={styles.pools} aria-labelledby="question-pools">
      <div className={styles.top}>
        <h2 id="question-pools">Questions</h2>
        {!isReadOnly && (
          <Button variant="outline" icon={IconPlus} onClick={() => setOpened('new')}>
            Attach a pool
          </Button>
        )}
      </div>
      <p>
        {exam.question_pools.length === 0
          ? `This ${one} draws its questions from question pools. None is attached yet.`
          : `Each attempt asks ${questions(exam.questions_count)}.`}
      </p>
      {exam.lacks_questions && (
        <Alert tone="warning" title="Too few questions">
          The {one} cannot be started, and its course cannot be published, until its pools hold what they are to give.
        </Alert>
      )}
      {exam.question_pools.length > 0 && (
        <Rows>
          {exam.question_pools.map((pool) => (
            <Row
              key={pool.id}
              title={
                can(session, 'question-pools.view') ? (
                  <Anchor href={`/question-pools/${pool.id}`}>{pool.title}</Anchor>
                ) : (
                  <strong>{pool.title}</strong>
                )
              }
              note={`Gives ${drawn(pool)}`}
            >
              {!isReadOnly && (
                <>
                  <Button
                    variant="ghost"
                    size="sm"
                    icon={IconPencil}
                    aria-label={`Change how many questions ${pool.title} gives`}
                    onClick={() => setOpened(pool)}
                  >
                    Change
                  </Button>
                  <Button
                    variant="ghost"
                    size="sm"
                    icon={IconTrash}
                    aria-label={`Detach ${pool.title}`}
                    onClick={() => void detach(pool)}
                  >
                    Detach
                  </Button>
                </>
              )}
            </Row>
          ))}
        </Rows>
      )}
      {opened !== null && (
        <PoolDialog
          exam={exam}
          pool={opened === 'new' ? null : opened}
          onClose={() => setOpened(null)}
          onChanged={onChanged}
        />
      )}
    </section>
  )
}

/** A new one has to be chosen. */
const CHOSEN = z.looseObject({ id: chosenId('a question pool') })

type Values = { id: number | null; questions_count: number | '' }
type DialogProps = Pick<Props, 'exam' | 'onChanged'> & { pool: Pool | null; onClose: () => void }

function PoolDialog({ exam, pool, onClose, onChanged }: DialogProps) {
  const api = useApi()
  return (
    <FormDialog<Values>
      isOpen
      onClose={onClose}
      title={pool ? `Questions of “${pool.title}”` : 'Attach a question pool'}
      defaults={{ id: null, questions_count: '' }}
      record={pool && { id: pool.id, questions_count: pool.questions_count ?? '' }}
      saveLabel={pool ? 'Save' : 'Attach'}
      {...(!pool && { schema: CHOSEN })}
      save={(_, { id, questions_count: count }) =>
        api.call(attachQuestionPool, {
          params: { examId: exam.id, id: id ?? 0 },
          body: { questions_count: count === '' ? null : count },
        })
      }
      onSaved={(answer) => onChanged((answer as { data: Exam }).data)}
    >
      {!pool && <PoolField taken={exam.question_pools} />}
      <NumberField
        name="questions_count"
        label="Questions for each attempt"
        description={
          pool ? `It holds ${questions(pool.available)}; empty means all of them.` : 'Empty means all of them.'
        }
        placeholder="All"
        min={1}
        max={10_000}
        allowDecimal={false}
      />
    </FormDialog>
  )
}

type Option = { value: number; label: string }

/** A pool of the portal, found by its title while one types. */
function PoolField({ taken }: { taken: readonly Pool[] }) {
  const [search, setSearch] = useState('')
  const [chosen, setChosen] = useState<Option | null>(null)
  const later = useDebounced(setSearch, DEBOUNCE.query)
  const { data, isFetching } = useQuery({
    ...useApi().query(listQuestionPools, { query: { sort: 'title', ...(search && { search }) } as never }),
    placeholderData: keepPreviousData,
  })
  const pools = (data?.data ?? [])
    .filter(({ id }) => !taken.some((pool) => pool.id === id))
    .map(({ id, title, questions_count: count }) => ({ value: id, label: `${title} (${questions(count)})` }))
  // What is chosen stays known, whatever is searched for next.
  const options = chosen && !pools.some(({ value }) => value === chosen.value) ? [chosen, ...pools] : pools
  return (
    <IdSelectField
      name="id"
      label="Question pool"
      placeholder="Search by title"
      required
      searchable
      data={options}
      // Until the server has searched, what is there is searched here; a choice writes its own text into the box.
      onSearchChange={(words) => later.call(options.some(({ label }) => label === words) ? '' : words)}
      onOptionSubmit={(value) => setChosen(options.find((option) => String(option.value) === value) ?? null)}
      nothingFoundMessage={isFetching ? 'Searching…' : 'No pool found'}
    />
  )
}
