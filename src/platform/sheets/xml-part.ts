import { Parser } from 'htmlparser2'
import { damagedSheet } from './sheet-error.ts'

/** What a reader of one part of a workbook is told; names come without their prefix. */
export type XmlHandler = {
  open?: (name: string, attributes: Record<string, string>) => void
  text?: (text: string) => void
  close?: (name: string) => void
}

/** Workbooks are a few levels deep. */
const DEPTH = 64
/** No program writes a tag or an attribute as large as this. */
const TOKEN_CHARACTERS = 1 << 20

const local = (name: string): string => name.slice(name.indexOf(':') + 1)

/**
 * A parser that is fed a part piece by piece. It keeps nothing of what it has read, knows no entities but the five of XML,
 * and refuses a document type, which no workbook has: entities of its own and outside files would be named there.
 */
export const xmlParser = (handler: XmlHandler) => {
  let depth = 0
  let quiet = 0
  let name = ''
  let attributes: Record<string, string> = {}
  let count = 0
  const alive = () => {
    quiet = 0
  }
  const open = () => {
    if (name) handler.open?.(name, attributes)
    name = ''
  }
  const parser = new Parser(
    {
      onopentagname(tag) {
        open()
        alive()
        if (++depth > DEPTH) damagedSheet()
        name = local(tag)
        attributes = {}
        count = 0
      },
      onattribute(key, value) {
        alive()
        if (++count > DEPTH) damagedSheet()
        attributes[key] = value
      },
      ontext(text) {
        open()
        alive()
        handler.text?.(text)
      },
      onclosetag(tag) {
        open()
        alive()
        depth--
        handler.close?.(local(tag))
      },
      oncomment: alive,
      onprocessinginstruction(instruction) {
        alive()
        if (instruction.startsWith('!')) damagedSheet()
      },
    },
    { xmlMode: true, decodeEntities: true },
  )
  return {
    write: (text: string) => {
      quiet += text.length
      parser.write(text)
      if (quiet > TOKEN_CHARACTERS) damagedSheet()
    },
    end: () => parser.end(),
  }
}
