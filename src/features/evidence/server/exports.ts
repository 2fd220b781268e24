import type { Looker } from '#features/accounts/server/api.ts'
import { displayPerson, findById, loadShownPeople } from '#features/accounts/server/api.ts'
import { acceptedDocuments } from '#features/documents/server/api.ts'
import { type ExportKind, type ExportRequest, zipExport } from '#features/exports/server/api.ts'
import type { PortalContext } from '#kernel/context.ts'
import type { Tx } from '#platform/db/db.ts'
import type { Services } from '#platform/services.ts'
import { ABOUT, type About, type Chosen, countChosen, listChosen } from './chosen.ts'
import { type EvidenceAsk, evidenceEntries } from './file.ts'
import { nameOf } from './record.ts'

/** What of a request is kept for the background. */
export type EvidenceQuery = { id: number | null; title: string; with_answers: boolean }

/** The permission with which each file is asked for and fetched. */
export const PERMISSIONS = {
  enrollment: 'enrollments.view',
  person: 'users.view',
  course: 'enrollments.view',
  portal: 'activity-logs.view',
} as const satisfies Record<About, ExportKind['permission']>

export const kindOf = (about: About): string => `evidence-${about}`

const lookerIn = ({ portal_id, user_id, role, is_outside }: ExportRequest): Looker => ({
  portal_id,
  user_id,
  role,
  is_outside,
})

/** The enrollments that a file is about, as far as the person who asked may read them. */
export const chosenBy = (about: About, request: ExportRequest): Chosen => ({
  portal_id: request.portal_id,
  about,
  id: (request.query as EvidenceQuery).id,
  looker: request.scope === 'own' ? lookerIn(request) : null,
})

/** The accepted documents of a file about a person, whom a manager may no longer have (CMP-025). */
const documentsOf = async (
  tx: Tx,
  about: About,
  request: ExportRequest,
  { setting }: PortalContext,
): Promise<EvidenceAsk['documents']> => {
  const chosen = chosenBy(about, request)
  if (about !== 'person' || chosen.id === null) return []
  if (chosen.looker && (await countChosen(tx, chosen)) === 0) return []
  const at = { portal_id: request.portal_id, user_id: chosen.id }
  const documents = await acceptedDocuments(tx, at, { now: new Date(request.asked_at), time_zone: setting.time_zone })
  const people = await loadShownPeople(
    tx,
    request.portal_id,
    documents.flatMap(({ document }) => document.accepted_by ?? []),
  )
  return documents.map(({ document: { accepted_by: by, ...document }, key }) => ({
    key,
    document: {
      ...document,
      accepted_by: by === null ? null : nameOf(people.get(by)?.display_name ?? 'A former member'),
    },
  }))
}

/** Signed files of training records (EVD-001); they are asked for with calls of their own. */
export const evidenceExports = ({ portalById, secret }: Pick<Services, 'portalById' | 'secret'>): ExportKind[] =>
  ABOUT.map((about) =>
    zipExport({
      name: kindOf(about),
      title: 'Inspector’s file',
      text: 'Training records, signed, to be checked without a connection.',
      endpoint: null,
      permission: PERMISSIONS[about],
      file: `training-records-${about}`,
      count: (tx, request) => countChosen(tx, chosenBy(about, request)),
      entries: async (tx, request, archive) => {
        const portal = await portalById(request.portal_id)
        if (!portal) throw new Error(`Portal ${request.portal_id} has gone`)
        const { title, with_answers } = request.query as EvidenceQuery
        const maker = await findById(tx, request.portal_id, request.user_id)
        return evidenceEntries({
          archive,
          portal,
          secret,
          about,
          title,
          people: await listChosen(tx, chosenBy(about, request)),
          scope: { with_answers },
          documents: await documentsOf(tx, about, request, portal),
          made_at: new Date(request.asked_at),
          made_by: maker ? displayPerson(maker).display_name : 'Portico',
        })
      },
    }),
  )
