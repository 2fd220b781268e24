import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { formatNumber } from '#kernel/format.ts'
import { Row, Rows } from '#ui/app/list/rows.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { IconDownload } from '#ui/icons.tsx'
import { Dialog } from '#ui/public/dialogs/dialog.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { textOfError } from '#ui/public/lists/error-text.ts'
import { LoadingNote } from '#ui/public/lists/skeleton.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Button, LinkButton } from '#ui/public/parts/button.tsx'
import { fetchExport } from '../fetch-export.ts'
import { type ExportLinkShown, exportQueries } from '../queries.ts'
import styles from './exports.module.css'
import { FileList } from './file-list.tsx'

/** A list on the screen behind the dialog: which export is its own, and what narrows it now. */
export type ShownList = { kind: string; query?: Record<string, unknown> }

const STARTED = 'We are making the export. You will get a notification when it is ready.'
const LARGE = 'too large to wait for, so it is made in the background'

const countOf = ({ format, rows, has_more_rows: hasMore }: ExportLinkShown): string => {
  const [one, many] = format === 'zip' ? ['file', 'files'] : ['row', 'rows']
  return `${hasMore ? 'more than ' : ''}${formatNumber(rows)} ${rows === 1 ? one : many}`
}

const narrowedUrl = (url: string, query: Record<string, unknown> = {}): string | null => {
  const filters = Object.entries(query).filter(
    ([name, value]) => value !== undefined && value !== '' && !['cursor', 'per_page', 'sort'].includes(name),
  )
  return filters.length > 0
    ? `${url}?${new URLSearchParams(filters.map(([name, value]) => [name, String(value)]))}`
    : null
}

/** The exports dialog: the export links one may use, and the files that were made in the background (UIX-029, API-019). */
export function ExportsDialog({ shown, onClose }: { shown?: ShownList | undefined; onClose: () => void }) {
  const { data, error } = useQuery(exportQueries(useApi()))
  const links = data?.data.links ?? []
  const own = links.find(({ kind }) => kind === shown?.kind)
  const narrowed = own && narrowedUrl(own.url, shown?.query)
  const ordered = own ? [own, ...links.filter((link) => link !== own)] : links
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Exports"
      footer={
        <Button variant="outline" onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className={styles.parts}>
        {error && !data && (
          <Alert tone="danger" isLive>
            {textOfError(error)}
          </Alert>
        )}
        {!data && !error && <LoadingNote text="Loading exports" />}
        {data && (
          <Rows isInset label="Exports">
            {own && narrowed && (
              <Row title={<strong>{own.title}, as the list shows them</strong>} note="Only what this list shows now.">
                <Action link={{ ...own, url: narrowed, title: `${own.title}, as the list shows them` }} />
              </Row>
            )}
            {ordered.map((link) => (
              <Row
                key={link.kind}
                title={<strong>{link.title}</strong>}
                note={
                  <>
                    {link.text}
                    <br />
                    {link.format === 'zip' ? 'ZIP of PDF files' : 'CSV'}, {countOf(link)}
                    {link.is_background && `; ${LARGE}`}
                  </>
                }
              >
                <Action link={link} />
              </Row>
            ))}
          </Rows>
        )}
        {data && data.data.files.length > 0 && (
          <section className={styles.parts} aria-label="Your files">
            <h3 className={styles.heading}>Your files</h3>
            <FileList files={data.data.files} />
          </section>
        )}
      </div>
    </Dialog>
  )
}

function Action({ link }: { link: ExportLinkShown }) {
  // An archive goes straight to the disk; a page would have to hold it whole.
  if (link.format === 'zip' && !link.is_background && link.rows > 0)
    return (
      <LinkButton
        href={link.url}
        download=""
        size="sm"
        variant="soft"
        icon={IconDownload}
        aria-label={`Download ${link.title}`}
      >
        Download
      </LinkButton>
    )
  return <Fetch url={link.url} name={link.title} isLarge={link.is_background} isEmpty={link.rows === 0} />
}

type FetchProps = { url: string; name: string; isLarge?: boolean; isEmpty?: boolean }

function Fetch({ url, name, isLarge = false, isEmpty = false }: FetchProps) {
  const api = useApi()
  const queryClient = useQueryClient()
  const [isFetching, setFetching] = useState(false)
  const fetchIt = async () => {
    setFetching(true)
    try {
      if ((await fetchExport(url)) !== 'started') return
      toast.success(STARTED)
      await queryClient.invalidateQueries({ queryKey: exportQueries(api).queryKey })
    } catch (error) {
      toast.error(error)
    } finally {
      setFetching(false)
    }
  }
  return (
    <Button
      size="sm"
      variant="soft"
      icon={IconDownload}
      isLoading={isFetching}
      disabled={isEmpty}
      aria-label={`${isLarge ? 'Make' : 'Download'} ${name}`}
      onClick={() => void fetchIt()}
    >
      {isLarge ? 'Make' : 'Download'}
    </Button>
  )
}
