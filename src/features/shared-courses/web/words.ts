import type { Wire } from '#kernel/endpoint.ts'
import { PUBLISHING } from '#kernel/product/statuses.ts'
import type { z } from '#kernel/schema.ts'
import type { CourseShare, listCourseShares, PublishingJob, SharedCourse, showCourseSource } from '../contract.ts'

export type Share = z.input<typeof CourseShare>
export type Job = z.input<typeof PublishingJob>
export type Received = z.input<typeof SharedCourse>
export type Source = Wire<typeof showCourseSource>['data']
export type FieldChange = Source['field_changes'][number]
export type Shares = Wire<typeof listCourseShares>

/** The states of BLD-026 as people read them. */
export const PUBLISHING_WORDS: Record<Share['state'], string> = {
  [PUBLISHING.queued]: 'Queued',
  [PUBLISHING.processing]: 'Processing',
  [PUBLISHING.published]: 'Published',
  [PUBLISHING.failed]: 'Failed',
}

export const PUBLISHING_OPTIONS = Object.entries(PUBLISHING_WORDS).map(([value, label]) => ({ value, label }))

/** What the other portal has of a course that we share. */
export const takenInWords = ({ newest, taken, declined, revoked_at, state }: Share): string => {
  if (revoked_at) return 'Sharing ended'
  if (taken === 0) return state === PUBLISHING.failed ? 'Not delivered' : 'On its way'
  if (taken >= newest) return 'Up to date'
  if (declined >= newest) return 'Update declined'
  return state === PUBLISHING.published ? 'Update waiting for their decision' : 'Update on its way'
}

export const RECEIVED_LOOKS: Record<Received['state'], { label: string; status: string }> = {
  current: { label: 'Up to date', status: 'finished' },
  update: { label: 'Update available', status: 'pending' },
  declined: { label: 'Update declined', status: 'cancelled' },
  revoked: { label: 'Sharing ended', status: 'archived' },
}

export const RECEIVED_OPTIONS = Object.entries(RECEIVED_LOOKS).map(([value, { label }]) => ({ value, label }))

export const FIELD_WORDS: Record<string, string> = {
  title: 'Title',
  description: 'Description',
  video: 'Video',
  duration_minutes: 'Length in minutes',
  is_sequential: 'Lessons in order',
  author_name: 'Author',
  thumbnail: 'Cover',
  seo_image: 'Share image',
  author_avatar: 'Picture of the author',
}

export const IS_PICTURE: ReadonlySet<string> = new Set(['thumbnail', 'seo_image', 'author_avatar'])

/** A value of a field in words; null is nothing. */
export const valueInWords = ({ field }: Pick<FieldChange, 'field'>, value: string | null): string | null =>
  field === 'is_sequential' && value !== null ? (value === 'true' ? 'On' : 'Off') : value

/** How far a job is: "12 of 40 portals done, 1 failed". */
export const jobInWords = ({ queued, processing, published, failed }: Job): string => {
  const total = queued + processing + published + failed
  const done = `${(published + failed).toLocaleString('en-US')} of ${total.toLocaleString('en-US')} ${total === 1 ? 'portal' : 'portals'} done`
  return failed > 0 ? `${done}, ${failed.toLocaleString('en-US')} failed` : done
}

export const isRunning = (job: Job | null | undefined): boolean => !!job && job.queued + job.processing > 0
