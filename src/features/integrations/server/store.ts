import type { Tx } from '#platform/db/db.ts'
import { seal, unseal } from '#platform/sealed.ts'
import type { Service } from '../contract.ts'

export type Secrets = Record<string, string>
const purposeOf = (portalId: number, service: Service) => `integration ${portalId} ${service}`

/** What may be shown of a service's keys, or null where none are kept. */
export const loadSettings = async (tx: Tx, portalId: number): Promise<Partial<Record<Service, Secrets>>> => {
  const rows = await tx
    .selectFrom('integrations')
    .select(['service', 'settings'])
    .where('portal_id', '=', portalId)
    .execute()
  return Object.fromEntries(rows.map(({ service, settings }) => [service, settings as Secrets]))
}

/** The keys of a service in full, or null where none are kept or they were sealed with another secret. */
export const loadSecrets = async (
  tx: Tx,
  secret: string,
  portalId: number,
  service: Service,
): Promise<Secrets | null> => {
  const row = await tx
    .selectFrom('integrations')
    .select('secrets')
    .where('portal_id', '=', portalId)
    .where('service', '=', service)
    .executeTakeFirst()
  const text = row ? unseal(secret, purposeOf(portalId, service), row.secrets) : null
  return text === null ? null : (JSON.parse(text) as Secrets)
}

type IntegrationInput = {
  portal_id: number
  service: Service
  settings: Secrets
  secrets: Secrets
  user_id: number
  now: Date
}

export const saveIntegration = async (tx: Tx, secret: string, integration: IntegrationInput): Promise<void> => {
  const values = {
    settings: JSON.stringify(integration.settings),
    secrets: seal(secret, purposeOf(integration.portal_id, integration.service), JSON.stringify(integration.secrets)),
    updated_at: integration.now,
    updated_by: integration.user_id,
  }
  await tx
    .insertInto('integrations')
    .values({ portal_id: integration.portal_id, service: integration.service, ...values })
    .onConflict((conflict) => conflict.columns(['portal_id', 'service']).doUpdateSet(values))
    .execute()
}

export const deleteIntegration = async (tx: Tx, portalId: number, service: Service): Promise<void> => {
  await tx.deleteFrom('integrations').where('portal_id', '=', portalId).where('service', '=', service).execute()
}
