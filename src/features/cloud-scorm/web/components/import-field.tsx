import { Input, Select } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useField } from '#ui/app/form/form-context.ts'
import { useApi } from '#ui/calls/api.tsx'
import { listCloudScormImports } from '../../contract.ts'
import styles from '../cloud-scorm.module.css'
import { ImportUpload } from './import-upload.tsx'

/** The package of a cloud SCORM module: one that the service has already, or one that is sent to it now (SCO-018). */
export function ImportField({ name }: { name: string }) {
  const client = useQueryClient()
  const { value, onChange, error, isReadOnly } = useField<string>(name)
  const { data } = useQuery(useApi().query(listCloudScormImports, { query: { status: 'SUCCESS', per_page: 100 } }))
  const known = (data?.data ?? []).flatMap(({ course_id: id, title, file_name }) =>
    id === null ? [] : [{ value: id, label: title && title !== file_name ? `${title} (${file_name})` : file_name }],
  )
  // For a course that was imported another way, only the id is known.
  const options = value && !known.some((each) => each.value === value) ? [...known, { value, label: value }] : known
  return (
    <Input.Wrapper label="Package" labelElement="div">
      <div className={styles.choice}>
        {!value && <p className={styles.none}>No package yet. Learners cannot start the module.</p>}
        <Select
          label="Package at the cloud service"
          placeholder={options.length === 0 ? 'None yet' : 'Choose a package'}
          disabled={isReadOnly || options.length === 0}
          data-path={name}
          searchable
          allowDeselect={false}
          data={options}
          value={value || null}
          error={error}
          nothingFoundMessage="No package found"
          onChange={(chosen) => chosen && onChange(chosen)}
        />
        {!isReadOnly && (
          <ImportUpload
            onReady={(imported) => {
              void client.invalidateQueries({ queryKey: [listCloudScormImports.path] })
              if (imported.course_id !== null) onChange(imported.course_id)
            }}
          />
        )}
      </div>
    </Input.Wrapper>
  )
}
