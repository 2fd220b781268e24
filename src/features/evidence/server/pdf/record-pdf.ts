import { createElement as e } from 'react'
import type { PortalContext } from '#kernel/context.ts'
import { formatNumber } from '#kernel/format.ts'
import { printable } from '#kernel/product/printable.ts'
import { brandOf } from '#platform/brand.ts'
import { pdfKit, type RenderedPdf, renderPdf } from '#platform/pdf/pdf.ts'
import type { EvidenceRecord } from '../record.ts'
import { documentParts, type EvidenceDocument } from './document-parts.ts'
import { enrollmentParts } from './enrollment-parts.ts'
import { type Block, type PageParts, pageParts } from './layout.ts'

type Head = {
  title: string
  portal: Pick<PortalContext, 'name' | 'setting'>
  made_at: Date
  made_by: string
  key_id: string
  with_answers: boolean
}
export type RecordPdf = Head & { records: readonly EvidenceRecord[]; documents: readonly EvidenceDocument[] }
export type SummaryPdf = Head & {
  sums: { people: number; enrollments: number; completed: number; certificates: number }
}

type Build = (parts: PageParts) => Block[]

const render = async ({ title, portal, made_at: madeAt, ...head }: Head, what: string, build: Build) => {
  const kit = await pdfKit()
  const zone = portal.setting.time_zone
  const parts = pageParts(kit, brandOf(portal.setting.primary_color), zone)
  const made = `Made ${parts.moment(madeAt.toISOString())} by ${head.made_by}. Times are in ${zone.replaceAll('_', ' ')}.`
  const answers = head.with_answers
    ? ''
    : ' Answers and submitted work are left out: the person who made the file may not read them.'
  const blocks = [
    parts.title(`${portal.name} · ${what}`, title, made),
    parts.note(
      `This document is part of a file signed with key ${head.key_id}. README.txt in that file says how to check that nothing was changed.${answers}`,
    ),
    ...build(parts),
  ]
  return renderPdf(
    kit,
    e(
      kit.Document,
      {
        title: printable(`${what}: ${title}`),
        author: printable(portal.name),
        subject: what,
        creator: 'Portico',
        producer: 'Portico',
        language: 'en-US',
        creationDate: madeAt,
        modificationDate: madeAt,
      },
      parts.pages(blocks, `${portal.name} · ${what} · ${title}`),
    ),
  )
}

/** The records of a person as a PDF of letter pages (EVD-006). The same records give the same bytes. */
export const renderRecords = ({ records, documents, ...head }: RecordPdf): Promise<RenderedPdf> =>
  render(head, 'Training record', (parts) => [
    ...(records.length === 0
      ? [parts.note('There are no enrollments.')]
      : records.flatMap((record, index) => {
          const blocks = enrollmentParts(parts, record)
          return blocks.map((block, at) => (at === 0 && index > 0 ? parts.fresh(block) : block))
        })),
    ...documentParts(parts, documents),
  ])

/** What a file about many people contains, on one page. */
export const renderSummary = ({ sums, ...head }: SummaryPdf): Promise<RenderedPdf> =>
  render(head, 'Training records', (parts) => [
    parts.heading('In this file', 1),
    parts.facts([
      ['People', formatNumber(sums.people)],
      ['Enrollments', formatNumber(sums.enrollments)],
      ['Completed', formatNumber(sums.completed)],
      ['Certificates', formatNumber(sums.certificates)],
    ]),
    parts.heading('Where to look'),
    ...parts.table(
      [
        ['In the file', 2],
        ['What it is', 5],
      ],
      [
        ['people/', 'The training record of each person, named by the ID of the person in the portal'],
        ['enrollments/', 'The same for machines: a JSON file for each enrollment'],
        ['certificates/', 'The certificates, named by their numbers'],
        ['events.jsonl', 'Everything that happened, person by person'],
        ['README.txt', 'How to check that nothing was changed'],
      ],
    ),
  ])
