import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { urlOf } from '#kernel/client.ts'
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
import type { Crumb } from '#ui/public/parts/breadcrumbs.tsx'
import { LinkButton } from '#ui/public/parts/button.tsx'
import { Part } from '#ui/public/parts/layout.tsx'
import { TimeText } from '#ui/public/parts/time.tsx'
import { uploadQuestions } from '../../contract.ts'
import { FORMAT_NAMES, STATUS_NAMES } from '../../rules/decide.ts'
import { importIn, questionImportQueries } from '../queries.ts'
import styles from '../question-files.module.css'
import { OneImport } from './one-import.tsx'

const OFFLINE = 'You are offline. The file will be sent when you are back online.'
const RULE = { extensions: ['txt', 'gift', 'xml', 'zip', 'csv', 'tsv', 'xlsx'] }

/** `/question-pools/{id}/import`: a file is uploaded, each of its questions is checked, and then they are added (QPL-014). */
export function ImportQuestionsScreen({ poolId }: { poolId: number }) {
  const id = importIn(useSearch({ strict: false }) as Record<string, unknown>)
  const { data: pool } = useSuspenseQuery(questionImportQueries(useApi()).pool(poolId)).data
  const crumbs = [
    { label: 'Question pools', href: '/question-pools' },
    { label: pool.title, href: `/question-pools/${poolId}` },
    ...(id === null ? [] : [{ label: 'Import questions', href: `/question-pools/${poolId}/import` }]),
  ]
  return id === null ? <Start poolId={poolId} crumbs={crumbs} /> : <OneImport key={id} id={id} crumbs={crumbs} />
}

type StartProps = { poolId: number; crumbs: readonly Crumb[] }

function Start({ poolId, crumbs }: StartProps) {
  return (
    <>
      <PageHeader
        title="Import questions"
        text="Bring questions from Moodle, another training system or a spreadsheet. You see what will happen to every question before anything is saved."
        crumbs={[...crumbs, { label: 'Import questions' }]}
        actions={
          <LinkButton href="/api/v1/question-pools/imports/template" download="" variant="outline" icon={IconDownload}>
            Download template
          </LinkButton>
        }
      />
      <div className={styles.parts}>
        <Upload poolId={poolId} />
        <Earlier poolId={poolId} />
      </div>
    </>
  )
}

function Upload({ poolId }: { poolId: number }) {
  const queries = questionImportQueries(useApi())
  const queryClient = useQueryClient()
  const changeSearch = useChangeSearch()
  const [file, setFile] = useState<DroppedFile | null>(null)
  const send = (chosen: File) => {
    const shown = { id: chosen.name, name: chosen.name, size: chosen.size }
    setFile({ ...shown, progress: 0 })
    sendFile(`/api/v1${urlOf(uploadQuestions, { params: { id: poolId } })}`, chosen, ({ percent, isWaiting }) =>
      setFile({ ...shown, progress: Math.floor(percent), note: isWaiting ? OFFLINE : undefined }),
    )
      .done.then(async (answer) => {
        const { id } = (answer as { data: { id: number } }).data
        queryClient.setQueryData(queries.one(id).queryKey, answer as never)
        await queryClient.invalidateQueries({ queryKey: queries.list(poolId).queryKey })
        await changeSearch(() => ({ import: id }), { resetScroll: true })
      })
      .catch((error: unknown) => setFile({ ...shown, error: textOfError(error) }))
  }
  return (
    <FileDrop
      label="Drop a file of questions here"
      rule={RULE}
      hint="GIFT, Aiken, Moodle XML, QTI 2.1 (an item or a package), CSV or Excel (.xlsx), with up to 1,000 questions and 20 MB. Single choice, multiple choice and true or false are taken, with their pictures."
      files={file ? [file] : []}
      isDisabled={file !== null && file.error === undefined}
      onFiles={([chosen]) => chosen && send(chosen)}
      onRemove={file?.error ? () => setFile(null) : undefined}
    />
  )
}

function Earlier({ poolId }: { poolId: number }) {
  const { data } = useQuery(questionImportQueries(useApi()).list(poolId))
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
                {FORMAT_NAMES[one.format]}, {formatNumber(one.questions_count)}{' '}
                {one.questions_count === 1 ? 'question' : 'questions'}, <TimeText value={one.created_at} /> by {one.by}
              </>
            }
          >
            <LinkButton
              href={`/question-pools/${poolId}/import?import=${one.id}`}
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
