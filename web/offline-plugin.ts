import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** A key without teeth: nothing can be cut without a network. */
const blankKey = `<svg viewBox="0 0 320 100" width="320" height="100" aria-hidden="true">
        <path class="blade" d="M80 31h224l16 21-16 21H80z"/>
        <path class="bow" fill-rule="evenodd"
          d="M50 0a50 50 0 1 0 0 100 50 50 0 0 0 0-100M31 37a13 13 0 1 1 0 26 13 13 0 0 1 0-26"/>
      </svg>`

const languages = ['pt-BR', 'en-US'] as const

/**
 * A page without network requests: its texts come from the app's locales, its style from the
 * tokens.
 */
function offlinePage(language: string, t: Record<string, string>): string {
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="dark light">
    <meta name="robots" content="noindex">
    <title>${t['offline.title']}</title>
    <link rel="stylesheet" href="/offline/offline.css">
    <link rel="icon" href="/favicon.svg">
    <script src="/theme.js"></script>
  </head>
  <body>
    <main>
      ${blankKey}
      <h1>${t['offline.title']}</h1>
      <p>${t['offline.text']}</p>
      <a href="">${t['offline.retry']}</a>
    </main>
  </body>
</html>
`
}

const offlineStyle = `
*{box-sizing:border-box;margin:0}
body{
background:var(--ground);color:var(--ink);font:1rem/1.6 Archivo,system-ui,sans-serif;
min-height:100dvh;display:grid;place-items:center;padding:1.5rem
}
main{display:grid;gap:1rem;justify-items:start;max-width:26rem}
svg{max-width:100%;height:auto;margin-bottom:1rem}
.bow{fill:var(--accent)}
.blade{fill:var(--ink)}
h1{
font:800 clamp(2.75rem,1.6rem + 5vw,4rem)/.95 "Archivo Display",system-ui,sans-serif;
letter-spacing:-.01em
}
p{color:var(--muted)}
a{
display:inline-flex;align-items:center;min-height:3.25rem;padding:0 1.5rem;border-radius:4px;
background:var(--accent);color:var(--on-accent);font-weight:600;text-decoration:none;
margin-top:.5rem
}
a:focus-visible{outline:2px solid var(--ink);outline-offset:2px}
@media (forced-colors:active){.bow,.blade{fill:CanvasText}a{border:1px solid}}
`

/**
 * The fonts of this build, which a visitor's browser has kept since their first page; without them
 * the page has the system's letters.
 */
const fontFaces = (assetPaths: readonly string[]): string =>
  [
    ['Archivo', 'archivo-text', '400 800'],
    ['Archivo Display', 'archivo-display', '800'],
  ]
    .map(([family, name, weight]) => {
      const path = assetPaths.find((one) => one.startsWith(`/assets/${name}`))
      return path
        ? `@font-face{font-family:"${family}";font-weight:${weight};src:url(${path})}`
        : ''
    })
    .join('')

/**
 * Builds the offline pages of both languages and the service worker, which lists them and the files
 * of this build.
 */
export function offlinePlugin(): Plugin {
  let projectRoot = ''
  return {
    name: 'chaveiro-offline',
    apply: 'build',
    configResolved(config) {
      projectRoot = config.root
    },

    generateBundle: {
      order: 'post',

      handler(_options, bundle) {
        const tokens = readFileSync(join(projectRoot, 'src/tokens.css'), 'utf8')
          .replace(/@font-face\s*\{[^}]*\}/g, '')
          .replace(/\/\*[\s\S]*?\*\//g, '')
        const emitAsset = (fileName: string, source: string) =>
          this.emitFile({ type: 'asset', fileName, source })

        for (const language of languages)
          emitAsset(
            `offline/${language}.html`,
            offlinePage(
              language,
              JSON.parse(
                readFileSync(join(projectRoot, `public/locales/${language}/common.json`), 'utf8'),
              ) as Record<string, string>,
            ),
          )

        const assetPaths = Object.keys(bundle)
          .filter((file) => file.startsWith('assets/'))
          .map((file) => `/${file}`)
        emitAsset('offline/offline.css', fontFaces(assetPaths) + tokens + offlineStyle)
        const workerSource = readFileSync(join(projectRoot, 'src/service-worker.js'), 'utf8')

        const buildVersion = createHash('sha256')
          .update(assetPaths.join())
          .update(workerSource)
          .update(offlineStyle)
          .digest('hex')
          .slice(0, 12)

        emitAsset(
          'sw.js',
          workerSource
            .replace('__VERSION__', buildVersion)
            .replace('__ASSETS__', assetPaths.join(' ')),
        )
      },
    },
  }
}
