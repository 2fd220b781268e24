import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fetchExport } from '#features/exports/web/public.ts'
import { PartState } from '#ui/app/list/part-state.tsx'
import { useApi } from '#ui/calls/api.tsx'
import { Dialog } from '#ui/public/dialogs/dialog.tsx'
import { toast } from '#ui/public/dialogs/toasts.tsx'
import { Alert } from '#ui/public/parts/alert.tsx'
import { Button } from '#ui/public/parts/button.tsx'
import { crewProblem, crewText } from '../../rules/crew.ts'
import { complianceQueries } from '../queries.ts'
import styles from '../screens/compliance.module.css'

type CrewDialogProps = {
  /** The filters of the matrix. */
  query: Record<string, string>
  /** What the filters say of the crew, as a first title. */
  name: string
  onClose: () => void
}

/** Prints the people of the matrix with a code that the gate page reads (EVD-024). */
export function CrewDialog({ query, name, onClose }: CrewDialogProps) {
  const [title, setTitle] = useState(name)
  const [isFetching, setFetching] = useState(false)
  const size = useQuery(complianceQueries(useApi()).crew(query))
  const shown = size.data?.data
  const problem = shown && crewProblem(shown)
  const print = async () => {
    setFetching(true)
    try {
      await fetchExport(`/api/v1/compliance/crew-roster/pdf?${new URLSearchParams({ ...query, title })}`)
      onClose()
    } catch (error) {
      toast.error(error)
    } finally {
      setFetching(false)
    }
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Crew roster"
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button
            onClick={() => void print()}
            isLoading={isFetching}
            disabled={!shown || problem !== null || !title.trim()}
          >
            Download PDF
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <p>
          A list to print of the people shown and what they are cleared for, with a code for the whole crew. The guard
          scans it with the <a href="/gate">gate page</a>, which works without a network.
        </p>
        <TextInput
          label="Title"
          value={title}
          maxLength={60}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        {!shown && <PartState query={size} label="the crew" lines={1} />}
        {shown && problem === null && <p role="status">{crewText(shown)}</p>}
        {problem && <Alert tone="warning">{problem}</Alert>}
      </div>
    </Dialog>
  )
}
