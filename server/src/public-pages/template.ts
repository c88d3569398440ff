import type { Language } from '@chaveiro/contracts/limits'
import type { PageRendered } from '@chaveiro/contracts/rendering'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

type Chunk = { file: string; imports?: string[]; css?: string[] }

/** Of each page the look of its shop is given: attributes of the root element (look.ts). */
export type Template = {
  page(language: Language, rendered: PageRendered, look: string): string
  /** The page that is drawn in the browser. */
  shell(language: Language, look: string): string
  /** The same for an address that shows nothing of ours; search engines pass it by. */
  missing(language: Language, look: string): string
}

/**
 * The built index.html as a mould for pages, and the build's manifest, which says what a page's own
 * code is made of.
 */
export function readTemplate(webRoot: string): Template {
  const html = readFileSync(join(webRoot, 'index.html'), 'utf8')

  const manifest = JSON.parse(readFileSync(join(webRoot, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >

  // What the pages replace by their own; a shell keeps the built-in title, description and icon.
  const bare = [
    /\s*<title>[^<]*<\/title>/,
    /\s*<meta\s+name="description"[^>]*>/,
    /\s*<link\s+rel="icon"[^>]*>/,
  ].reduce(without, html)

  // A finished page starts its code by itself once it is painted (theme.js); a shell has nothing to
  // show before.
  const entry = /<script type="module"[^>]*src="([^"]+)"[^>]*><\/script>/.exec(html)![1]!
  const patient = bare
    .replace(/\s*<script type="module"[^>]*><\/script>/, '')
    .replace(/<link rel="modulepreload"[^>]*>/g, '')
  const starter = (parts: readonly string[]) =>
    `<script src="/theme.js" data-app="${entry}" data-parts="${[entry, ...parts].join(' ')}"></script>`
  const rooted = (text: string, language: Language, look: string) =>
    text.replace(/<html[^>]*>/, `<html lang="${language}" dir="ltr"${look}>`)
  const filesFor = (sources: readonly string[]) =>
    [...filesOf(manifest, sources)].map((file) => `/${file}`).filter((file) => !html.includes(file))

  return {
    shell: (language, look) => rooted(html, language, look),
    missing: (language, look) =>
      rooted(html, language, look).replace(
        '</head>',
        '  <meta name="robots" content="noindex">\n  </head>',
      ),

    // Replaced by functions: a name may hold $& and the like.
    page: (language, { head, body, state, sources }, look) =>
      rooted(patient, language, look)
        .replace(/<meta name="viewport"[^>]*>/, (viewport) => `${viewport}\n    ${head}`)
        .replace('<script src="/theme.js"></script>', () =>
          starter(filesFor(sources).filter((file) => file.endsWith('.js'))),
        )
        .replace(
          '</head>',
          () =>
            `  ${filesFor(sources)
              .filter((file) => file.endsWith('.css'))
              .map((file) => `<link rel="stylesheet" href="${file}">`)
              .join('')}\n  </head>`,
        )
        .replace(
          '<div id="root"></div>',
          () =>
            `<div id="root">${body}</div>\n    <script type="application/json" id="page-state">${state}</script>`,
        ),
  }
}

/** A page without a part that it must have: one that is not found would stand there twice. */
function without(html: string, part: RegExp): string {
  if (!part.test(html)) throw new Error(`index.html has nothing that looks like ${part.source}`)
  return html.replace(part, '')
}

function filesOf(
  manifest: Record<string, Chunk>,
  sources: readonly string[],
  found = new Set<string>(),
): Set<string> {
  for (const source of sources) {
    const chunk = manifest[source]
    if (!chunk || found.has(chunk.file)) continue

    found.add(chunk.file)
    for (const css of chunk.css ?? []) found.add(css)
    filesOf(manifest, chunk.imports ?? [], found)
  }
  return found
}
