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
 * Has every object within a schema read by code that is written for its fields when it is first met, as zod does by itself
 * but for its small edition, which contracts are written in for the browser's sake. It takes, answers and refuses the same.
 */
export const compileSchema = (schema: Schema): void => {
  if (compiled.has(schema)) return
  compiled.add(schema)
  const { _zod: inner } = schema
  if (inner.def.type === 'object') {
    const { parse } = inner
    z.core.$ZodObjectJIT.init(schema as z.core.$ZodObject, inner.def as z.core.$ZodObjectDef)
    // An object without checks of its own is run by what reads it.
    if (inner.run === parse) inner.run = inner.parse
  }
  for (const part of partsOf(schema)) compileSchema(part)
}
