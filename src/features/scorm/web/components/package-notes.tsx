import { Alert } from '#ui/public/parts/alert.tsx'

/** What was assumed of a package whose manifest leaves something out (SCO-034). */
export function PackageNotes({ notes }: { notes: readonly string[] }) {
  if (notes.length === 0) return null
  return (
    <Alert tone="warning" title="Please check this package">
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </Alert>
  )
}
