import { useQuery, useQueryClient } from '@tanstack/react-query'
import { RecordFields } from '#ui/app/form/detail-form.tsx'
import { AutocompleteField, DateField, SelectField } from '#ui/app/form/fields.tsx'
import { useRecordForm } from '#ui/app/form/use-record-form.ts'
import { useApi } from '#ui/calls/api.tsx'
import { useOnce } from '#ui/hooks/use-idempotency-key.ts'
import { LoadingNote } from '#ui/public/lists/skeleton.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { savePlaces } from '../../contract.ts'
import { complianceQueries, type Options, type Proof } from '../queries.ts'
import styles from '../screens/compliance.module.css'

type Values = { from_day: string; team_id: string; site: string; job: string; state: string }
type FormProps = { person: Proof['person']; on: string; onDone: () => void }

/** Where somebody works from a day on (CMP-005, CMP-012). */
export function PlaceForm(props: FormProps) {
  const { data } = useQuery(complianceQueries(useApi()).options())
  return data ? <PlaceFields {...props} options={data.data} /> : <LoadingNote text="Loading the form" />
}

function PlaceFields({ person, on, onDone, options }: FormProps & { options: Options }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const once = useOnce()
  const record = useRecordForm<Values>({
    defaults: {
      from_day: on,
      team_id: person.team ? String(person.team.id) : '',
      site: person.site ?? '',
      job: person.job ?? '',
      state: person.state ?? '',
    },
    savedText: 'Saved from that date on.',
    save: (_, { team_id, site, job, state, from_day }) => {
      const body = {
        user_ids: [person.id],
        from_day,
        team_id: team_id ? Number(team_id) : null,
        site: site || null,
        job: job || null,
        state: state || null,
      }
      return once(body, (options) => api.call(savePlaces, { body }, options))
    },
    onSaved: () => void queryClient.invalidateQueries().then(onDone),
  })
  return (
    <RecordFields record={record} className={styles.form}>
      <DateField name="from_day" label="From" description="Earlier dates stay as they are." />
      <div className={styles.pair}>
        <SelectField name="team_id" label="Team" data={options.teams} searchable clearable />
        <AutocompleteField name="site" label="Site" data={options.sites} />
        <AutocompleteField name="job" label="Job" data={options.jobs} />
        <AutocompleteField name="state" label="State" data={options.states} />
      </div>
      <div className={styles.buttons}>
        <Button variant="outline" onClick={onDone}>
          Cancel
        </Button>
        <Button type="submit" isLoading={record.isSaving}>
          Save
        </Button>
      </div>
    </RecordFields>
  )
}
