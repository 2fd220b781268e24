import { Menu } from '@mantine/core'
import { useState } from 'react'
import { fetchExport } from '#features/exports/web/public.ts'
import { IconDownload } from '#ui/icons.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Button } from '#ui/public/parts/button.tsx'

const FORMATS = [
  { label: 'Excel file', path: '/api/v1/compliance/matrix/xlsx' },
  { label: 'CSV file', path: '/api/v1/compliance/matrix/csv' },
  { label: 'PDF to print', path: '/api/v1/compliance/matrix/pdf' },
]

type ExportMenuProps = {
  query: Record<string, string | null | undefined>
  /** Opens the roster of the crew that is shown; none for another day than today. */
  onCrew: (() => void) | null
}

/** Downloads the matrix as it is shown: the same day and filters (CMP-013). */
export function ExportMenu({ query, onCrew }: ExportMenuProps) {
  const [isFetching, setFetching] = useState(false)
  const fetchIt = async (path: string) => {
    const filters = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]))
    setFetching(true)
    try {
      if ((await fetchExport(`${path}?${new URLSearchParams(filters)}`)) === 'started')
        toast.success('We are making the file. You will get a notification when it is ready.')
    } catch (error) {
      toast.error(error)
    } finally {
      setFetching(false)
    }
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="outline" icon={IconDownload} isLoading={isFetching}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {FORMATS.map(({ label, path }) => (
          <Menu.Item key={path} onClick={() => void fetchIt(path)}>
            {label}
          </Menu.Item>
        ))}
        {onCrew && <Menu.Item onClick={onCrew}>Crew roster with a code</Menu.Item>}
      </Menu.Dropdown>
    </Menu>
  )
}
