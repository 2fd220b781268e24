import fs from 'node:fs'
import path from 'node:path'
import { hashPassword } from '#platform/passwords.ts'
import type { Config } from '#platform/process/config.ts'
import type { App } from '../app.ts'
import { DEMO_PEOPLE, type DemoPerson } from './people.ts'
import { DEMO_PORTALS, type DemoPortal } from './portals.ts'

export const DEMO_FILES = path.join(import.meta.dirname, 'files')

export type DemoPortals = {
  portals: ReadonlyMap<string, { id: number; slug: string }>
  people: ReadonlyMap<string, number>
}

/** Stores a public picture of the demo and returns its address. */
export const storePicture = async (app: App, portalId: number, file: string): Promise<string | null> => {
  const source = path.join(DEMO_FILES, file)
  if (!fs.existsSync(source)) return null
  const bytes = fs.readFileSync(source)
  const key = `media/${portalId}/demo-${path.basename(file)}`
  await app.services.files.put(key, bytes)
  const { uuid } = await app.db.withPortal(portalId, (tx) =>
    tx
      .insertInto('media')
      .values({
        portal_id: portalId,
        name: path.basename(file),
        type: 'img',
        mime_type: file.endsWith('.jpg') ? 'image/jpeg' : 'image/png',
        size: bytes.length,
        key,
        is_public: true,
      })
      .returning('uuid')
      .executeTakeFirstOrThrow(),
  )
  return `/api/v1/media/${uuid}`
}

const createPortal = async (app: App, { company, has_logo: hasLogo, navigations, ...portal }: DemoPortal) => {
  const row = await app.db.withPlatform(async (tx) => {
    const created = await tx.insertInto('portals').values(portal).returning(['id', 'slug']).executeTakeFirstOrThrow()
    await tx
      .insertInto('companies')
      .values({ portal_id: created.id, ...company })
      .execute()
    if (navigations)
      await tx
        .insertInto('navigation_groups')
        .values(navigations.map((group) => ({ portal_id: created.id, ...group })))
        .execute()
    return created
  })
  if (hasLogo) {
    const logo = await storePicture(app, row.id, `${portal.slug}-logo.png`)
    const secondary = await storePicture(app, row.id, `${portal.slug}-logo-dark.png`)
    await app.db.withPlatform((tx) =>
      tx
        .updateTable('portals')
        .set({ logo, secondary_logo: secondary, default_certificate_logo: logo })
        .where('id', '=', row.id)
        .execute(),
    )
  }
  return row
}

const createPerson = async (
  app: App,
  portals: DemoPortals['portals'],
  passwordHash: string,
  person: DemoPerson,
): Promise<number> =>
  app.db.withPlatform(async (tx) => {
    const { roles, email, platform_role, first_name, last_name } = person
    const username = email.split('@')[0]?.replace('.', '-') ?? null
    const { id } = await tx
      .insertInto('users')
      .values({
        email,
        platform_role: platform_role ?? null,
        password_hash: passwordHash,
        email_verified_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const [slug, roleNames = []] of Object.entries(roles)) {
      const portal = portals.get(slug)
      if (!portal) throw new Error(`No portal ${slug}`)
      await tx
        .insertInto('portal_users')
        .values({ portal_id: portal.id, user_id: id, username, first_name, last_name })
        .execute()
      if (roleNames.length > 0)
        await tx
          .insertInto('portal_user_roles')
          .values(roleNames.map((role) => ({ portal_id: portal.id, user_id: id, role })))
          .execute()
    }
    return id
  })

/** Makes people with their roles and the password of the demo; answers their ids by e-mail. */
export const createPeople = async (
  app: App,
  config: Config,
  portals: DemoPortals['portals'],
  people: readonly DemoPerson[],
): Promise<Map<string, number>> => {
  // Everyone has the same known password, so it is hashed once.
  const passwordHash = await hashPassword(config.PORTICO_DEMO_PASSWORD)
  const ids = new Map<string, number>()
  for (const person of people) ids.set(person.email, await createPerson(app, portals, passwordHash, person))
  return ids
}

/** Makes the portals and the people of the demo: what has to be there before anybody can call anything. */
export const createDemo = async (app: App, config: Config): Promise<DemoPortals> => {
  const portals = new Map<string, { id: number; slug: string }>()
  for (const portal of DEMO_PORTALS) portals.set(portal.slug, await createPortal(app, portal))
  return { portals, people: await createPeople(app, config, portals, DEMO_PEOPLE) }
}
