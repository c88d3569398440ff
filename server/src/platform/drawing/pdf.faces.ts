import { create, type Font } from 'fontkit'
import { readFileSync } from 'node:fs'

// The fonts of a PDF. A name may be in any script, so a text is drawn in runs. Each run uses the first
// font of its face that has its letters. A file is read when a letter needs it.

const archivo = ['archivo-latin', 'archivo-latin-ext', 'archivo-vietnamese']
const noto = [
  'noto-sans-cyrillic',
  'noto-sans-greek',
  'noto-sans-cyrillic-ext',
  'noto-sans-greek-ext',
]
const others = ['noto-sans-sc-400.woff', 'noto-emoji-400.woff']

const filesOf = (weight: number): string[] => [
  ...[...archivo, ...noto].map((name) => `${name}-${weight}.woff`),
  ...others,
]

/** The files of each face; the letters of its first file look right, the others fill in. */
const faceFiles = {
  text: filesOf(400),
  bold: filesOf(700),
  display: ['archivo-display.ttf', ...filesOf(700)],
}

export type Face = keyof typeof faceFiles

/** A part of a text whose letters one file has. */
export type Run = { file: string; text: string }

const openedFonts = new Map<string, Font>()

/** A font of the folder `fonts`, parsed once a process: a Chinese one takes half a second. */
export function openFont(file: string): Font {
  const opened = openedFonts.get(file)
  if (opened) return opened

  const font = create(readFileSync(new URL(`fonts/${file}`, import.meta.url)))
  openedFonts.set(file, font)

  return font
}

/** Stands for a letter that no face has. */
const missingLetter = '?'

/** The first file of a face that has a letter. */
export const fileFor = (letter: string, face: Face): string | undefined =>
  faceFiles[face].find((file) => openFont(file).hasGlyphForCodePoint(letter.codePointAt(0)!))

/** Signs that only join or style their neighbours, and control characters. */
const unseen = /[\p{Cc}\p{Cf}\p{Variation_Selector}\p{Emoji_Modifier}]/gu

/** The runs of a text in reading order. Combining accents are joined to their letters. */
export function runsOf(text: string, face: Face): Run[] {
  const runs: Run[] = []
  const firstFile = faceFiles[face][0]!

  for (const letter of text.normalize('NFC').replace(/\s/g, ' ').replace(unseen, '')) {
    const file = fileFor(letter, face)
    const drawn = { file: file ?? firstFile, text: file ? letter : missingLetter }
    const last = runs.at(-1)

    if (last?.file === drawn.file) last.text += drawn.text
    else runs.push(drawn)
  }

  return runs
}
