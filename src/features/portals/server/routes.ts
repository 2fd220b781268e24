import { isInGroup } from '#kernel/access/permissions.ts'
import type { Context, PortalContext, SignedIn } from '#kernel/context.ts'
import { fail } from '#kernel/errors.ts'
import { parseSort } from '#kernel/paging.ts'
import type { Tx } from '#platform/db/db.ts'
import { inPortal, overAllPortals } from '#platform/db/other-portals.ts'
import { requireUnblocked } from '#platform/http/context.ts'
import { type Route, route } from '#platform/http/route.ts'
import type { Services } from '#platform/services.ts'
import * as contract from '../contract.ts'
import * as navigation from '../contract-navigation.ts'
import * as terms from '../contract-terms.ts'
import { showPortalTextLimit, updatePortalTextLimit } from '../contract-texts.ts'
import type { PortalImage } from '../rules/images.ts'
import { removeImage, uploadImage } from './actions/change-image.ts'
import { makePortal } from './actions/create-portal.ts'
import { saveNavigation } from './actions/save-navigation.ts'
import { chooseBoundPortal } from './actions/select-portal.ts'
import { startSite } from './actions/start-site.ts'
import { changeCompany } from './actions/update-company.ts'
import { changePortal } from './actions/update-portal.ts'
import { saveSettings, saveTerms } from './actions/update-settings.ts'
import { changeStorage, readStorage } from './actions/update-storage.ts'
import { changeTextLimit, readTextLimit } from './actions/update-text-limit.ts'
import { loadGroups } from './navigation.ts'
import { identityOf, readPortal } from './portal-directory.ts'
import { presentInside, presentPortal, presentSummary, seesInside } from './present.ts'
import { listPortalNames, listPortalRows, portalOfCompany } from './store.ts'

const UPLOADS = {
  logo: contract.uploadLogo,
  secondary_logo: contract.uploadSecondaryLogo,
  favicon: contract.uploadFavicon,
  default_certificate_logo: contract.uploadDefaultCertificateLogo,
  social_logo: contract.uploadSocialLogo,
} as const satisfies Record<PortalImage, typeof contract.uploadLogo | object>
const REMOVALS = {
  logo: contract.removeLogo,
  secondary_logo: contract.removeSecondaryLogo,
  favicon: contract.removeFavicon,
  default_certificate_logo: contract.removeDefaultCertificateLogo,
  social_logo: contract.removeSocialLogo,
} as const satisfies Record<PortalImage, object>
const IMAGES = Object.keys(UPLOADS) as PortalImage[]

const SORTS = {
  name: [{ name: 'name', type: 'text', expression: 'portals.name collate "C"' }],
  id: [],
} as const

/** A short list that is answered whole (API-007). */
const whole = <T>(data: T[]) => ({ data, meta: { next_cursor: null, prev_cursor: null } })

const isSuperAdmin = (ctx: SignedIn) => isInGroup(ctx.viewer.current_role, 'super_admins')

/** Runs `work` in a portal the caller reaches: any for super admins, else the own one; another answers `not_found` (PRT-037, API-021). */
const within = <T>(tx: Tx, ctx: SignedIn, portalId: number | null, work: (id: number) => Promise<T>): Promise<T> => {
  if (portalId === null) throw fail('not_found')
  if (portalId === ctx.portal.id) return work(portalId)
  if (!isSuperAdmin(ctx)) throw fail('not_found')
  return inPortal(tx, portalId, () => work(portalId))
}

/** The calls of portals and their companies. */
export const routes = (services: Services): Route[] => {
  const { config, files } = services
  const identity = identityOf(config)

  const read = async (tx: Tx, id: number): Promise<PortalContext> => {
    const portal = await readPortal(tx, id, config)
    if (!portal) throw fail('not_found')
    return portal
  }
  const answer = async (tx: Tx, ctx: Context, portal: PortalContext) => ({
    data: seesInside(ctx) ? await presentInside(tx, portal, services) : presentPortal(portal),
  })
  const changed = async (tx: Tx, ctx: SignedIn) => answer(tx, ctx, await read(tx, ctx.portal.id))
  const companyPortal = (tx: Tx, ctx: SignedIn, companyId: number) => {
    if (companyId === ctx.portal.company.id) return Promise.resolve(ctx.portal.id)
    return isSuperAdmin(ctx) ? overAllPortals(tx, () => portalOfCompany(tx, companyId)) : Promise.resolve(null)
  }

  return [
    route(contract.showPortal, ({ tx, ctx }) => {
      requireUnblocked(ctx.portal, ctx.viewer)
      return answer(tx, ctx, ctx.portal)
    }),
    route(contract.showLoginInfo, async ({ ctx: { host_portal: portal } }) => ({
      data: {
        name: portal.name,
        logo: portal.setting.logo,
        primary_color: portal.setting.primary_color,
        secondary_color: portal.setting.secondary_color,
        support_phone: portal.company.support_phone,
        support_email: portal.company.support_email,
      },
    })),
    route(terms.showTerms, async ({ ctx }) => ({ data: { terms: ctx.portal.setting.terms } })),
    route(terms.updateTerms, async ({ tx, ctx, body }) => ({ data: { terms: await saveTerms(tx, ctx, body) } })),
    route(contract.listNavigations, async ({ ctx }) => whole(ctx.portal.navigations)),
    route(navigation.showNavigation, async ({ tx, ctx }) => ({ data: await loadGroups(tx, ctx.portal.id) })),
    route(navigation.updateNavigation, async ({ tx, ctx, body }) => {
      await saveNavigation(tx, ctx, body)
      return { data: await loadGroups(tx, ctx.portal.id) }
    }),
    route(contract.updateSettings, async ({ tx, ctx, body }) => {
      await saveSettings(tx, ctx, body)
      return changed(tx, ctx)
    }),
    route(contract.startSite, async ({ tx, ctx, body }) => {
      await startSite(tx, ctx, services, body.key)
      return changed(tx, ctx)
    }),
    ...IMAGES.flatMap((image) => [
      route(UPLOADS[image], async ({ tx, ctx, body, files: uploads }) => {
        await uploadImage(tx, ctx, files, image, { uploads, library_id: body.library_id })
        return changed(tx, ctx)
      }),
      route(REMOVALS[image], async ({ tx, ctx }) => {
        await removeImage(tx, ctx, image)
        return changed(tx, ctx)
      }),
    ]),

    route(contract.selectPortals, async ({ tx, ctx }) => {
      const holder = isSuperAdmin(ctx) ? null : ctx.viewer.user_id
      const data = await overAllPortals(tx, () => listPortalNames(tx, holder))
      return { data, meta: { next_cursor: null, prev_cursor: null, selected_id: ctx.portal.id } }
    }),
    route(contract.selectPortal, async ({ tx, ctx, body, http }) => ({
      data: await chooseBoundPortal(tx, ctx, body.portal_id, http),
    })),

    route(contract.listPortals, async ({ tx, ctx, query }) => {
      const { cursor, per_page, sort, ...filter } = query
      const order = parseSort(sort, ['name', 'id'])
      if (!order) throw fail('invalid', { field: 'sort' })
      const request = {
        cursor,
        per_page,
        sort,
        keys: [...SORTS[order.field]],
        direction: order.is_descending ? ('desc' as const) : ('asc' as const),
      }
      const list = () => listPortalRows(tx, isSuperAdmin(ctx) ? filter : { ...filter, id: ctx.portal.id }, request)
      const { data, meta } = await (isSuperAdmin(ctx) ? overAllPortals(tx, list) : list())
      return { data: data.map(presentSummary), meta }
    }),
    route(contract.createPortal, async ({ tx, ctx, body }) => {
      const id = await makePortal(tx, ctx, identity, body)
      return inPortal(tx, id, async () => {
        if (body.starting_point)
          await startSite(tx, { ...ctx, portal: await read(tx, id) }, services, body.starting_point)
        return { data: await presentInside(tx, await read(tx, id), services) }
      })
    }),
    route(contract.showPortalById, ({ tx, ctx, params }) =>
      within(tx, ctx, params.id, async (id) => answer(tx, ctx, await read(tx, id))),
    ),
    route(contract.updatePortal, ({ tx, ctx, params, body }) =>
      within(tx, ctx, params.id, async (id) => {
        await changePortal(tx, ctx, identity, id, body)
        return { data: await presentInside(tx, await read(tx, id), services) }
      }),
    ),
    route(contract.showPortalStorage, ({ tx, ctx, params }) =>
      within(tx, ctx, params.id, async (id) => {
        await read(tx, id)
        return { data: await readStorage(tx, id) }
      }),
    ),
    route(contract.updatePortalStorage, ({ tx, ctx, params, body }) =>
      within(tx, ctx, params.id, async (id) => {
        await read(tx, id)
        return { data: await changeStorage(tx, ctx, id, body.storage_quota) }
      }),
    ),
    route(showPortalTextLimit, ({ tx, ctx, params }) =>
      within(tx, ctx, params.id, async (id) => {
        await read(tx, id)
        return { data: await readTextLimit(tx, id, ctx.now) }
      }),
    ),
    route(updatePortalTextLimit, ({ tx, ctx, params, body }) =>
      within(tx, ctx, params.id, async (id) => ({
        data: await changeTextLimit(services, tx, ctx, await read(tx, id), body.text_limit),
      })),
    ),
    route(contract.showCompany, async ({ tx, ctx, params }) =>
      within(tx, ctx, await companyPortal(tx, ctx, params.id), async (id) => ({ data: (await read(tx, id)).company })),
    ),
    route(contract.updateCompany, async ({ tx, ctx, params, body }) =>
      within(tx, ctx, await companyPortal(tx, ctx, params.id), async (id) => {
        await changeCompany(tx, ctx, id, body)
        return { data: (await read(tx, id)).company }
      }),
    ),
  ]
}
