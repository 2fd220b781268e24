import { endpoint, one } from '#kernel/endpoint.ts'
import { rule, z } from '#kernel/schema.ts'

const ADDRESS = /^[^\s/:?#<>\\][^\s:?#<>\\]{0,199}$/

/** The groups of a portal's navigation in their order (PRT-014); a slug is the address that a group leads to. */
export const NavigationGroups = z.object({
  groups: z
    .array(
      z.object({
        button_name: rule.plainText(60, { is_required: true }),
        title: rule.plainText(160, { is_required: true }),
        slug: z.string().check(z.trim(), z.regex(ADDRESS, 'Enter the address of a page of this portal, such as faq.')),
      }),
    )
    .check(
      z.maxLength(20),
      z.refine(
        (groups) => new Set(groups.map(({ slug }) => slug)).size === groups.length,
        'Each address can stand here once.',
      ),
    ),
})

export const showNavigation = endpoint({
  method: 'GET',
  path: '/portal/navigation',
  permission: 'site-content.view',
  summary: 'The navigation of the portal as its editors see it',
  record: { kind: 'navigation', by: null },
  response: one(NavigationGroups),
})

/** All links in their order; what is left out is gone (PRT-117). */
export const updateNavigation = endpoint({
  method: 'PUT',
  path: '/portal/navigation',
  permission: 'site-content.update',
  summary: 'Save the navigation of the portal',
  record: { kind: 'navigation', by: null },
  body: NavigationGroups,
  response: one(NavigationGroups),
  errors: ['invalid'],
})
