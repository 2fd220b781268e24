import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { listCertificates } from '#features/certificates/contract.ts'
import { ExportButton } from '#features/exports/web/public.ts'
import type { Wire } from '#kernel/endpoint.ts'
import { ListScreen } from '#ui/app/list/list-screen.tsx'
import type { ListSpec } from '#ui/app/list/list-state.ts'
import { useListState } from '#ui/app/list/use-list-state.ts'
import { StatusBadge } from '#ui/app/status-badge.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { IconDownload } from '#ui/icons.tsx'
import { LinkButton } from '#ui/public/parts/button.tsx'
import { DayText } from '#ui/public/parts/day.tsx'
import styles from '../managers.module.css'
import { useCourse } from '../use-course.ts'

type Certificate = Wire<typeof listCertificates>['data'][number]

const SPEC: ListSpec = { sorts: ['issued_at'], sort: '-issued_at' }

/** The certificates of the people of a manager's course, or of one of them (ROU-086, CER-019). */
export function CertificatesScreen({ slug, userId }: { slug: string; userId: number | null }) {
  const course = useCourse(slug)
  const address = useListState(SPEC)
  const narrowing = { course_id: course.id, ...(userId !== null && { user_id: userId }) }
  const query = useApi().query(listCertificates, { query: { ...address.query, ...narrowing } as never })
  const result = useQuery({ ...query, placeholderData: keepPreviousData })
  return (
    <ListScreen<Certificate>
      label="Certificates"
      address={address}
      result={result}
      searchLabel={null}
      toolbar={<ExportButton shown={{ kind: 'certificates', query: narrowing }} />}
      rowKey={(certificate) => certificate.id}
      rowName={(certificate) => certificate.holder_name}
      columns={[
        {
          key: 'holder_name',
          title: 'Person',
          role: 'main',
          cell: ({ holder_name: name }) => <span className={styles.name}>{name}</span>,
        },
        { key: 'number', title: 'Number', cell: ({ number }) => number },
        { key: 'status', title: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
        {
          key: 'issued_at',
          title: 'Issued',
          isSortable: true,
          cell: (certificate) => <DayText value={certificate.issued_at} zone={certificate.time_zone} />,
        },
        {
          key: 'expires_at',
          title: 'Valid until',
          role: 'secondary',
          cell: (certificate) => <DayText value={certificate.expires_at} zone={certificate.time_zone} isEnd />,
        },
        {
          key: 'file',
          title: 'PDF',
          align: 'right',
          cell: ({ file, holder_name: name }) => (
            <LinkButton
              href={file.url}
              download=""
              size="sm"
              variant="outline"
              icon={IconDownload}
              aria-label={`Download the certificate of ${name}`}
            >
              Download
            </LinkButton>
          ),
        },
      ]}
      empty={{
        title: 'No certificates yet',
        text:
          userId === null
            ? 'When one of your people completes the course, you can download the certificate here.'
            : 'This person gets a certificate when they complete the course.',
        action: userId !== null && (
          <LinkButton href={`/courses/managers/${slug}/certificates`} variant="outline">
            All certificates of the course
          </LinkButton>
        ),
      }}
    />
  )
}
