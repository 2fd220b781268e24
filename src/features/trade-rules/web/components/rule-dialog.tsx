import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { dayOf } from '#kernel/format/day.ts'
import { RecordFields } from '#ui/app/form/detail-form.tsx'
import {
  DateField,
  MultiSelectField,
  NumberField,
  SelectField,
  SwitchField,
  TextAreaField,
  TextField,
} from '#ui/app/form/fields.tsx'
import { useRecordForm } from '#ui/app/form/use-record-form.ts'
import { useApi, useCall, useSession } from '#ui/calls/api.tsx'
import { useOnce } from '#ui/hooks/use-idempotency-key.ts'
import { useNow } from '#ui/hooks/use-now.ts'
import { confirm } from '#ui/public/dialogs/confirm.tsx'
import { Dialog, DialogButtons } from '#ui/public/dialogs/dialog.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { LoadingNote } from '#ui/public/lists/skeleton.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import {
  ANSWER_SECONDS,
  addTradeRuleVersion,
  createTradeRule,
  dryRunTradeRule,
  MOST_MINUTES,
  MOST_MISTAKES,
  MOST_RULE_TASKS,
  RULE_KINDS,
  type RuleKind,
} from '../../contract.ts'
import { isTimeKind } from '../../rules/model.ts'
import { KIND_WORDS } from '../../rules/words.ts'
import { type Options, type RuleShown, tradeRuleQueries } from '../queries.ts'
import styles from '../screens/trade-rules.module.css'
import { DryRunPart } from './dry-run-part.tsx'

type Values = {
  kind: RuleKind
  title: string
  source: string
  source_url: string
  from_day: string
  until_day: string
  minutes: number | ''
  answer_seconds: number | ''
  most_mistakes: number | ''
  /** One on each line. */
  tasks: string
  counts_tests: boolean
  is_for_new: boolean
  course_ids: string[]
  item_ids: string[]
}

const KINDS = RULE_KINDS.map((kind) => ({ value: kind, label: KIND_WORDS[kind] }))

type DialogProps = { rule: RuleShown | null; onClose: () => void }

/** Adds a rule, or gives one another version from a day on, with a dry run before (TRD-016, TRD-017). */
export function RuleDialog({ rule, onClose }: DialogProps) {
  const { data } = useQuery(tradeRuleQueries(useApi()).options(null))
  return (
    <Dialog isOpen onClose={onClose} title={rule ? `Change ${rule.title}` : 'Add rule'} size="lg">
      {data ? <RuleForm rule={rule} options={data.data} onClose={onClose} /> : <LoadingNote text="Loading the form" />}
    </Dialog>
  )
}

const startOf = (rule: RuleShown | null): Partial<Values> => {
  const shown = rule?.versions.find(({ id }) => id === rule.current_id) ?? rule?.versions.at(-1)
  return shown
    ? {
        title: shown.title,
        source: shown.source,
        source_url: shown.source_url ?? '',
        minutes: shown.minutes ?? '',
        answer_seconds: shown.answer_seconds ?? 60,
        most_mistakes: shown.most_mistakes ?? 3,
        tasks: shown.tasks.join('\n'),
        counts_tests: shown.counts_tests,
        is_for_new: shown.is_for_new,
        course_ids: shown.courses.map(({ id }) => String(id)),
        item_ids: shown.item_ids.map(String),
      }
    : {}
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** The kinds whose versions can name items of a course, or its exams. */
const namesItems = (kind: RuleKind) => kind === 'item_time' || kind === 'proctored_exam'

const versionOf = (values: Values) => ({
  title: values.title,
  source: values.source,
  source_url: values.source_url || null,
  from_day: values.from_day,
  until_day: values.until_day || null,
  minutes: isTimeKind(values.kind) ? Number(values.minutes) : null,
  answer_seconds: values.kind === 'identity_questions' ? Number(values.answer_seconds) : null,
  most_mistakes: values.kind === 'identity_questions' ? Number(values.most_mistakes) : null,
  tasks: values.kind === 'hands_on' ? linesOf(values.tasks) : [],
  counts_tests: values.counts_tests,
  is_for_new: values.is_for_new,
  course_ids: values.course_ids.map(Number),
  item_ids: namesItems(values.kind) && values.course_ids.length === 1 ? values.item_ids.map(Number) : [],
})

function RuleForm({ rule, options, onClose }: DialogProps & { options: Options }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const once = useOnce()
  const { portal } = useSession()
  const today = dayOf(useNow(), portal.setting.time_zone)
  const send = (values: Values, is_retired: boolean): Promise<unknown> => {
    if (rule) {
      const body = { ...versionOf(values), is_retired }
      return once(body, (options) => api.call(addTradeRuleVersion, { params: { id: rule.id }, body }, options))
    }
    const body = { ...versionOf(values), kind: values.kind }
    return once(body, (options) => api.call(createTradeRule, { body }, options))
  }
  const done = () => queryClient.invalidateQueries().then(onClose)
  const record = useRecordForm<Values>({
    defaults: {
      kind: rule?.kind ?? 'course_time',
      title: '',
      source: '',
      source_url: '',
      from_day: today,
      until_day: '',
      minutes: '',
      answer_seconds: 60,
      most_mistakes: 3,
      tasks: '',
      counts_tests: true,
      is_for_new: false,
      course_ids: [],
      item_ids: [],
      ...startOf(rule),
    },
    savedText: 'The rule is saved.',
    save: (_, values) => send(values, false),
    onSaved: () => void done(),
  })
  const { values } = record
  const run = useCall(dryRunTradeRule, { onError: (error) => void toast.error(error) })
  const entered = { ...versionOf(values), kind: values.kind, rule_id: rule?.id ?? null, is_retired: false }
  // What a dry run says holds for the values that it was made with.
  const [runFor, setRunFor] = useState<string | null>(null)
  const isCurrent = runFor === JSON.stringify(entered)
  const dryRun = () => {
    setRunFor(JSON.stringify(entered))
    run.mutate({ body: entered })
  }
  const retire = async () => {
    const isSure = await confirm({
      title: `Retire ${values.title}?`,
      text: 'From that date on, nothing is required. Earlier dates still show it.',
      yes: 'Retire',
      no: 'Keep',
    })
    if (!isSure) return
    await send(values, true).then(done, (error: unknown) => void toast.error(error))
  }
  const { kind } = values
  const isAsked = isTimeKind(kind)
    ? values.minutes !== '' &&
      (kind !== 'identity_questions' || (values.answer_seconds !== '' && values.most_mistakes !== ''))
    : kind === 'proctored_exam' || linesOf(values.tasks).length > 0
  const isReady = isAsked && values.course_ids.length > 0 && values.title !== '' && values.source !== ''
  return (
    <RecordFields record={record} className={styles.form}>
      {!rule && <SelectField name="kind" label="Kind of rule" data={KINDS} allowDeselect={false} />}
      <TextField name="title" label="Name" description="Learners see it." maxLength={120} />
      <div className={styles.pair}>
        <TextField name="source" label="Source" description="Statute, letter, or contract." maxLength={300} />
        <TextField name="source_url" label="Link to the source" description="Optional." />
      </div>
      <div className={styles.pair}>
        <DateField
          name="from_day"
          label={rule ? 'New version applies from' : 'Applies from'}
          description={rule ? 'Earlier dates keep their version.' : undefined}
        />
        <DateField name="until_day" label="Applies until" description="Leave empty if it has no end." />
      </div>
      <SwitchField
        name="is_for_new"
        label="New enrollments only"
        description="People who enrolled earlier keep the rule they started with."
      />
      {isTimeKind(kind) && (
        <NumberField
          name="minutes"
          label={kind === 'identity_questions' ? 'Minutes between two questions' : `${KIND_WORDS[kind]} (minutes)`}
          description={
            kind === 'identity_questions'
              ? 'On average, of the time that counts in the course. Each question comes at a random moment around it.'
              : undefined
          }
          min={1}
          max={MOST_MINUTES[kind]}
          allowDecimal={false}
        />
      )}
      {kind === 'identity_questions' && (
        <div className={styles.pair}>
          <NumberField
            name="answer_seconds"
            label="Seconds to answer"
            min={ANSWER_SECONDS.least}
            max={ANSWER_SECONDS.most}
            allowDecimal={false}
          />
          <NumberField
            name="most_mistakes"
            label="Wrong or missed answers that lock the course"
            min={1}
            max={MOST_MISTAKES}
            allowDecimal={false}
          />
        </div>
      )}
      {kind === 'hands_on' && (
        <TextAreaField
          name="tasks"
          label="Hands-on tasks"
          description={`One on each line, up to ${MOST_RULE_TASKS}. An instructor signs off each of them in a crew session.`}
          autosize
          minRows={3}
        />
      )}
      <MultiSelectField name="course_ids" label="Courses" data={options.courses} searchable clearable />
      {namesItems(kind) && values.course_ids.length === 1 && (
        <ItemsField courseId={Number(values.course_ids[0])} isOfExams={kind === 'proctored_exam'} />
      )}
      {kind === 'proctored_exam' && (
        <p className={styles.note}>
          Learners start these exams after an instructor of the course or an administrator opened them on the Proctoring
          page. Knowledge checks need no proctor.
        </p>
      )}
      {(kind === 'day_limit' || kind === 'course_time') && (
        <SwitchField
          name="counts_tests"
          label="Time in exams, assignments, and SCORM modules counts"
          description={
            kind === 'day_limit'
              ? 'No exam or module can be started once the limit is reached. What was started goes on.'
              : 'Modules in the window of a cloud service never count.'
          }
        />
      )}
      {kind === 'identity_questions' && (
        <p className={styles.note}>
          Learners answer 5 personal questions before they start. Nobody can read the answers. You unlock courses on
          this page.
        </p>
      )}
      {kind === 'item_time' && (
        <p className={styles.note}>
          Applies to texts, documents, audio and videos. Exams, assignments and SCORM modules finish by their result.
        </p>
      )}
      {isCurrent && run.isSuccess && <DryRunPart run={run.data.data} />}
      <DialogButtons>
        {rule?.current_id && (
          <Button variant="danger-outline" onClick={() => void retire()}>
            Retire
          </Button>
        )}
        <Button variant="outline" onClick={onClose}>
          Cancel
        </Button>
        <Button variant="outline" isLoading={run.isPending} disabled={!isReady} onClick={dryRun}>
          Dry run
        </Button>
        <Button type="submit" isLoading={record.isSaving} disabled={!record.canSave}>
          Save rule
        </Button>
      </DialogButtons>
    </RecordFields>
  )
}

/** Which items of the one course have the least time, or which exams need a proctor; all if none is chosen (TRD-006, TRD-037). */
function ItemsField({ courseId, isOfExams }: { courseId: number; isOfExams: boolean }) {
  const { data } = useQuery(tradeRuleQueries(useApi()).options(courseId))
  const options = isOfExams ? data?.data.exams : data?.data.items
  return (
    <MultiSelectField
      key={isOfExams ? 'exams' : 'items'}
      name="item_ids"
      label={isOfExams ? 'Exams' : 'Items'}
      description={`Leave empty for all ${isOfExams ? 'exams' : 'items'} of the course.`}
      data={options ?? []}
      searchable
      clearable
    />
  )
}
