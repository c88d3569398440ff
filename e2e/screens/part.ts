import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { buildPart } from '../../web/part-build.ts'
import type { Screen } from './screen.ts'
import { show, type Given } from './show.ts'

const types: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css' }

export type Part = {
  /** The part for a product, as a screen of its own. */
  show(productId: string, given: Given): Promise<Screen>
  close(): void
}

/** Builds a part of the app that no page shows yet from its file in web/src/testing. */
export async function openPart(file: string): Promise<Part> {
  const outDir = mkdtempSync(join(tmpdir(), 'part-'))
  await buildPart(file, outDir)
  return {
    async show(productId, given) {
      const screen = await show('/terms', given)
      const { page } = screen
      await page.route('**/part/**', (route) => {
        const name = new URL(route.request().url()).pathname.slice('/part/'.length)
        return route.fulfill(
          name
            ? { contentType: types[extname(name)], body: readFileSync(join(outDir, name)) }
            : { contentType: 'text/html; charset=utf-8', body: pageOf(productId, given) },
        )
      })
      await page.goto('/part/')
      await screen.atRest()
      return screen
    },
    close: () => rmSync(outDir, { recursive: true, force: true }),
  }
}

const pageOf = (productId: string, { language = 'pt-BR' }: Given): string =>
  `<!doctype html><html lang="${language}" data-product="${productId}"><head><title>Pincel Pro</title>
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <link rel="stylesheet" href="/part/style.css"></head>
  <body><div id="root"></div><script type="module" src="/part/part.js"></script></body></html>`
