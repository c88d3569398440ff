import { letters } from './letters.ts'
import { green } from './shapes.ts'

export type Card = { slug: string; color: string; motif: string; initials: string }

/** A number from a name, the same everywhere (FNV-1a). */
function numberOf(name: string): number {
  let n = 0x811c9dc5
  for (const char of name) n = Math.imul(n ^ char.charCodeAt(0), 0x01000193) >>> 0
  return n
}

/**
 * The picture of a product or category, 4:3, below 6 kB: its motif above a key whose bits are cut
 * from its name.
 * No text, no font, no script: it looks the same in every browser.
 */
export function drawCard({ slug, color, motif, initials }: Card): string {
  const wide = !initials
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 600" color="${color}"><defs>` +
    '<radialGradient id="b" cx=".2" cy="0" r="1"><stop stop-color="#1b3263"/><stop ' +
    'offset=".55" stop-color="#0d1730" stop-opacity=".6"/><stop offset="1" ' +
    'stop-color="#07090f" stop-opacity="0"/></radialGradient>' +
    `<radialGradient id="g"><stop stop-color="${color}" stop-opacity=".34"/><stop ` +
    `offset=".6" stop-color="${color}" stop-opacity=".09"/><stop offset="1" ` +
    `stop-color="${color}" stop-opacity="0"/></radialGradient>` +
    `<linearGradient id="w" x2=".4" y2="1"><stop stop-color="${color}" ` +
    `stop-opacity=".34"/><stop offset="1" stop-color="${color}" ` +
    'stop-opacity=".05"/></linearGradient>' +
    '<pattern id="p" width="40" height="40" patternUnits="userSpaceOnUse"><circle ' +
    'cx="20" cy="20" r="1.5" fill="#fff" fill-opacity=".09"/></pattern></defs>' +
    '<path fill="#07090f" d="M0 0h800v600H0z"/><path fill="url(#b)" d="M0 ' +
    '0h800v600H0z"/><path fill="url(#p)" d="M0 0h800v600H0z"/><ellipse cx="400" ' +
    `cy="${wide ? 290 : 256}" rx="360" ry="290" fill="url(#g)"/>` +
    '<g fill="none" stroke="currentColor" stroke-width="7" stroke-linecap="round" ' +
    'stroke-linejoin="round" transform="translate(400 ' +
    `${wide ? 292 : 250})scale(${wide ? 1.32 : 1.1})">${motif}</g>` +
    (wide ? '' : keyOf(slug, initials)) +
    `</svg>\n`
  )
}

/** The key along the foot: a bow, the initials on its shaft, and bits that no other name has. */
function keyOf(slug: string, initials: string): string {
  const seed = numberOf(slug)
  const bits = Array.from(
    { length: 8 },
    (_, i) => `M${600 + i * 20} 520v${10 + ((seed >>> (i * 4)) & 7) * 4}`,
  ).join('')
  return (
    '<g fill="none" stroke-linecap="round" stroke-linejoin="round"><path stroke="#fff" ' +
    'stroke-opacity=".22" stroke-width="3" d="M196 520H752"/>' +
    `<g stroke="#eef3ff" stroke-width="7">${letters(initials, 60, 544, 48)}</g><path ` +
    `stroke="${green}" stroke-width="7" d="${bits}"/></g>`
  )
}
