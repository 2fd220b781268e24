import { useQuery, useQueryClient } from '@tanstack/react-query'
import { exportQueries, FileList } from '#features/exports/web/public.ts'
import { FormSection, Wide } from '#ui/app/form/detail-form.tsx'
import { useApi, useCall } from '#ui/calls/api.tsx'
import { IconDownload } from '#ui/icons.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { exportPersonalData } from '../../contract.ts'
import styles from './personal-data.module.css'

/** Asks for an export of the own data, and hands it out when it is ready (USR-044). */
export function PersonalDataSection() {
  const queries = exportQueries(useApi())
  const queryClient = useQueryClient()
  const files = (useQuery(queries).data?.data.files ?? []).filter(({ kind }) => kind === 'personal-data')
  const ask = useCall(exportPersonalData, {
    onSuccess: () => {
      toast.success('We are preparing your data. You will get a notification when it is ready.')
      return queryClient.invalidateQueries({ queryKey: queries.queryKey })
    },
    onError: (error) => void toast.error(error),
  })
  const isWaiting = files.some(({ status }) => status === 'waiting')
  return (
    <FormSection
      title="Your data"
      text="Profile, enrollments, progress, orders, certificates and messages stored in this portal, as a ZIP of JSON and PDF files."
    >
      <Wide>
        <div className={styles.part}>
          {files.length > 0 && <FileList files={files} />}
          <div>
            <Button
              variant="outline"
              icon={IconDownload}
              isLoading={ask.isPending}
              disabled={isWaiting}
              onClick={() => ask.mutate({})}
            >
              {isWaiting ? 'Being put together' : 'Export my data'}
            </Button>
          </div>
        </div>
      </Wide>
    </FormSection>
  )
}
