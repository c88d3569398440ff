// One-line capitals in a box 60 high, drawn by us, so that a picture looks the same whatever fonts
// a machine has.
const bowl = 'M0 60V0H22a17 17 0 0 1 0 34H0'
const open = 'M39 17A20 30 0 1 0 39 43'
const round = 'M1 30A20 30 0 1 0 41 30A20 30 0 1 0 1 30'
const glyphs: Record<string, [path: string, width: number]> = {
  A: ['M0 60L20 0L40 60M8 38H32', 40],
  B: ['M0 0V60H23a15.5 15 0 0 0 0-31H0H20a14 14.5 0 0 0 0-29H0', 39],
  C: [open, 40],
  D: ['M0 0V60H12a28 30 0 0 0 0-60H0', 40],
  E: ['M34 0H0V60H34M0 30H27', 34],
  F: ['M34 0H0V60M0 30H27', 34],
  G: [`${open}V33H25`, 40],
  H: ['M0 0V60M38 0V60M0 30H38', 38],
  I: ['M2 0V60', 4],
  L: ['M0 0V60H32', 32],
  M: ['M0 60V0L24 38L48 0V60', 48],
  N: ['M0 60V0L38 60V0', 38],
  O: [round, 42],
  P: [bowl, 39],
  Q: [`${round}M27 44L42 61`, 42],
  R: [`${bowl}M20 34L40 60`, 40],
  S: [
    'M36 12C32 3 26 0 19 0C8 0 2 6 2 15C2 26 10 28 19 30C29 32 37 35 37 45C37 55 30 60 19 60C10 60 4 57 0 48',
    37,
  ],
  T: ['M0 0H40M20 0V60', 40],
  V: ['M0 0L20 60L40 0', 40],
  3: ['M3 8C8 2 13 0 19 0a15 14.5 0 0 1 0 29H14M19 29a16 15.5 0 0 1 0 31C12 60 6 58 1 51', 36],
}

/**
 * A word in one-line capitals from a left lower corner; height is the capitals' height in picture
 * units.
 */
export function letters(word: string, x: number, baseline: number, height: number): string {
  const scale = height / 60
  let left = x
  return [...word]
    .map((letter) => {
      const glyph = glyphs[letter]
      if (!glyph) throw new Error(`no glyph for ${letter}`)
      const at =
        `<path transform="translate(${Math.round(left)} ` +
        `${baseline - height})scale(${scale})" d="${glyph[0]}"/>`
      left += (glyph[1] + 17) * scale
      return at
    })
    .join('')
}
