import {
  arc,
  body,
  box,
  glow,
  glowBody,
  line,
  polar,
  ring,
  solid,
  times,
  tone,
  type Look,
} from './shapes.ts'

const gamepadPath =
  'M-88 -84H88C146 -84 168 10 168 72C168 128 116 132 90 92L66 56H-66L-90 92C-116 132 -168 128 -168 72C-168 10 -146 -84 -88 -84z'

const wavePath = (y: number): string =>
  `M-160 ${y}c27 -26 53 -26 80 0c27 26 53 26 80 0c27 -26 53 -26 80 0c27 26 53 26 80 0`

/** Horizontal centre and top of each stone column. */
const columns = [
  [-124, 10],
  [124, 44],
  [-62, -48],
  [62, -22],
  [0, -96],
] as const

/** Looks of the keypad's keys that are not in the default look, `tone`. */
const keyLooks: Record<number, Look> = { 1: body, 3: body, 4: glowBody, 5: body, 7: body }

/** Motifs of the categories jogos and ferramentas. */
export const playMotifs: Record<string, string> = {
  'categoria-jogos':
    line('M0 -84C0 -120 44 -110 44 -154') +
    tone(gamepadPath) +
    line('M-86 -50v72M-122 -14h72') +
    glowBody(ring(66, -38, 20)) +
    glowBody(ring(106, 0, 20)) +
    body(ring(66, 36, 20)) +
    body(ring(26, 0, 20)),

  basaltar:
    times(5, (i) => {
      const [x, top] = columns[i]!
      return (
        body(`M${x - 34} ${top}L${x} ${top - 18}L${x + 34} ${top}V146H${x - 34}z`) +
        tone(`M${x} ${top + 18}L${x + 34} ${top}V146H${x}z`) +
        line(`M${x - 34} ${top}L${x} ${top + 18}`)
      )
    }) + glowBody('M0 -114V-176L62 -154L0 -132z'),

  neblina:
    glowBody(ring(0, 0, 120)) +
    tone('M-107 54A120 120 0 0 0 107 54C44 82 -44 82 -107 54z') +
    glow('M-112 30C-220 104 -172 146 -8 74C156 2 212 -92 108 -36'),

  sertao:
    glowBody(`${arc(104, -90, 90, [0, -18])}z`) +
    line('M-74 -64H74M-94 -40H94') +
    tone('M-48 -18H48L166 144H-166z') +
    body('M-7 6H7L10 44H-10zM-14 74H14L20 144H-20z') +
    line('M-172 -18H172') +
    line('M-142 -18v-92M-142 -56h-26v-28M-142 -42h26v-34M138 -18v-66M138 -44h22v-26'),

  quimerica:
    body('M-164 -122H164V-34a34 34 0 0 0 0 68V122H-164V34a34 34 0 0 0 0 -68z') +
    tone('M64 -122H164V-34a34 34 0 0 0 0 68V122H64z') +
    glowBody('M-122 66L-138 -56L-84 0L-46 -78L-8 0L46 -56L30 66z') +
    line('M98 -28V28M70 0h56'),

  mares:
    line('M-72 -122h-50c0 62 22 84 60 90M72 -122h50c0 62 -22 84 -60 90M0 -2V50M-52 50H52') +
    glowBody('M-74 -146H74V-66a74 74 0 0 1 -148 0z') +
    line(wavePath(100)) +
    line(wavePath(142)),

  'categoria-ferramentas':
    tone(ring(0, 0, 122)) +
    body(ring(0, 0, 76)) +
    line(times(4, (i) => `M${polar(60, i * 90)}L${polar(160, i * 90)}`)) +
    glowBody(ring(0, 0, 26)),

  vigia:
    line('M-164 -88v-54h54M164 -88v-54h-54M-164 88v54h54M164 88v54h-54') +
    body('M-140 0C-76 -112 76 -112 140 0C76 112 -76 112 -140 0z') +
    tone(ring(0, 0, 62)) +
    glowBody(ring(0, 0, 30)),

  alvorim:
    tone(ring(-18, 18, 136)) +
    body(ring(-18, 18, 92)) +
    tone(ring(-18, 18, 48)) +
    line('M-18 18L98 -98') +
    glowBody('M78 -78V-132L124 -178V-124H178L132 -78z'),

  rotaleve:
    line('M-126 104L-54 -106L128 -104') +
    glow('M-126 104C-40 20 60 130 128 -104') +
    tone(ring(-126, 104, 42)) +
    body(ring(-54, -106, 36)) +
    tone(ring(128, -104, 42)) +
    solid(ring(-126, 104, 13) + ring(128, -104, 13)),

  lanternim:
    tone(box([-160, -138], [320, 206], 14)) +
    body('M-46 -100L66 -36L-46 28z') +
    line('M-160 116H160') +
    glow('M-160 116H44') +
    body(ring(44, 116, 28)),

  macrolume:
    times(9, (i) =>
      (keyLooks[i] ?? tone)(
        box([-156 + (i % 3) * 108, -156 + Math.floor(i / 3) * 108], [96, 96], 14),
      ),
    ) + solid('M-16 -28L30 0L-16 28z'),
}
