import {
  arc,
  body,
  box,
  cover,
  glow,
  glowSolid,
  hint,
  line,
  polar,
  polygon,
  ring,
  solid,
  times,
} from './shapes.ts'

const gamepadPath =
  'M-88 -74H88C140 -74 166 10 166 66C166 118 118 122 92 84L66 48H-66L-92 84C-118 122 -166 118 -166 66C-166 10 -140 -74 -88 -74z'

/** Motifs of the categories jogos and ferramentas. */
export const playMotifs: Record<string, string> = {
  'categoria-jogos':
    body(gamepadPath) +
    line('M-84 -40v64M-116 -8h64') +
    glow(ring(64, -34, 13)) +
    glow(ring(100, -6, 13)) +
    line(ring(64, 22, 13)) +
    line(ring(28, -6, 13)) +
    hint('M-30 -100C-30 -140 30 -140 30 -176'),

  basaltar:
    times(5, (i) => {
      const [x, top] = [
        [-128, 20],
        [-64, -40],
        [0, -104],
        [64, -18],
        [128, 50],
      ][i]!

      return (
        (i === 2 ? body : cover)(
          `M${x! - 32} ${top! + 16}L${x} ${top}L${x! + 32} ${top! + 16}V136H${x! - 32}z`,
        ) +
        line(
          `M${x! - 32} ${top! + 16}L${x} ${top! + 32}L${x! + 32} ${top! + 16}M${x} ${top! + 32}V136`,
        )
      )
    }) +
    glow('M0 -104V-164L44 -148L0 -132') +
    hint('M-172 150H172'),

  neblina:
    hint(times(6, (i) => `M${polar(166, i * 60 + 12)}h1`)) +
    body(ring(0, 0, 88)) +
    line('M-66 58a88 88 0 0 1 12 -128') +
    glow('M-84 34C-190 96 -150 128 -10 62C130 -4 178 -84 84 -26') +
    glowSolid(ring(132, -62, 13)) +
    hint(arc(128, -40, 40)) +
    hint(arc(128, 150, 215)),

  sertao:
    glow(arc(92, -90, 90, [0, -6])) +
    times(3, (i) => hint(`M${-84 + i * 12} ${-28 + -22 * i}H${84 - i * 12}`)) +
    line('M-170 -6H170') +
    body('M-44 -6H44L150 140H-150z') +
    line('M0 14V40M0 66V132') +
    line('M-146 -6v-66M-146 -40h-18v-18M-146 -28h18v-22M138 -6v-44M138 -26h16v-14'),

  quimerica:
    body('M-160 -78H160V-26a28 28 0 0 0 0 56V82H-160V30a28 28 0 0 0 0 -56z') +
    hint('M56 -78V82') +
    line('M-112 40L-122 -40L-78 0L-46 -48L-14 0L30 -40L20 40z') +
    glow('M98 -18V22M78 2h40') +
    solid(ring(-46, -52, 7)),

  mares:
    body('M-66 -130H66V-60a66 66 0 0 1 -132 0z') +
    line('M-66 -110h-44c0 56 20 76 50 80M66 -110h44c0 56 -20 76 -50 80M0 6V50M-44 50H44') +
    glow('M-160 96c27 -26 53 -26 80 0s53 26 80 0s53 -26 80 0s53 26 80 0') +
    hint('M-160 134c27 -26 53 -26 80 0s53 26 80 0s53 -26 80 0s53 26 80 0'),

  'categoria-ferramentas':
    hint(ring(0, 0, 166)) +
    body(ring(0, 0, 112)) +
    line(times(4, (i) => `M${polar(76, i * 90)}L${polar(146, i * 90)}`)) +
    glow(ring(0, 0, 30)) +
    glowSolid(ring(0, 0, 8)) +
    hint(arc(140, 100, 170)),

  vigia:
    line('M-160 -84v-46h46M160 -84v-46h-46M-160 84v46h46M160 84v46h-46') +
    body(box([-124, -96], [116, 64], 10)) +
    glow('M-104 -56l20 -18l20 12l32 -18') +
    body('M-90 20C-50 -26 50 -26 90 20C50 66 -50 66 -90 20z') +
    glow(ring(0, 20, 22)) +
    glowSolid(ring(0, 20, 7)) +
    hint('M20 -84H120M20 -60H90'),

  alvorim:
    body(ring(-16, 16, 124)) +
    line(ring(-16, 16, 82)) +
    line(ring(-16, 16, 40)) +
    glow('M-16 16L112 -112') +
    glow('M88 -88V-132L126 -162V-126H162L132 -88z') +
    glowSolid(ring(-16, 16, 11)),

  rotaleve:
    hint('M-140 96L-60 -100L40 60L140 -96M-140 96H40M-60 -100L140 -96') +
    line('M-140 96L-60 -100L140 -96') +
    glow('M-140 96C-60 20 40 120 140 -96') +
    [
      [-140, 96],
      [-60, -100],
      [140, -96],
    ]
      .map(([x, y]) => cover(ring(x!, y!, 25)) + solid(ring(x!, y!, 8)))
      .join('') +
    cover(ring(40, 36, 21)) +
    glowSolid(ring(40, 36, 8)) +
    hint('M-166 158H166'),

  lanternim:
    body(box([-156, -104], [312, 176], 18)) +
    glow('M-34 -62L52 -16L-34 30z') +
    line('M-156 116H156') +
    glow('M-156 116H34') +
    cover(ring(34, 116, 17)) +
    hint(times(5, (i) => `M${-110 + i * 66} 142v14`)) +
    solid(times(3, (i) => box([-128 + i * 26, -84], [14, 14], 3))),

  macrolume:
    times(9, (i) =>
      (i === 4 ? glow : body)(
        box([-150 + (i % 3) * 106, -150 + Math.floor(i / 3) * 106], [88, 88], 18),
      ),
    ) +
    glowSolid(polygon(3, 22, 90, [-4, 0])) +
    hint('M-122 -106h32M-16 -106h32M90 -106h32M-122 106h32M90 106h32') +
    line('M-122 0h32M90 0h32M-16 106h32'),
}
