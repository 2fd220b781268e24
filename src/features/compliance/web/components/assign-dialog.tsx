import { useQuery, useQueryClient } from '@tanstack/react-query'
import { PeopleField } from '#features/accounts/web/public.ts'
import { dayOf } from '#kernel/format/day.ts'
import { RecordFields } from '#ui/app/form/detail-form.tsx'
import { AutocompleteField, DateField, SelectField } from '#ui/app/form/fields.tsx'
import { useRecordForm } from '#ui/app/form/use-record-form.ts'
import { useApi, useSession } from '#ui/calls/api.tsx'
import { useOnce } from '#ui/hooks/use-idempotency-key.ts'
import { useNow } from '#ui/hooks/use-now.ts'
import { Dialog, DialogButtons } from '#ui/public/dialogs/dialog.tsx'
import { LoadingNote } from '#ui/public/lists/skeleton.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { savePlaces } from '../../contract.ts'
import { complianceQueries, type Options } from '../queries.ts'
import styles from '../screens/compliance.module.css'

type Values = { user_ids: string[]; from_day: string; team_id: string; site: string; job: string; state: string }

/** Puts people on a team, at a site, in a job or in a state from a day on (CMP-005, CMP-011). */
export function AssignDialog({ onClose }: { onClose: () => void }) {
  const { data } = useQuery(complianceQueries(useApi()).options())
  return (
    <Dialog isOpen onClose={onClose} title="Assign people" size="lg">
      {data ? <AssignForm options={data.data} onClose={onClose} /> : <LoadingNote text="Loading the form" />}
    </Dialog>
  )
}

/** What was filled in; an empty field leaves people where they are. */
const bodyOf = ({ user_ids, from_day, team_id, site, job, state }: Values) => ({
  user_ids: user_ids.map(Number),
  from_day,
  ...(team_id && { team_id: Number(team_id) }),
  ...(site && { site }),
  ...(job && { job }),
  ...(state && { state }),
})

function AssignForm({ options, onClose }: { options: Options; onClose: () => void }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const once = useOnce()
  const { portal } = useSession()
  const today = dayOf(useNow(), portal.setting.time_zone)
  const record = useRecordForm<Values>({
    defaults: { user_ids: [], from_day: today, team_id: '', site: '', job: '', state: '' },
    savedText: 'Saved from that date on.',
    save: (_, values) => {
      const body = bodyOf(values)
      return once(body, (options) => api.call(savePlaces, { body }, options))
    },
    onSaved: () => void queryClient.invalidateQueries().then(onClose),
  })
  const { user_ids, team_id, site, job, state } = record.values
  const isEmpty = user_ids.length === 0 || !(team_id || site || job || state)
  return (
    <RecordFields record={record} className={styles.form}>
      <PeopleField name="user_ids" label="People" />
      <DateField
        name="from_day"
        label="From"
        description="Earlier dates stay as they are. You can choose a past date."
      />
      <div className={styles.pair}>
        <SelectField name="team_id" label="Team" data={options.teams} searchable clearable />
        <AutocompleteField name="site" label="Site" data={options.sites} maxLength={100} />
        <AutocompleteField name="job" label="Job" data={options.jobs} maxLength={100} />
        <AutocompleteField name="state" label="State" data={options.states} maxLength={100} />
      </div>
      <p className={styles.note}>Empty fields change nothing.</p>
      <DialogButtons>
        <Button variant="outline" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" isLoading={record.isSaving} disabled={!record.canSave || isEmpty}>
          Assign people
        </Button>
      </DialogButtons>
    </RecordFields>
  )
}
