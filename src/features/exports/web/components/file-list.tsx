import { formatFileSize, formatNumber } from '#kernel/format.ts'
import { Row, Rows } from '#ui/app/list/rows.tsx'
import { StatusBadge } from '#ui/app/status-badge.tsx'
import { IconDownload } from '#ui/icons.tsx'
import { LinkButton } from '#ui/public/parts/button.tsx'
import { DateText, TimeText } from '#ui/public/parts/time.tsx'
import type { ExportFileShown } from '../queries.ts'

const STATUS = { waiting: 'processing', ready: 'ready', failed: 'failed' } as const

/** Files made in the background, the newest first, each for as long as it is kept. */
export function FileList({ files }: { files: readonly ExportFileShown[] }) {
  return (
    <Rows isInset label="Files made for you">
      {files.map((file) => (
        <Row
          key={file.id}
          title={
            <>
              <strong>{file.title}</strong> {file.status !== 'ready' && <StatusBadge status={STATUS[file.status]} />}
            </>
          }
          note={
            <>
              Requested <TimeText value={file.created_at} />.
              {file.status === 'waiting' &&
                ` We are making it${file.done > 0 ? `: ${formatNumber(file.done)} of ${formatNumber(file.rows)} done` : ''}. You do not have to wait here.`}
              {file.status === 'failed' && ' It could not be made. Please try again.'}
              {file.status === 'ready' && (
                <>
                  {' '}
                  {formatFileSize(file.size ?? 0)}, available until <DateText value={file.expires_at} />.
                </>
              )}
            </>
          }
        >
          {file.url && (
            <LinkButton
              href={file.url}
              download=""
              size="sm"
              variant="soft"
              icon={IconDownload}
              aria-label={`Download ${file.title}`}
            >
              Download
            </LinkButton>
          )}
        </Row>
      ))}
    </Rows>
  )
}
