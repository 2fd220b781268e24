import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useApi } from '#ui/calls/api.tsx'
import { useCall } from '#ui/calls/use-call.ts'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { Field, Select } from '#ui/public/parts/field.tsx'
import { checkImport } from '../../contract.ts'
import { FIELDS, type Field as Name, TITLES } from '../../rules/fields.ts'
import styles from '../import.module.css'
import { type Import, importQueries } from '../queries.ts'

const HINTS: Partial<Record<Name, string>> = {
  direct_number: 'To call. Text messages never go to it.',
  mobile_number: 'For links by text. Before the import, you confirm that everyone agreed.',
  roles: 'Separate several with commas. Without one, new people become learners.',
  tags: 'Separate several with commas. The tags must exist.',
  course: 'Title, slug or ID.',
  expires_at: 'The last day of access.',
}

/** Which column of the sheet holds what (USR-061). */
export function ColumnsForm({ one, onChecked }: { one: Import; onChecked: () => void }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const [columns, setColumns] = useState(one.columns)
  const check = useCall(checkImport, {
    onSuccess: (answer) => {
      queryClient.setQueryData(importQueries(api).one(one.id).queryKey, answer)
      onChecked()
    },
    onError: (error) => {
      if (!error.errors) toast.error(error)
    },
  })
  const [corrected, setCorrected] = useState<ReadonlySet<Name>>(new Set())
  const errorOf = (name: Name) => (corrected.has(name) ? undefined : check.error?.errors?.[name]?.[0])
  const options = one.header.map(({ title }, at) => ({ value: String(at), label: title }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setCorrected(new Set())
    check.mutate({ params: { id: one.id }, body: { columns } })
  }
  return (
    <form className={styles.card} onSubmit={submit} noValidate>
      <h2>Which column is which?</h2>
      <p>
        We matched the columns by their titles. Correct what is wrong. Columns you do not choose are left out, and empty
        cells change nothing.
      </p>
      <div className={styles.columns}>
        {FIELDS.map((name) => {
          const at = columns[name]
          const samples = at === null ? [] : [...new Set(one.header[at]?.samples)].slice(0, 2)
          const example = samples.length > 0 ? `For example: ${samples.join(', ')}` : HINTS[name]
          return (
            <Field
              key={name}
              label={TITLES[name][0]}
              isRequired={name === 'email' && columns.badge_number === null}
              hint={example}
              error={errorOf(name)}
            >
              <Select
                value={at === null ? '' : String(at)}
                placeholder="Not in this sheet"
                options={options}
                onChange={(event) => {
                  const { value } = event.currentTarget
                  setCorrected((now) => new Set(now).add(name))
                  setColumns((now) => ({ ...now, [name]: value === '' ? null : Number(value) }))
                }}
              />
            </Field>
          )
        })}
      </div>
      <div className={styles.buttons}>
        <Button type="submit" isLoading={check.isPending}>
          Check the sheet
        </Button>
      </div>
    </form>
  )
}
