import type { Insertable, Selectable, Updateable } from 'kysely'
import { materialNames } from '#features/media/server/api.ts'
import type { Tx } from '#platform/db/db.ts'
import type { CertificateTemplates } from '#platform/db/db-types.ts'

/** `background`, `logo` and `signature_image` hold uuids of images in the materials library. */
export type TemplateRow = Omit<Selectable<CertificateTemplates>, 'portal_id'>

/** The columns that hold pictures. */
export const PICTURES = ['background', 'logo', 'signature_image'] as const

const COLUMNS = [
  'id',
  'title',
  'text',
  'background',
  'logo',
  'signature_image',
  'signer_name',
  'signer_title',
  'valid_months',
  'updated_at',
] as const

export const loadTemplate = async (tx: Tx, portalId: number, id: number | null): Promise<TemplateRow | null> => {
  if (id === null) return null
  const row = await tx
    .selectFrom('certificate_templates')
    .select(COLUMNS)
    .where('portal_id', '=', portalId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row ?? null
}

export const insertTemplate = (tx: Tx, values: Insertable<CertificateTemplates>): Promise<TemplateRow> =>
  tx.insertInto('certificate_templates').values(values).returning(COLUMNS).executeTakeFirstOrThrow()

export const updateTemplateRow = (
  tx: Tx,
  portalId: number,
  id: number,
  values: Updateable<CertificateTemplates>,
): Promise<TemplateRow> =>
  tx
    .updateTable('certificate_templates')
    .set(values)
    .where('portal_id', '=', portalId)
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()

/** A template with what its pictures are called in the library. */
export const withFiles = async (tx: Tx, portalId: number, template: TemplateRow) => ({
  ...template,
  files: await materialNames(
    tx,
    portalId,
    PICTURES.map((column) => template[column]),
  ),
})
