import { SegmentedControl } from '@mantine/core'

export type InvitedCourse = { id: number; slug: string; title: string }
export type InviteDialogProps = {
  course: InvitedCourse
  /** The credits that are left; null where the portal pays. */
  credits: number | null
  onClose: () => void
  /** What changes beside invitations and credits. */
  onInvited?: () => void
}

export type Way = 'emails' | 'sheet'
type WayFieldProps = { value: Way; onChange: (way: Way) => void }

/** By which way people are invited. */
export function WayField({ value, onChange }: WayFieldProps) {
  return (
    <SegmentedControl
      fullWidth
      aria-label="How to invite"
      data={[
        { value: 'emails', label: 'Type e-mails' },
        { value: 'sheet', label: 'Upload a list' },
      ]}
      value={value}
      onChange={(way) => onChange(way as Way)}
    />
  )
}
