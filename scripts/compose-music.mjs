// Composes the shop's background music (Q102): eight bars in A minor, a pad, a bass, a music-box
// line like keys on a ring, and a soft beat. Nothing is sampled or licensed.
// `node scripts/compose-music.mjs` writes the file the browser plays; with --check it only says
// whether the file is its own.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'

import { encodeFlac } from './flac.mjs'

const rate = 22_050
const beat = 60 / 84
const bars = 8

/** Length of the loop in samples; the player's progress slider counts on it. */
const length = Math.round(bars * 4 * beat * rate)

const hertz = (note) => 440 * 2 ** ((note - 69) / 12)

const chords = [
  [57, 60, 64, 71],
  [53, 57, 60, 64],
  [48, 55, 64, 71],
  [55, 59, 62, 69],
  [57, 60, 64, 71],
  [53, 57, 60, 67],
  [50, 57, 60, 65],
  [52, 56, 62, 67],
]

const roots = [45, 41, 36, 43, 45, 41, 38, 40]

// The line of the music box by eighths, as steps of the bar's chord (0–3, plus 12 per octave); a
// dot rests.
const lines = [
  '0.2.3.2.',
  '1.3.2...',
  '0.3.2.3.',
  '2.1.0...',
  '0.2.3.23',
  '3.2.1...',
  '1.2.3.2.',
  '3...2.1.',
]

let seed = 20_26

const noise = () => {
  seed = (seed * 1_664_525 + 1_013_904_223) % 2 ** 32
  return seed / 2 ** 31 - 1
}

/**
 * Lay a sound into the loop; what rings past the end wraps to the start, so that the loop has no
 * seam.
 */
function lay(track, start, seconds, sample) {
  const from = Math.round(start * rate)
  for (let i = 0; i < seconds * rate; i++) track[(from + i) % length] += sample(i / rate)
}

const rise = (t, attack) => Math.min(1, t / attack)

function pad(track, bar) {
  const long = 4 * beat
  for (const note of chords[bar])
    for (const detune of [-0.06, 0.05]) {
      const f = hertz(note + detune)
      lay(track, bar * long, long + 1.2, (t) => {
        const envelope = rise(t, 0.7) * Math.min(1, Math.max(0, (long + 1.2 - t) / 1.6))
        const w = 2 * Math.PI * f * t

        return (
          envelope *
          0.035 *
          (Math.sin(w) +
            0.32 * Math.sin(2 * w) +
            0.12 * Math.sin(3 * w) * (0.6 + 0.4 * Math.sin(t * 1.3)))
        )
      })
    }
}

function bass(track, bar) {
  for (const [at, size] of [
    [0, 1],
    [1.5, 0.7],
    [2.5, 0.8],
  ]) {
    const f = hertz(roots[bar])
    lay(
      track,
      (bar * 4 + at) * beat,
      1.1,
      (t) =>
        size *
        0.2 *
        rise(t, 0.012) *
        Math.exp(-2.6 * t) *
        Math.min(1, (1.1 - t) / 0.1) *
        (Math.sin(2 * Math.PI * f * t) + 0.25 * Math.sin(4 * Math.PI * f * t)),
    )
  }
}

/**
 * A struck key: two-operator FM whose brightness dies before the tone does; an echo answers after
 * three eighths.
 */
function box(track, bar) {
  for (const [i, sign] of [...lines[bar]].entries()) {
    if (sign === '.') continue

    const f = hertz(chords[bar][Number(sign)] + 12)

    for (const [delay, size] of [
      [0, 1],
      [1.5 * beat, 0.38],
      [3 * beat, 0.15],
    ]) {
      lay(
        track,
        (bar * 4 + i / 2) * beat + delay,
        1.6,
        (t) =>
          size *
          0.1 *
          rise(t, 0.004) *
          Math.exp(-3.4 * t) *
          Math.min(1, (1.6 - t) / 0.2) *
          Math.sin(
            2 * Math.PI * f * t + 1.1 * Math.exp(-9 * t) * Math.sin(2 * Math.PI * f * 3.5 * t),
          ),
      )
    }
  }
}

function beatOf(track, bar) {
  for (const at of [0, 2.5])
    lay(
      track,
      (bar * 4 + at) * beat,
      0.3,
      (t) =>
        0.3 *
        Math.exp(-14 * t) *
        rise(t, 0.003) *
        Math.sin(2 * Math.PI * (46 * t - 3.2 * Math.exp(-26 * t))),
    )

  for (const at of [1, 3]) {
    let low = 0
    lay(track, (bar * 4 + at) * beat, 0.16, (t) => {
      low += 0.34 * (noise() - low)
      return 0.07 * low * Math.exp(-22 * t)
    })
  }
}

/**
 * The whole loop as 16-bit samples with the lowest three bits at zero: 13 bits are plenty for music
 * that plays this low.
 */
function compose() {
  seed = 20_26
  const track = new Float64Array(length)
  for (let bar = 0; bar < bars; bar++) for (const part of [pad, bass, box, beatOf]) part(track, bar)
  const peak = track.reduce((most, value) => Math.max(most, Math.abs(value)), 0)

  return Int16Array.from(track, (value) => Math.round((value / peak) * 0.86 * 4095) * 8)
}

const path = new URL('../web/public/music/chaveiro.flac', import.meta.url)
const file = encodeFlac(compose(), rate, 3)

if (process.argv.includes('--check')) {
  if (!readFileSync(path).equals(file)) {
    console.error('web/public/music/chaveiro.flac is not what this script composes')
    process.exit(1)
  }
} else {
  mkdirSync(new URL('.', path), { recursive: true })
  writeFileSync(path, file)
}

console.log(JSON.stringify({ bytes: file.length, seconds: length / rate }))
