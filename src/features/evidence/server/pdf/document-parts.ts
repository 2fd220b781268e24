import type { AcceptedDocument } from '#features/documents/server/api.ts'
import { formatDay } from '#kernel/format/day.ts'
import type { Block, PageParts } from './layout.ts'

export type EvidenceDocument = Omit<AcceptedDocument, 'accepted_by'> & { accepted_by: string | null }

/** The licenses and documents of a person that were accepted (CMP-025); their files are in the ZIP. */
export const documentParts = (parts: PageParts, documents: readonly EvidenceDocument[]): Block[] =>
  documents.length === 0
    ? []
    : [
        parts.heading('Licenses and documents', 1),
        ...documents.flatMap((document) => [
          parts.heading(document.requirement, 3),
          parts.facts([
            ['Issued by', document.issuer],
            ['Number', document.number],
            ['Issued', formatDay(document.issued_on, 'long')],
            ['Valid until', document.valid_until === null ? 'No end' : formatDay(document.valid_until, 'long')],
            [
              'Accepted',
              document.accepted_at &&
                `${parts.moment(document.accepted_at)} by ${document.accepted_by ?? 'the program'}`,
            ],
            ['File', document.file],
          ]),
        ]),
      ]
