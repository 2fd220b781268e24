import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { formatNumber } from '#kernel/format.ts'
import { type DroppedFile, FileDrop } from '#ui/app/form/file-drop.tsx'
import { Row, Rows } from '#ui/app/list/rows.tsx'
import { PageHeader } from '#ui/app/page-header.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { sendFile } from '#ui/calls/send-file.ts'
import { useChangeSearch } from '#ui/hooks/use-change-search.ts'
import { IconDownload } from '#ui/icons.tsx'
import { textOfError } from '#ui/public/lists/error-text.ts'
import { Badge } from '#ui/public/parts/badge.tsx'
import { LinkButton } from '#ui/public/parts/button.tsx'
import { Part } from '#ui/public/parts/layout.tsx'
import { TimeText } from '#ui/public/parts/time.tsx'
import { STATUS_NAMES } from '../../rules/fields.ts'
import styles from '../import.module.css'
import { importIn, importQueries, type Summary } from '../queries.ts'
import { OneImport } from './one-import.tsx'

const CRUMBS = [{ label: 'Users', href: '/users' }, { label: 'Import people' }]
const ADDRESS = '/api/v1/users/imports'
const OFFLINE = 'You are offline. The file will be sent when you are back online.'
const RULE = { extensions: ['csv', 'xlsx', 'tsv', 'txt'] }

/** `/users/import`: a sheet is uploaded, its columns are confirmed, every row is checked, and then it is imported (USR-060). */
export function ImportScreen() {
  const search = useSearch({ strict: false }) as Record<string, unknown>
  const id = importIn(search)
  if (id === null) return <Start />
  return <OneImport key={id} id={id} crumbs={CRUMBS} startsWithUndo={search['preview'] === 'undo'} />
}

function Start() {
  return (
    <>
      <PageHeader
        title="Import people"
        text="Add people and enroll them in courses from a spreadsheet. You see what will happen to every row before anything is saved."
        crumbs={CRUMBS}
        actions={
          <LinkButton href={`${ADDRESS}/template`} download="" variant="outline" icon={IconDownload}>
            Download template
          </LinkButton>
        }
      />
      <div className={styles.parts}>
        <Upload />
        <Earlier />
      </div>
    </>
  )
}

function Upload() {
  const api = useApi()
  const queryClient = useQueryClient()
  const changeSearch = useChangeSearch()
  const [file, setFile] = useState<DroppedFile | null>(null)
  const send = (chosen: File) => {
    const shown = { id: chosen.name, name: chosen.name, size: chosen.size }
    setFile({ ...shown, progress: 0 })
    sendFile(ADDRESS, chosen, ({ percent, isWaiting }) =>
      setFile({ ...shown, progress: Math.floor(percent), note: isWaiting ? OFFLINE : undefined }),
    )
      .done.then(async (answer) => {
        const { id } = (answer as { data: { id: number } }).data
        queryClient.setQueryData(importQueries(api).one(id).queryKey, answer as never)
        await queryClient.invalidateQueries({ queryKey: importQueries(api).list().queryKey })
        await changeSearch(() => ({ import: id }), { resetScroll: true })
      })
      .catch((error: unknown) => setFile({ ...shown, error: textOfError(error) }))
  }
  return (
    <FileDrop
      label="Drop a spreadsheet here"
      rule={RULE}
      hint="CSV or Excel (.xlsx) with up to 50,000 rows and 20 MB. The first row holds the titles of the columns. Each row needs an e-mail or a badge number."
      files={file ? [file] : []}
      isDisabled={file !== null && file.error === undefined}
      onFiles={([chosen]) => chosen && send(chosen)}
      onRemove={file?.error ? () => setFile(null) : undefined}
    />
  )
}

/** How many rows there are, and of a run that is under way or stopped how many are done. */
const howFar = ({ status, rows_done: done, rows_total: total }: Summary): string => {
  if (total === 0) return ''
  const rows = `${formatNumber(total)} ${total === 1 ? 'row' : 'rows'}`
  return status === 'running' || status === 'stopped' ? `, ${formatNumber(done)} of ${rows} done` : `, ${rows}`
}

function Earlier() {
  const { data } = useQuery(importQueries(useApi()).list())
  if (!data || data.data.length === 0) return null
  return (
    <Part title="Recent imports" id="recent-imports">
      <Rows label="Recent imports">
        {data.data.map((one) => (
          <Row
            key={one.id}
            title={
              <>
                <strong>{one.file_name}</strong> <Badge>{STATUS_NAMES[one.status]}</Badge>
              </>
            }
            note={
              <>
                <TimeText value={one.created_at} /> by {one.by}
                {howFar(one)}
              </>
            }
          >
            <LinkButton
              href={`/users/import?import=${one.id}`}
              size="sm"
              variant="outline"
              aria-label={`Open ${one.file_name}`}
            >
              Open
            </LinkButton>
          </Row>
        ))}
      </Rows>
    </Part>
  )
}
