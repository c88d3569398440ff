import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

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
      <img src="/favicon.svg" alt="" width="64" height="64">
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
background:var(--ground);color:var(--ink);font:1rem/1.55 system-ui,sans-serif;
min-height:100dvh;display:grid;place-items:center;padding:1.5rem;text-align:center
}
main{display:grid;gap:1rem;justify-items:center;max-width:26rem}
h1{font-size:1.75rem;line-height:1.15}
p{color:var(--muted)}
a{
display:inline-flex;align-items:center;min-height:2.75rem;padding:0 1.25rem;border-radius:10px;
background:var(--accent);color:var(--on-accent);font-weight:600;text-decoration:none
}
a:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
`

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

        emitAsset('offline/offline.css', tokens + offlineStyle)
        const assetPaths = Object.keys(bundle)
          .filter((file) => file.startsWith('assets/'))
          .map((file) => `/${file}`)
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
