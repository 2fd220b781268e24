import { ItemMedia, itemEndpoints, itemTitle, place } from '#features/outline/contract.ts'
import { rule, z } from '#kernel/schema.ts'

const optional = <S extends z.core.$ZodType>(schema: S) => z.optional(z.nullable(schema))

/** An assignment as its authors see it (ASG-001, ASG-006). */
export const Assignment = z.object({
  id: z.int(),
  title: z.string(),
  /** Null allows any number of attempts (ASG-011). */
  attempts: z.nullable(z.int()),
  /** The threshold for success, from 0 to 100 (ASG-005). */
  score: z.int(),
  reqs: z.nullable(z.string()),
  restrict_user_to_upload: z.boolean(),
  allow_text_response: z.boolean(),
  file: z.nullable(ItemMedia),
  materials: z.array(ItemMedia),
})

const fields = {
  attempts: optional(z.int().check(rule.minValue(1), rule.maxValue(1000))),
  score: z.optional(z.int().check(rule.minValue(0), rule.maxValue(100))),
  reqs: optional(z.string().check(rule.maxCharacters(200_000))),
  restrict_user_to_upload: z.optional(z.boolean()),
  allow_text_response: z.optional(z.boolean()),
  /** The task file and further files, chosen in the materials library. */
  file_uuid: optional(z.uuid()),
  material_uuids: z.optional(z.array(z.uuid()).check(z.maxLength(50))),
  ...place,
}

export const assignmentItems = itemEndpoints('Assignment', {
  create: z.object({ title: itemTitle, ...fields }),
  update: z.object({ title: z.optional(itemTitle), ...fields }),
  itemable: Assignment,
})
