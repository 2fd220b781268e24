import { rule, z } from '#kernel/schema.ts'

/** The groups of a portal's navigation in their order (PRT-014); a slug is the address that a group leads to. */
export const NavigationGroups = z.object({
  groups: z
    .array(
      z.object({
        button_name: rule.plainText(60, { is_required: true }),
        title: rule.plainText(160, { is_required: true }),
        slug: z.string().check(z.trim(), z.regex(/^[^\s/?#<>\\][^\s?#<>\\]{0,199}$/)),
      }),
    )
    .check(z.maxLength(20)),
})
