import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '@chaveiro/contracts/limits'
import type { PageRendered } from '@chaveiro/contracts/rendering'

type Chunk = { file: string; imports?: string[]; css?: string[] }

export type Template = {
  page(language: Language, rendered: PageRendered): string
  /** The page that is drawn in the browser. */
  shell(language: Language): string
}

/** The built index.html as a mould for pages, and the build's manifest, which says what a page's own code is made of. */
export function readTemplate(webRoot: string): Template {
  const html = readFileSync(join(webRoot, 'index.html'), 'utf8')
  const manifest = JSON.parse(readFileSync(join(webRoot, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>
  // What the pages replace by their own; a shell keeps the built-in title, description and icon.
  const bare = html.replace(/\s*<title>[^<]*<\/title>/, '').replace(/\s*<meta name="description"[^>]*>/, '').replace(/\s*<link rel="icon"[^>]*>/, '')
  // A finished page is there to be read: styles, font and pictures come over a slow line first, the code that takes it over after them.
  const patient = bare.replace('<script type="module"', '<script type="module" fetchpriority="low"')
  const inLanguage = (text: string, language: Language) => text.replace(/<html[^>]*>/, `<html lang="${language}" dir="ltr">`)
  const preloads = (sources: readonly string[]): string => [...filesOf(manifest, sources)].filter((file) => !html.includes(file))
    .map((file) => file.endsWith('.css') ? `<link rel="stylesheet" href="/${file}">` : `<link rel="modulepreload" crossorigin fetchpriority="low" href="/${file}">`).join('')
  return {
    shell: (language) => inLanguage(html, language),
    // Replaced by functions: a name may hold $& and the like.
    page: (language, { head, body, state, sources }) => inLanguage(patient, language)
      .replace(/<meta name="viewport"[^>]*>/, (viewport) => `${viewport}\n    ${head}`)
      .replace('</head>', () => `  ${preloads(sources)}\n  </head>`)
      .replace('<div id="root"></div>', () => `<div id="root">${body}</div>\n    <script type="application/json" id="page-state">${state}</script>`),
  }
}

function filesOf(manifest: Record<string, Chunk>, sources: readonly string[], found = new Set<string>()): Set<string> {
  for (const source of sources) {
    const chunk = manifest[source]
    if (!chunk || found.has(chunk.file)) continue
    found.add(chunk.file)
    for (const css of chunk.css ?? []) found.add(css)
    filesOf(manifest, chunk.imports ?? [], found)
  }
  return found
}
