import { z } from '#kernel/schema.ts'

type Schema = z.core.$ZodType

const compiled = new WeakSet<Schema>()

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null && '_zod' in value

/** The schemas that one is made of: the fields of an object, the items of a list, what is wrapped, the options of a choice. */
const partsOf = ({ _zod: { def } }: Schema): Schema[] => {
  const { getter, shape = {}, ...others } = def as { getter?: () => Schema; shape?: Record<string, Schema> }
  return [getter?.(), ...Object.values(shape), ...Object.values(others).flat()].filter(isSchema)
}

/**
 * Makes every object in a schema use code that is generated for its fields on first use, as zod does except in its
 * small edition, which contracts use to keep the browser's download small. It accepts, answers and refuses the same.
 */
export const compileSchema = (schema: Schema): void => {
  if (compiled.has(schema)) return
  compiled.add(schema)
  const { _zod: inner } = schema
  if (inner.def.type === 'object') {
    const { parse } = inner
    z.core.$ZodObjectJIT.init(schema as z.core.$ZodObject, inner.def as z.core.$ZodObjectDef)
    // An object without its own checks runs the generated reader.
    if (inner.run === parse) inner.run = inner.parse
  }
  for (const part of partsOf(schema)) compileSchema(part)
}
