import type { Language } from '@chaveiro/contracts/limits'
import type { PageRendered } from '@chaveiro/contracts/rendering'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

type Chunk = { file: string; imports?: string[]; css?: string[] }

/** Fills index.html for a page. `look` contains attributes of the root element (look.ts). */
export type Template = {
  page(language: Language, rendered: PageRendered, look: string): string
  /** An empty page, which the browser renders. */
  shell(language: Language, look: string): string
  /** An empty page for a URL without content; search engines must not index it. */
  missing(language: Language, look: string): string
}

/**
 * Reads the built index.html as the template of all pages, and the build's manifest, which lists
 * scripts and styles of each page. Throws when index.html lacks a part that pages replace.
 */
export function readTemplate(webRoot: string): Template {
  const indexHtml = readFileSync(join(webRoot, 'index.html'), 'utf8')

  const manifest = JSON.parse(readFileSync(join(webRoot, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >

  // Removes the default title, description and icon, because a rendered page has its own; an empty
  // page keeps the defaults.
  const htmlWithoutHead = [
    /\s*<title>[^<]*<\/title>/,
    /\s*<meta\s+name="description"[^>]*>/,
    /\s*<link\s+rel="icon"[^>]*>/,
  ].reduce(removePart, indexHtml)

  // A rendered page starts its scripts after it is painted (theme.js). An empty page starts them at
  // once, since there is nothing to paint before.
  const entryScript = /<script type="module"[^>]*src="([^"]+)"[^>]*><\/script>/.exec(indexHtml)![1]!
  const pageHtml = htmlWithoutHead
    .replace(/\s*<script type="module"[^>]*><\/script>/, '')
    .replace(/<link rel="modulepreload"[^>]*>/g, '')
  const starterTag = (parts: readonly string[]) =>
    `<script src="/theme.js" data-app="${entryScript}" data-parts="${[entryScript, ...parts].join(' ')}"></script>`
  const withRoot = (text: string, language: Language, look: string) =>
    text.replace(/<html[^>]*>/, `<html lang="${language}" dir="ltr"${look}>`)
  const pageFiles = (sources: readonly string[]) =>
    [...collectFiles(manifest, sources)]
      .map((file) => `/${file}`)
      .filter((file) => !indexHtml.includes(file))

  return {
    shell: (language, look) => withRoot(indexHtml, language, look),
    missing: (language, look) =>
      withRoot(indexHtml, language, look).replace(
        '</head>',
        '  <meta name="robots" content="noindex">\n  </head>',
      ),

    // The replacements are functions, because a replacement string would interpret $& in a
    // product's name.
    page: (language, { head, body, state, sources }, look) =>
      withRoot(pageHtml, language, look)
        .replace(/<meta name="viewport"[^>]*>/, (viewport) => `${viewport}\n    ${head}`)
        .replace('<script src="/theme.js"></script>', () =>
          starterTag(pageFiles(sources).filter((file) => file.endsWith('.js'))),
        )
        .replace(
          '</head>',
          () =>
            `  ${pageFiles(sources)
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

/**
 * Removes a part of index.html. Throws when the part is not found, since the page would then
 * contain the part twice.
 */
function removePart(html: string, part: RegExp): string {
  if (!part.test(html)) throw new Error(`index.html has nothing that looks like ${part.source}`)
  return html.replace(part, '')
}

function collectFiles(
  manifest: Record<string, Chunk>,
  sources: readonly string[],
  collected = new Set<string>(),
): Set<string> {
  for (const source of sources) {
    const chunk = manifest[source]
    if (!chunk || collected.has(chunk.file)) continue

    collected.add(chunk.file)
    for (const css of chunk.css ?? []) collected.add(css)
    collectFiles(manifest, chunk.imports ?? [], collected)
  }
  return collected
}
