// What tests need of another reader of fonts, which comes without types.
declare module 'fontkit' {
  type Path = { toSVG: () => string }
  type Glyph = { id: number; path: Path; advanceWidth: number }
  type Position = { xAdvance: number; xOffset: number; yOffset: number }
  export type Font = {
    unitsPerEm: number
    numGlyphs: number
    getGlyph: (id: number) => Glyph
    layout: (text: string) => { glyphs: Glyph[]; positions: Position[] }
  }
  export const create: (bytes: Buffer) => Font
}
