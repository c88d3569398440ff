import { create, type Font } from 'fontkit'
import { readFileSync } from 'node:fs'

// The fonts of PDFs and share cards. A name may be in any script. A file is read when a letter needs
// it, so that a Latin text costs no more than Archivo.

/** A file of the folder `fonts`; `letters` excludes the letters for which it is not even opened. */
type FontFile = { file: string; letters?: RegExp }

/** Fonts in two weights, in the order in which a letter looks for one. */
const weightedFonts: readonly [name: string, letters?: RegExp][] = [
  ['archivo-latin'],
  ['archivo-latin-ext', /[\p{scx=Latin}\p{scx=Common}\p{scx=Inherited}]/u],
  ['archivo-vietnamese', /[\p{scx=Latin}\p{scx=Common}\p{scx=Inherited}]/u],
  ['noto-sans-cyrillic', /\p{scx=Cyrillic}/u],
  ['noto-sans-cyrillic-ext', /\p{scx=Cyrillic}/u],
  ['noto-sans-greek', /\p{scx=Greek}/u],
  ['noto-sans-greek-ext', /\p{scx=Greek}/u],
  ['noto-sans-arabic', /\p{scx=Arabic}/u],
  ['noto-sans-hebrew', /\p{scx=Hebrew}/u],
  ['noto-sans-thai', /\p{scx=Thai}/u],
  ['noto-sans-devanagari', /\p{scx=Devanagari}/u],
]

const filesOf = (weight: number): FontFile[] => [
  ...weightedFonts.map(([name, letters]) => ({
    file: `${name}-${weight}.woff`,
    ...(letters && { letters }),
  })),
  { file: 'noto-sans-kr-400.woff', letters: /\p{scx=Hangul}/u },
  { file: 'noto-sans-sc-400.woff', letters: /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}]/u },
  { file: 'noto-emoji-400.woff', letters: /\p{Emoji}/u },
  // The Chinese file also has arrows, units and other signs.
  { file: 'noto-sans-sc-400.woff', letters: /\p{scx=Common}/u },
]

const bolds = filesOf(700)

/** The files of each face; the letters of its first file look right, the others fill in. */
const faceFiles = {
  text: filesOf(400),
  bold: bolds,
  display: [{ file: 'archivo-display.ttf' }, ...bolds],
} satisfies Record<string, FontFile[]>

export type Face = keyof typeof faceFiles

const openedFonts = new Map<string, Font>()

/** A font of the folder `fonts`, parsed once a process: a Chinese one takes half a second. */
export function openFont(file: string): Font {
  const opened = openedFonts.get(file)
  if (opened) return opened

  const font = create(readFileSync(new URL(`fonts/${file}`, import.meta.url)))
  openedFonts.set(file, font)

  return font
}

/** The first file of a face, whose letters its texts have where they can. */
export const firstFile = (face: Face): string => faceFiles[face][0]!.file

/** The first file of a face that has a letter. */
export const fileFor = (letter: string, face: Face): string | undefined =>
  (faceFiles[face] as FontFile[]).find(
    ({ file, letters }) =>
      (letters?.test(letter) ?? true) &&
      openFont(file).hasGlyphForCodePoint(letter.codePointAt(0)!),
  )?.file
