import { cutEdge } from '@chaveiro/contracts/cut'
import { readFileSync } from 'node:fs'

// The fonts are part of the page, since the library's page loads nothing but its own script.
const fontAddress = (name: string): string => {
  const file = readFileSync(new URL(`../../../web/src/fonts/${name}.woff2`, import.meta.url))
  return `data:font/woff2;base64,${file.toString('base64')}`
}

/** Colours of web/src/tokens.css, light first: name in the library, colour in each theme. */
const colours: readonly [name: string, light: string, dark: string][] = [
  ['background-1', '#f7f5ec', '#11120e'],
  ['background-2', '#efecdf', '#191a15'],
  ['background-3', '#e5e1d0', '#23241d'],
  ['background-4', '#e5e1d0', '#2e2f26'],
  ['background-accent', 'var(--accent-soft)', 'var(--accent-soft)'],
  ['border-color', 'rgb(35 33 15 / 0.13)', 'rgb(245 240 215 / 0.11)'],
  ['color-1', '#16160f', '#f5f2e4'],
  ['color-2', '#57553f', '#a9a792'],
  ['color-3', '#57553f', '#a9a792'],
  ['color-accent', '#16160f', '#f5f2e4'],
  ['color-green', '#0a7044', '#35c98b'],
  ['color-red', '#b42318', '#ff7a6b'],
  ['color-orange', '#8a5200', '#ffb020'],
  ['color-yellow', '#8a5200', '#ffb020'],
  ['color-blue', '#1d4ed8', '#86b3ff'],
  ['color-purple', '#7c3aed', '#a78bfa'],
]

/** Parts of the page that have colours of their own, and the name of the page's colour for each. */
const sidebarColours: readonly [name: string, colour: string][] = [
  ['background-1', 'background-1'],
  ['border-color', 'border-color'],
  ['color-1', 'color-1'],
  ['color-2', 'color-2'],
  ['color-active', 'color-1'],
  ['item-active-background', 'background-accent'],
  ['item-hover-background', 'background-2'],
  ['search-background', 'background-2'],
  ['search-border-color', 'border-color'],
  ['search-color', 'color-2'],
]

const themeRule = (theme: 'light' | 'dark'): string =>
  `.${theme}-mode{color-scheme:${theme};${colours
    .map(([name, light, dark]) => `--scalar-${name}:${theme === 'light' ? light : dark}`)
    .join(';')};${sidebarColours
    .map(([name, colour]) => `--scalar-sidebar-${name}:var(--scalar-${colour})`)
    .join(';')}}`

/** The rule of teeth before a heading, as in the shop: 108 px wide, 3 px thick, teeth of 9 px. */
const teethArea = cutEdge('sandbox', { ratio: 108 / 12, share: 9 / 12 })

/** Style of the API reference: the shop's letters and colours, and no link to the vendor. */
export const referenceStyle = (): string => `
@font-face{font-family:Archivo;font-weight:400 800;src:url(${fontAddress('archivo-text')})}
@font-face{font-family:"Archivo Display";font-weight:800;src:url(${fontAddress('archivo-display')})}
:root{
--accent:#ffd21f;--on-accent:#16130a;--accent-soft:light-dark(rgb(255 210 31 / 0.28),rgb(255 210 31 / 0.13));
--scalar-font:Archivo,system-ui,sans-serif;--scalar-font-code:ui-monospace,Menlo,Consolas,monospace;
--scalar-radius:4px;--scalar-radius-md:4px;--scalar-radius-lg:4px;--scalar-radius-xl:8px
}
${themeRule('light')}
${themeRule('dark')}
h1,h2,.section-header{font-family:"Archivo Display",system-ui,sans-serif!important;font-weight:800!important}
h1::before{
content:"";display:block;width:108px;height:12px;margin-bottom:16px;background:var(--accent);
clip-path:${teethArea}
}
a[href*="scalar.com"]{display:none!important}
:focus-visible{outline:2px solid var(--scalar-color-1)}
`
