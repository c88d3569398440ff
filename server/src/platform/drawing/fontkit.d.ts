/** Types for the part of fontkit that the cards and the drawings use. */
declare module 'fontkit' {
  export type Path = {
    scale(x: number, y: number): Path
    translate(x: number, y: number): Path
    toSVG(): string
  }
  export type Font = {
    unitsPerEm: number
    hasGlyphForCodePoint(codePoint: number): boolean
    layout(
      text: string,
      features?: Record<string, boolean>,
    ): {
      glyphs: { id: number; path: Path }[]
      positions: { xAdvance: number; xOffset: number; yOffset: number }[]
    }
  }
  export function create(bytes: Buffer): Font
}
