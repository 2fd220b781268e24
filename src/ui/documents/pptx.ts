import { type Archive, openArchive } from './archive.ts'
import { type Cell, escapeHtml, type ListLine, note, picture, styled, table, tag, withLists } from './markup.ts'
import { at, children, type Element, elementsOf, parseXml, textOf, within } from './xml.ts'

type Links = ReadonlyMap<string, { target: string; type: string }>
type Slide = { files: Archive; links: Links }

/** The path that a relation of a part names; empty for what lies outside of the file. */
const resolve = (part: string, target: string): string => {
  const steps = target.startsWith('/') ? [] : part.split('/').slice(0, -1)
  for (const step of target.split('/')) {
    if (step === '..') steps.pop()
    else if (step && step !== '.') steps.push(step)
  }
  return steps.join('/')
}

const linksOf = (files: Archive, part: string): Links => {
  const name = part.replace(/([^/]+)$/, '_rels/$1.rels')
  if (!files.has(name)) return new Map()
  return new Map(
    children(parseXml(files.get(name)), 'Relationship').map(
      ({ attributes: { Id, Target = '', Type = '', TargetMode } }) => [
        Id ?? '',
        { target: TargetMode === 'External' ? Target : resolve(part, Target), type: Type.split('/').at(-1) ?? '' },
      ],
    ),
  )
}

const isOn = (value: string | undefined) => value === '1' || value === 'true'

const run = (element: Element, { links }: Slide): string => {
  if (element.name === 'a:br') return '<br>'
  const look = at(element, 'a:rPr')
  const html = styled(escapeHtml(textOf(at(element, 'a:t'))), {
    isBold: isOn(look?.attributes['b']),
    isItalic: isOn(look?.attributes['i']),
  })
  const link = links.get(at(look, 'a:hlinkClick')?.attributes['r:id'] ?? '')
  return link?.type === 'hyperlink' && link.target ? tag('a', html, { href: link.target }) : html
}

const lineOf = (paragraph: Element, slide: Slide) =>
  children(paragraph, 'a:r', 'a:br', 'a:fld')
    .map((one) => run(one, slide))
    .join('')

/** Paragraphs of a shape; those of a body placeholder have bullets unless they say otherwise. */
const paragraphs = (body: Element | undefined, slide: Slide, isBody: boolean): (string | ListLine)[] =>
  children(body, 'a:p').flatMap((paragraph): (string | ListLine)[] => {
    const html = lineOf(paragraph, slide)
    if (!html.replaceAll('<br>', '').trim()) return []
    const look = at(paragraph, 'a:pPr')
    const isNumbered = at(look, 'a:buAutoNum') !== undefined
    const isListed = isNumbered || at(look, 'a:buChar') !== undefined || (isBody && !at(look, 'a:buNone'))
    return [isListed ? { level: Number(look?.attributes['lvl'] ?? 0), isNumbered, html } : tag('p', html)]
  })

const tableOf = (element: Element, slide: Slide): string => {
  const rows = children(element, 'a:tr').map((row) =>
    children(row, 'a:tc').flatMap((cell): Cell[] => {
      const { gridSpan, rowSpan, hMerge, vMerge } = cell.attributes
      if (isOn(hMerge) || isOn(vMerge)) return []
      const lines = children(at(cell, 'a:txBody'), 'a:p').map((paragraph) => lineOf(paragraph, slide))
      return [{ html: lines.filter(Boolean).join('<br>'), columns: Number(gridSpan ?? 1), rows: Number(rowSpan ?? 1) }]
    }),
  )
  return table(rows, isOn(at(element, 'a:tblPr')?.attributes['firstRow']) ? 1 : 0, 'Table')
}

const FURNITURE = new Set(['dt', 'ftr', 'sldNum', 'hdr', 'sldImg'])
const TITLES = new Set(['title', 'ctrTitle'])

const placeholderOf = (shape: Element): string | undefined => {
  const place = at(shape, 'p:nvSpPr', 'p:nvPr', 'p:ph')
  return place && (place.attributes['type'] ?? 'body')
}

const shapes = (tree: Element | undefined, slide: Slide): string[] =>
  elementsOf(tree).flatMap((shape): string[] => {
    const attributes = within(shape, 'p:cNvPr')[0]?.attributes
    switch (shape.name) {
      case 'p:sp': {
        const place = placeholderOf(shape)
        if (place && (TITLES.has(place) || FURNITURE.has(place))) return []
        return [withLists(paragraphs(at(shape, 'p:txBody'), slide, place === 'body' || place === 'obj'))]
      }
      case 'p:pic': {
        const target = slide.links.get(within(shape, 'a:blip')[0]?.attributes['r:embed'] ?? '')?.target ?? ''
        return [picture(target, slide.files.get(target), attributes?.['descr'] ?? '')]
      }
      case 'p:graphicFrame': {
        const table = within(shape, 'a:tbl')[0]
        const description = attributes?.['descr'] || attributes?.['name'] || ''
        return [
          table
            ? tableOf(table, slide)
            : note(`A drawing that only the file shows${description && `: ${description}`}`),
        ]
      }
      case 'p:grpSp':
        return shapes(shape, slide)
      case 'mc:AlternateContent':
        return shapes(at(shape, 'mc:Fallback') ?? at(shape, 'mc:Choice'), slide)
      default:
        return []
    }
  })

const titleOf = (tree: Element | undefined): string =>
  within(tree, 'p:sp')
    .filter((shape) => TITLES.has(placeholderOf(shape) ?? ''))
    .flatMap((shape) => within(shape, 'a:p').map((line) => textOf(line).trim()))
    .filter(Boolean)
    .join(' ')

const notesOf = (files: Archive, links: Links): string => {
  const part = [...links.values()].find(({ type }) => type === 'notesSlide')?.target
  if (!part || !files.has(part)) return ''
  const tree = at(parseXml(files.get(part)), 'p:cSld', 'p:spTree')
  const body = children(tree, 'p:sp').find((shape) => placeholderOf(shape) === 'body')
  const text = withLists(paragraphs(at(body, 'p:txBody'), { files, links: linksOf(files, part) }, false))
  return text && tag('div', tag('h3', 'Notes') + text, { class: 'notes' })
}

/** A presentation slide by slide: title, text, lists, tables, pictures and notes. Hidden slides stay hidden. */
export const pptxToHtml = (bytes: Uint8Array): string => {
  const files = openArchive(bytes, (name) =>
    /^ppt\/(presentation\.xml|_rels\/|slides\/|notesSlides\/|media\/)/.test(name),
  )
  const main = 'ppt/presentation.xml'
  const links = linksOf(files, main)
  const slides = children(at(parseXml(files.get(main)), 'p:sldIdLst'), 'p:sldId').flatMap(({ attributes }) => {
    const part = links.get(attributes['r:id'] ?? '')?.target ?? ''
    const root = files.has(part) ? parseXml(files.get(part)) : undefined
    return root && root.attributes['show'] !== '0' ? [{ part, tree: at(root, 'p:cSld', 'p:spTree') }] : []
  })
  if (slides.length === 0) return note('This presentation has no slides.')
  return slides
    .map(({ part, tree }, index) => {
      const slide = { files, links: linksOf(files, part) }
      const number = `Slide ${index + 1} of ${slides.length}`
      const head = tag('p', number, { class: 'number' }) + tag('h2', escapeHtml(titleOf(tree)) || `Slide ${index + 1}`)
      return tag('div', head + shapes(tree, slide).join('') + notesOf(files, slide.links), { class: 'slide' })
    })
    .join('')
}
