import { keepPreviousData, useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { CertificateList, certificateQueries } from '#features/certificates/web/public.ts'
import { showCourse } from '#features/courses/contract.ts'
import { ExportButton } from '#features/exports/web/public.ts'
import { type ListSpec, withCursor } from '#ui/app/list/list-state.ts'
import { useListState } from '#ui/app/list/use-list-state.ts'
import { PageHeader } from '#ui/app/page-header.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { textOfError } from '#ui/public/lists/error-text.ts'
import { Pager } from '#ui/public/lists/pagination.tsx'
import { LoadingNote, SkeletonText } from '#ui/public/lists/skeleton.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { certificatesPath } from '../paths.ts'
import styles from '../teaching.module.css'

const SPEC: ListSpec = { filters: [], sorts: ['issued_at'], sort: '-issued_at' }

/** The certificates of a course, for everyone within reach or for one learner (ROU-081, ROL-062). */
export function CourseCertificatesScreen({ slug, userId }: { slug: string; userId?: number }) {
  const api = useApi()
  const { data: course } = useSuspenseQuery(api.query(showCourse, { params: { slug } })).data
  const address = useListState(SPEC)
  const cursor = address.query.cursor
  const narrowing = { course_id: course.id, ...(cursor !== undefined && { cursor: String(cursor) }) }
  const queries = certificateQueries(api)
  const { data, error, isFetching, refetch } = useQuery({
    ...queries.all({ ...narrowing, ...(userId !== undefined && { user_id: userId }) }),
    placeholderData: keepPreviousData,
  })
  const holder = userId === undefined ? undefined : data?.data[0]?.holder_name
  const exported = (
    <ExportButton
      shown={{
        kind: 'certificates',
        query: { course_id: course.id, ...(userId !== undefined && { user_id: userId }) },
      }}
    />
  )
  return (
    <>
      {userId === undefined ? (
        data && data.data.length > 0 && <div className={styles.tools}>{exported}</div>
      ) : (
        <PageHeader
          title={holder ? `Certificates of ${holder}` : 'Certificates'}
          text={`Issued for ${course.title}.`}
          actions={exported}
          crumbs={[
            { label: 'Courses', href: '/courses/admin' },
            { label: course.title, href: certificatesPath(slug) },
            { label: holder ?? 'One learner' },
          ]}
        />
      )}
      <div className={styles.part} aria-busy={isFetching}>
        {!data && !error && (
          <>
            <LoadingNote text="Loading the certificates" />
            <SkeletonText lines={4} />
          </>
        )}
        {!data && error && (
          <Alert
            tone="danger"
            title="The certificates cannot be read"
            isLive
            action={
              <Button size="sm" variant="outline" isLoading={isFetching} onClick={() => void refetch()}>
                Try again
              </Button>
            }
          >
            {textOfError(error)}
          </Alert>
        )}
        {data && (
          <CertificateList
            certificates={data.data}
            hasHolders
            empty={{ text: 'Certificates will be listed here when people finish the course.' }}
          />
        )}
        {data && (data.meta.next_cursor || data.meta.prev_cursor) && (
          <Pager
            meta={data.meta}
            isLoading={isFetching}
            onCursor={(next) => address.change(withCursor(address.state, next))}
          />
        )}
      </div>
    </>
  )
}
