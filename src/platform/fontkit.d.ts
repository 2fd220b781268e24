// What raster.ts needs of the font reader, which comes without types.
declare module 'fontkit' {
  type PathCommand = {
    command: 'moveTo' | 'lineTo' | 'quadraticCurveTo' | 'bezierCurveTo' | 'closePath'
    args: number[]
  }
  type Glyph = { path: { commands: PathCommand[] }; advanceWidth: number }
  export type Font = {
    unitsPerEm: number
    hasGlyphForCodePoint: (code: number) => boolean
    layout: (text: string) => { glyphs: Glyph[]; positions: { xAdvance: number; xOffset: number; yOffset: number }[] }
  }
  export const create: (bytes: Buffer) => Font
}
